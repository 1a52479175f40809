import { manilaDate } from "#common/manila.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { inquireRailAgain } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { newOrder, someTransfer } from "./choices.ts";
import { doJob, drain, payRefund, OVER_RAIL, passFiles, sweep } from "./chores.ts";
import { between, choose } from "./dice.ts";
import { sendIn } from "./inwards.ts";
import { depositOne, withdrawOne } from "./money/cash.ts";
import { closeOne, openOne } from "./money/drawers.ts";
import { moveOne } from "./money/vault.ts";
import { payOne } from "./money/payLoan.ts";
import { decideOne } from "./money/requests.ts";
import { freezeOne, liftOne } from "./freezes.ts";
import { pauseOne } from "./pauses.ts";
import { prepareOrders, type SimulatedOrder } from "./orders.ts";
import { note, processesOf, type Run } from "./run.ts";
import { freeSome, keepSome, lockSome, releaseSome, setSomeLimit } from "./safety.ts";
import { together } from "./together.ts";

/** Something that happens. It says in the notes what. */
type Step = (run: Run) => Promise<void>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What happens in a run, and how often, one against the other. */
const STEPS: readonly (readonly [number, Step])[] = [
  [17, order],
  [4, orderAgain],
  [3, orderTogether],
  [15, work],
  [14, sweepAll],
  [8, pesonetRound],
  [10, hearPartners],
  [4, buy],
  [6, sendIn],
  [17, passTime],
  [2, askAgain],
  [1, refundOne],
  [2, repeatJob],
  [2, race],
  [8, together],
  [1, breakNetwork],
  [1, freezeOne],
  [2, liftOne],
  [1, pauseOne],
  [2, setSomeLimit],
  [2, lockSome],
  [2, releaseSome],
  [0.5, keepSome],
  [2, freeSome],
  [0.7, openOne],
  [0.3, closeOne],
  [0.3, moveOne],
  [2, depositOne],
  [1.5, withdrawOne],
  [1, decideOne],
  [2, payOne],
];
/** Steps of a process that may die in the middle of a statement's work. */
const MORTAL = new Set<Step>([
  order,
  work,
  sweepAll,
  pesonetRound,
  hearPartners,
  askAgain,
  repeatJob,
  race,
  freezeOne,
  liftOne,
  pauseOne,
  setSomeLimit,
  lockSome,
  releaseSome,
  keepSome,
  freeSome,
  openOne,
  closeOne,
  moveOne,
  depositOne,
  withdrawOne,
  decideOne,
  payOne,
]);

/** Does the next thing that the seed wants. A process that dies of it is followed by another. */
export async function takeStep(run: Run): Promise<void> {
  const { chance, life } = run;
  const step = choose(chance.below(1_000_000) / 1_000_000, STEPS);
  if (MORTAL.has(step) && chance.below(100) < 9) {
    life.dieAt(1 + chance.below(30), chance.pick(["before", "after"]));
  }
  await perform(run, () => step(run));
}

