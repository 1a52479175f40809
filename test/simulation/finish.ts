import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import { cutPesonetBatches } from "#server/domains/transfers/rails/cutPesonetBatch.ts";
import { sendPesonetBatches } from "#server/domains/transfers/rails/sendPesonetBatch.ts";
import { takeLeftMessages } from "#server/domains/transfers/rails/receiveRailMessage.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import { sendInwardReturns } from "#server/domains/transfers/inward/sendInwardReturns.ts";
import { settleInward } from "#server/domains/transfers/inward/settleInward.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { drain } from "./chores.ts";
import { note, type Run } from "./run.ts";
import { perform } from "./steps.ts";

const MOST_ROUNDS = 400;
const MINUTE = 60_000;

/** Heals the network and lets time pass until nothing is under way any more. False when that does not come. */
export async function finish(run: Run): Promise<boolean> {
  const { callbacks, network, clock } = run;
  network.heal();
  note(run, "the network is healed");
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await perform(run, () => Promise.resolve());
    await doWhatIsDue(run, await lookAround(run));
    for (const callback of callbacks.due())
      await perform(run, () => callbacks.deliver(callback, run.server));
    const next = nextMoment(run, await lookAround(run), clock.now + leapOf(round));
    if (next === undefined) {
      if (await sayAgainWhatIsUnheard(run)) continue;
      await perform(run, () => rollUpControlBalances(run.app.db));
      return true;
    }
    clock.now = next;
    note(run, "later");
  }
  return false;
}

/** At first each moment counts; what is still under way later is seldom looked at. */
function leapOf(round: number): number {
  if (round < 4) return 10_000;
  return round < 20 ? 5 * MINUTE : 20 * MINUTE;
}

/** When something is to be done by the worker, and whether something is at once. */
type Due = {
  look: Date | null;
  inward: Date | null;
  back: Date | null;
  cut: Date | null;
  hand_in: Date | null;
  fetch: Date | null;
  jobs: bigint;
  left: bigint;
  cursor: string;
};

async function lookAround({ admin }: Run): Promise<Due> {
  const { rows } = await admin.query<Due>({ name: "look-around", text: LOOK });
  const [due] = rows;
  if (due === undefined) throw new Error("there is nothing to look at");
  return due;
}

async function doWhatIsDue(
  run: Run,
  { look, inward, back, cut, hand_in: handIn, fetch, jobs, left, cursor }: Due,
): Promise<void> {
  const { app, clock, pesonet } = run;
  const isDue = (moment: Date | null) => moment !== null && moment.getTime() <= clock.now;
  if (jobs > 0n) await perform(run, () => drain(run, true));
  if (isDue(look)) {
    await perform(run, () => sweepTransfers(app));
  }
  if (isDue(inward)) await perform(run, () => settleInward(app));
  if (isDue(inward) || isDue(back)) await perform(run, () => sendInwardReturns(app));
  if (isDue(cut)) await perform(run, () => cutPesonetBatches(app));
  if (isDue(cut) || isDue(handIn)) await perform(run, () => sendPesonetBatches(app));
  const isListed = Number(cursor) < pesonet.lastCursor();
  if (isListed || isDue(fetch)) await perform(run, () => takePesonetFiles(app));
  if (left > 0n) await perform(run, () => takeLeftMessages(app));
}

/**
 * When to look next: not before `least`, but for PESONet's cut-offs, which do not wait. Undefined when
 * nothing is to be done any more. What PESONet carries waits for its files, or for the
 * moment at which it goes back.
 */
function nextMoment(run: Run, due: Due, least: number): number | undefined {
  const { clock, issuer, instapay, pesonet, callbacks, network } = run;
  const { look, inward, back, cut, hand_in: handIn, fetch, jobs, left, cursor } = due;
  const isBehind = jobs + left > 0n || Number(cursor) < pesonet.lastCursor() || !network.isIdle();
  const next = Math.min(
    issuer.nextDue(),
    instapay.nextDue(),
    pesonet.nextDue(),
    callbacks.nextDue(),
    ...[look, inward, back, cut, handIn, fetch].map((moment) => moment?.getTime() ?? Infinity),
    isBehind ? least : Infinity,
  );
  if (next === Infinity) return undefined;
  const cutAt = cut === null || cut.getTime() <= clock.now ? Infinity : cut.getTime();
  return Math.min(Math.max(next, least), cutAt);
}

/** The switch repeats what we have not acknowledged. True when there was such a word. */
async function sayAgainWhatIsUnheard({ admin, instapay }: Run): Promise<boolean> {
  const { rows } = await admin.query<{
    ref_no: string;
    credited: boolean;
    rejected: boolean;
    returned: boolean;
  }>(`select ref_no, has_credited as credited, has_rejected as rejected, has_returned as returned
      from rail_transfer where rail = 'instapay'`);
  let isReported = false;
  for (const { ref_no: refNo, credited, rejected, returned } of rows) {
    const state = instapay.items.get(refNo)?.state;
    const isReceived =
      (state !== "credited" || credited) &&
      (state !== "rejected" || rejected) &&
      (state !== "returned" || returned);
    if (isReceived) continue;
    instapay.sayAgain(refNo);
    isReported = true;
  }
  return isReported;
}

const LOOK = `select
  (select least(
      min(t.next_inquiry_at) filter (
        where t.kind <> 'pesonet' or r.going_back is not null or r.issuer_leg = 'asked'),
      min(greatest(t.next_inquiry_at, r.credit_by, r.refund_due_at)) filter (
        where t.kind = 'pesonet' and r.has_settled and not r.is_held))
    from transfer t left join rail_transfer r using (ref_no)
    where t.next_inquiry_at is not null) as look,
  (select min((r.cycle_day + c.intake_cutoff) at time zone 'Asia/Manila') + interval '1 second'
    from rail_transfer r join transfer t using (ref_no) join pesonet_cycle c on c.no = r.cycle_no
    where r.batch_id is null and r.going_back is null and t.state in ('accepted', 'sent', 'unknown')) as cut,
  (select min(next_try_at) from inward_credit where return_file is null) as inward,
  (select min(next_try_at) from inward_return_file) as back,
  (select min(next_try_at) from pesonet_batch) as hand_in,
  (select min(next_try_at) from pesonet_file_left) as fetch,
  (select count(*) from outbox) + (select count(*) from graphile_worker._private_jobs) as jobs,
  (select count(*) from rail_message where outcome = 'received') as left,
  coalesce((select position from rail_cursor where rail = 'pesonet'), '0') as cursor`;
