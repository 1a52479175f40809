import { createHash } from "node:crypto";
import { sql } from "kysely";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import {
  type Clearing,
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { pesonetFile, type RailPayment } from "#server/platform/gateways/rails/outMessages.ts";
import { later } from "./inquiryTimes.ts";
import { moveSuspendedFiles } from "./moveSuspendedFiles.ts";
import { moveToLaterCycle } from "./moveToLaterCycle.ts";
import { type CycleOfTransfer, readCycleTimes, takesPlace } from "./pesonetCycleTimes.ts";
import { endLocked, reportLockedCards } from "./reportLockedCards.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { railName } from "./railName.ts";
import { tellRailProgress } from "./railNotices.ts";
import { lockRailTransfer } from "./railRow.ts";
import { freeWithdrawnFiles } from "./withdrawnFiles.ts";

/** Transfers per file, far below the longest file that is accepted. */
const MOST_ITEMS = 5_000;
const MOST_PARTS = 99;
/** How long a file waits for the issuer's answers about its transfers. */
const WAIT_SECONDS = 10 * 60;
/** A file that is cut later than this before the clearing would miss it. */
const LAST_CALL_SECONDS = 2 * 60;

/**
 * Cuts the files of PESONet's cycles whose intake has ended. A file has every transfer that the issuer has
 * debited, once, in the order of the references. A transfer moves to the next cycle when staff have locked its
 * card, when its debit is not confirmed by the time the file must go, or when its cycle no longer takes place.
 * Answers how many files were cut.
 */
export async function cutPesonetBatches(app: App): Promise<number> {
  await freeWithdrawnFiles(app);
  await moveSuspendedFiles(app);
  const waiting = await waitingCycles(app);
  if (waiting.length === 0) return 0;
  const clearing = await readClearing(app.db);
  const timesOf = await readCycleTimes(app.db);
  let cut = 0;
  for (const cycle of waiting) {
    const times = timesOf(cycle);
    const at = app.now();
    const lastCall = later(times.clears, -LAST_CALL_SECONDS);
    if (!takesPlace(clearing, cycle, times)) {
      await moveAll(app, cycle, times.intakeEnds, "the cycle does not take place");
    } else if (at >= lastCall) {
      await moveAll(app, cycle, times.intakeEnds, "not ready when the file had to go");
    } else if (at >= times.intakeEnds) {
      const isEarly = at < later(times.intakeEnds, WAIT_SECONDS);
      const isWaitedFor = isEarly && hasUnconfirmed(clearing, cycle);
      await reportLockedCards(app, cycle);
      if (isWaitedFor || cycle.ready === 0) continue;
      while (await transact(app.db, (tx) => cutPart(tx, app, cycle))) cut += 1;
    }
  }
  return cut;
}

type WaitingCycle = CycleOfTransfer & {
  ready: number;
  /** When the newest transfer without an answer from the issuer was ordered. */
  unconfirmed_since: Date | null;
};

/** Whether transfers without an answer are waited for. Those that have missed a cycle already are not. */
function hasUnconfirmed(
  clearing: Clearing,
  { day, no, unconfirmed_since: since }: WaitingCycle,
): boolean {
  if (since === null) return false;
  const first = pesonetCycle(clearing, since);
  return first.day === day && first.no === no;
}

/** The cycles with transfers that are in no file yet. */
async function waitingCycles(app: App): Promise<WaitingCycle[]> {
  const { rows } = await sql<WaitingCycle>`
    select r.cycle_day as day, r.cycle_no as no,
      (count(*) filter (where r.issuer_leg in ('taken', 'none') and c.admin_locked is not true))::integer as ready,
      max(t.accepted_at) filter (where r.issuer_leg = 'asked') as unconfirmed_since
    from rail_transfer r join transfer t using (ref_no) left join card c on c.id = t.card_id
    where r.rail = 'pesonet' and r.batch_id is null and r.going_back is null
      and t.state in ('accepted', 'sent', 'unknown')
    group by r.cycle_day, r.cycle_no order by r.cycle_day, r.cycle_no`.execute(app.db);
  return rows;
}

async function moveAll(
  app: App,
  { day, no }: CycleOfTransfer,
  intakeEnds: Date,
  reason: string,
): Promise<void> {
  const rows = await app.db
    .selectFrom("rail_transfer")
    .innerJoin("transfer", "transfer.ref_no", "rail_transfer.ref_no")
    .leftJoin("card", "card.id", "transfer.card_id")
    .select(["rail_transfer.ref_no", "card.admin_locked"])
    .where("rail", "=", "pesonet")
    .where("batch_id", "is", null)
    .where("going_back", "is", null)
    .where("cycle_day", "=", day)
    .where("cycle_no", "=", no)
    .where("transfer.state", "in", ["accepted", "sent", "unknown"])
    .orderBy("rail_transfer.ref_no")
    .execute();
  const at = app.now();
  const after = at > intakeEnds ? at : intakeEnds;
  for (const { ref_no: refNo, admin_locked: isLocked } of rows) {
    const isNotified = isLocked !== true;
    await transact(app.db, (tx) =>
      moveToLaterCycle(tx, refNo, { after, reason, at, isTold: isNotified }),
    );
  }
  app.log.warn({ day, no, count: rows.length, reason }, "transfers moved to a later cycle");
}

type Item = {
  ref_no: string;
  member_id: bigint;
  amount_centavos: bigint;
  source_account_number: string;
  bank_bic: string;
  account_number: string;
  rail_account_name: string;
};

/** Cuts one file and stores it with its transfers before it is sent. False when nothing is left to cut. */
async function cutPart(tx: Tx, app: App, { day, no }: CycleOfTransfer): Promise<boolean> {
  // One cut of a cycle at a time, so that the parts are numbered in order.
  await sql`select pg_advisory_xact_lock(hashtext(${`pesonet ${day} ${no}`}))`.execute(tx);
  const { rows: items } = await sql<Item>`
    select t.ref_no, t.member_id, t.amount_centavos, t.source_account_number, r.bank_bic, r.account_number,
      r.rail_account_name
    from transfer t join rail_transfer r using (ref_no) left join card c on c.id = t.card_id
    where r.rail = 'pesonet' and r.batch_id is null and r.going_back is null
      and r.issuer_leg in ('taken', 'none') and c.admin_locked is not true and r.cycle_day = ${day} and r.cycle_no = ${no} and t.state in ('accepted', 'sent', 'unknown')
    order by t.ref_no limit ${MOST_ITEMS} for no key update of t, r`.execute(tx);
  if (items.length === 0) return false;
  const { last } = await tx
    .selectFrom("pesonet_batch")
    .select((eb) => eb.fn.max("part").as("last"))
    .where("cycle_day", "=", day)
    .where("cycle_no", "=", no)
    .executeTakeFirstOrThrow();
  const part = (last ?? 0) + 1;
  if (part > MOST_PARTS) return false;
  const fit = await leaveOutUnfit(tx, app, items);
  if (fit.length === 0) return false;
  await writeDown(tx, app, { day, no, part }, fit);
  return true;
}

/**
 * Keeps the transfers that fit the schema of the file. One that does not is queued for review, so that the
 * others make their cycle.
 */
async function leaveOutUnfit(tx: Tx, app: App, items: Item[]): Promise<Item[]> {
  const sender = { participant: app.config.RAIL_PARTICIPANT, at: app.now(), day: "2000-01-01" };
  const fits = (payments: RailPayment[]) => {
    try {
      return pesonetFile("TRIAL", payments, sender) !== "";
    } catch {
      return false;
    }
  };
  const payments = await paymentsOf(tx, items);
  if (fits(payments)) return items;
  const unfit = new Set(payments.filter((payment) => !fits([payment])).map(({ refNo }) => refNo));
  for (const refNo of unfit) {
    await queueForReview(tx, {
      refNo,
      kind: "unreadable",
      via: "job",
      correlationId: "",
      at: app.now(),
      detail: { reason: "our own message about it does not fit the schema" },
    });
  }
  return items.filter(({ ref_no: refNo }) => !unfit.has(refNo));
}

async function writeDown(
  tx: Tx,
  app: App,
  { day, no, part }: CycleOfTransfer & { part: number },
  items: Item[],
): Promise<void> {
  const at = app.now();
  const two = String(part).padStart(2, "0");
  const messageId = `PB${day.replaceAll("-", "")}-${no}-${two}`;
  const body = pesonetFile(messageId, await paymentsOf(tx, items), {
    participant: app.config.RAIL_PARTICIPANT,
    at,
    day,
  });
  const fileName = `${app.config.RAIL_PARTICIPANT}-${messageId}.xml`;
  const total = items.reduce((sum, item) => sum + item.amount_centavos, 0n);
  const sha256 = createHash("sha256").update(body).digest();
  const { id } = await tx
    .insertInto("pesonet_batch")
    .values({
      cycle_day: day,
      cycle_no: no,
      part,
      file_name: fileName,
      message_id: messageId,
      state: "cut",
      item_count: items.length,
      total_centavos: total,
      body,
      body_sha256: sha256,
      cut_at: at,
      next_try_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("rail_message")
    .values({
      rail: "pesonet",
      direction: "out",
      type: "pacs.008",
      message_id: messageId,
      batch_id: id,
      body,
      at,
    })
    .execute();
  const refNos = items.map(({ ref_no: refNo }) => refNo);
  await sql`update rail_transfer set batch_id = ${id} where ref_no = any (${refNos}::text[])`.execute(
    tx,
  );
  await sql`
    update transfer t set state = 'sent', sent_at = ${at}, next_inquiry_at = r.credit_by
    from rail_transfer r
    where r.ref_no = t.ref_no and t.ref_no = any (${refNos}::text[])`.execute(tx);
  await sql`
    insert into transfer_step (ref_no, state, via, detail, at)
    select ref_no, 'batched', 'job', ${messageId}, ${at}::timestamptz
    from unnest(${refNos}::text[]) as of (ref_no)`.execute(tx);
  await tellWhenLate(tx, await endLocked(tx, refNos, at), at);
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "cutPesonetBatches",
    action: "cut_pesonet_file",
    object: `pesonet_batch:${fileName}`,
    correlationId: "",
    detail: { count: items.length, total: toDecimal(total), sha256: sha256.toString("hex") },
  });
}

/**
 * Tells members whose card was unlocked in time by when their transfer is credited: while the card was locked,
 * no time could be told.
 */
async function tellWhenLate(tx: Tx, refNos: string[], at: Date): Promise<void> {
  if (refNos.length === 0) return;
  const clearing = await readClearing(tx);
  for (const refNo of refNos) {
    const row = await lockRailTransfer(tx, refNo);
    const creditBy = row?.credit_by ?? null;
    if (row === undefined || creditBy === null) continue;
    const isLater = creditBy > creditMoment(pesonetCycle(clearing, row.accepted_at));
    if (isLater) await tellRailProgress(tx, row, { news: "moved", creditBy }, at);
  }
}

async function paymentsOf(tx: Tx, items: Item[]): Promise<RailPayment[]> {
  const names = new Map<bigint, string>();
  const payments: RailPayment[] = [];
  for (const item of items) {
    const senderName = names.get(item.member_id) ?? (await railName(tx, item.member_id));
    names.set(item.member_id, senderName);
    payments.push({
      refNo: item.ref_no,
      amount: item.amount_centavos,
      senderName,
      senderAccount: item.source_account_number,
      bankBic: item.bank_bic,
      accountNumber: item.account_number,
      accountName: item.rail_account_name,
    });
  }
  return payments;
}