/** What a process does until it is done, or dies. */
export async function perform(run: Run, work: () => Promise<unknown>): Promise<void> {
  const { issuer, instapay, pesonet, network } = run;
  try {
    await work();
  } catch (error) {
    run.notes.push(`  failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const { name, life, app } of processesOf(run)) {
    if (!life.revive()) continue;
    run.notes.push(`  ${name} has died, another takes over`);
    await app.pool.query("rollback");
  }
  network.arrive();
  issuer.tick();
  instapay.tick();
  pesonet.tick();
}

async function order(run: Run): Promise<void> {
  await place(run, newOrder(run));
}

async function place(run: Run, ...wanted: SimulatedOrder[]): Promise<void> {
  for (const { key, intent, member } of wanted) {
    note(run, `${key}: ${intent.kind} ${intent.amount} of member ${member.id}`);
  }
  const sendings = await prepareOrders(run, run.promised, wanted);
  const statuses = await Promise.all(sendings.map((sendTo) => sendTo(run)));
  for (const [index, { key }] of wanted.entries()) {
    run.notes.push(`  ${key}: ${statuses[index]} ${run.promised.refNos.get(key) ?? ""}`);
  }
}

async function orderAgain(run: Run): Promise<void> {
  const sent = [...run.promised.sent.values()];
  if (sent.length > 0) await place(run, run.chance.pick(sent));
}

/** Two at the same time: the same order twice, or two of one member from the card. */
async function orderTogether(run: Run): Promise<void> {
  const first = newOrder(run);
  const other = { ...newOrder(run), key: `${first.key}-too`, member: first.member };
  const areFromCard = [first, other].every(
    ({ intent }) => TRANSFER_KINDS[intent.kind].leaves === "card",
  );
  await place(run, first, areFromCard && run.chance.below(2) === 0 ? other : first);
}

async function work(run: Run): Promise<void> {
  note(run, "the queue is worked off");
  await drain(run, run.chance.below(2) === 0);
}

async function sweepAll(run: Run): Promise<void> {
  note(run, "sweep");
  await sweep(run.app);
}

async function pesonetRound(run: Run): Promise<void> {
  note(run, "PESONet: cut, hand in, take");
  await passFiles(run.app);
}

async function hearPartners(run: Run): Promise<void> {
  const { callbacks, chance } = run;
  const due = callbacks.due();
  for (let most = 3; most > 0 && due.length > 0; most -= 1) {
    const [callback] = due.splice(chance.below(due.length), 1);
    if (callback === undefined) return;
    note(run, `${callback.from} tells ${callback.id}`);
    run.notes.push(`  answered ${await callbacks.deliver(callback, run.server)}`);
  }
}

async function buy(run: Run): Promise<void> {
  const { card } = run.chance.pick(run.members);
  const amount = BigInt(50_00 + run.chance.below(9_000_00));
  note(run, `purchase of ${amount} with ${card}`);
  run.issuer.purchase(card, amount);
}

async function passTime(run: Run): Promise<void> {
  const { chance, clock } = run;
  const wait = choose(chance.below(1000) / 1000, [
    [40, between(chance.below(1000) / 1000, SECOND, 60 * SECOND)],
    [30, between(chance.below(1000) / 1000, MINUTE, 20 * MINUTE)],
    [12, between(chance.below(1000) / 1000, 20 * MINUTE, 3 * HOUR)],
    [16, untilNextCutOff(clock.now) + chance.below(20) * MINUTE],
    [2, between(chance.below(1000) / 1000, 12 * HOUR, 30 * HOUR)],
  ]);
  clock.now += wait;
  note(run, `${Math.round(wait / SECOND)} seconds later`);
}

/** Of PESONet's intake and clearing, and of the day. */
const CUT_OFFS = ["09:00", "10:00", "15:00", "16:00", "24:00"];

function untilNextCutOff(now: number): number {
  const day = manilaDate(new Date(now));
  const midnight = new Date(`${day}T00:00:00+08:00`).getTime();
  const moments = CUT_OFFS.map((time) => midnight + Number(time.slice(0, 2)) * HOUR);
  return Math.min(...moments.filter((moment) => moment > now)) - now;
}

async function askAgain(run: Run): Promise<void> {
  const refNo = someTransfer(run, OVER_RAIL);
  if (refNo === undefined) return;
  note(run, `the desk asks again about ${refNo}`);
  await inquireRailAgain(run.app, refNo);
}

/** A person gives back what has been under way for hours, right or wrong. */
async function refundOne(run: Run): Promise<void> {
  const { app, givenBackByStaff } = run;
  const refNo = someTransfer(run, OVER_RAIL);
  if (refNo === undefined) return;
  note(run, `staff give back ${refNo}`);
  givenBackByStaff.add(refNo);
  await payRefund(app, refNo);
}

async function repeatJob(run: Run): Promise<void> {
  const refNo = someTransfer(run, /./);
  if (refNo === undefined) return;
  note(run, `the job of ${refNo} is done once more`);
  await doJob(run.handlers, refNo);
}

/** Several at work on the same things at the same time. */
async function race(run: Run): Promise<void> {
  const { app } = run;
  const refNo = someTransfer(run, /./);
  if (refNo === undefined) return;
  note(run, `at the same time: sweeps, the job of ${refNo} and the desk`);
  const results = await Promise.allSettled([
    sweepTransfers(app, ["rail"]),
    doJob(run.handlers, refNo),
    sweepTransfers(app, ["issuer"]),
    inquireRailAgain(app, refNo),
    takePesonetFiles(app),
  ]);
  for (const result of results)
    if (result.status === "rejected") run.notes.push(`  ${String(result.reason)}`);
}

async function breakNetwork(run: Run): Promise<void> {
  const { network, clock, chance } = run;
  const minutes = 1 + chance.below(90);
  note(run, `no partner can be reached for ${minutes} minutes`);
  network.breakUntil(clock.now + minutes * MINUTE);
}
