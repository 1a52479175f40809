import { manilaDate } from "#common/manila.ts";
import { transact } from "#server/db/db.ts";
import { cutPesonetBatches } from "#server/transfers/rails/cutPesonetBatch.ts";
import { giveBackByStaff } from "#server/transfers/rails/giveBackByStaff.ts";
import { sendPesonetBatches } from "#server/transfers/rails/sendPesonetBatch.ts";
import { askRailAgain } from "#server/transfers/rails/settleRailTransfer.ts";
import { sweepRailTransfers } from "#server/transfers/rails/sweepRailTransfers.ts";
import { takeLeftMessages } from "#server/transfers/rails/takeMessage.ts";
import { takePesonetFiles } from "#server/transfers/rails/takePesonetFiles.ts";
import { sweepTransfers } from "#server/transfers/sweepTransfers.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { drain } from "./chores.ts";
import { between, choose } from "./dice.ts";
import type { SimulatedMember } from "./members.ts";
import { sendOrders, type SimulatedOrder } from "./orders.ts";
import { note, type Run } from "./run.ts";

/** Something that happens. It says in the notes what. */
type Step = (run: Run) => Promise<void>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What happens in a run, and how often of a hundred. */
const STEPS: readonly (readonly [number, Step])[] = [
  [17, order],
  [4, orderAgain],
  [3, orderTogether],
  [15, work],
  [14, sweep],
  [8, pesonetRound],
  [10, hearPartners],
  [4, buy],
  [17, passTime],
  [2, askAgain],
  [1, giveBack],
  [2, repeatJob],
  [3, race],
  [1, breakNetwork],
];
/** Steps of a process that may die in the middle of a statement's work. */
const MORTAL = new Set<Step>([
  order,
  work,
  sweep,
  pesonetRound,
  hearPartners,
  askAgain,
  repeatJob,
  race,
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
  const { life, app, issuer, instapay, pesonet, network } = run;
  try {
    await work();
  } catch (error) {
    run.notes.push(`  failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (life.revive()) {
    run.notes.push("  the process has died, another takes over");
    await app.pool.query("rollback");
  }
  network.arrive();
  issuer.tick();
  instapay.tick();
  pesonet.tick();
}

const BANKS = ["1", "3", "5"] as const;

/** Somebody else; seldom the member, which is refused. */
function receiverOf({ chance, members }: Run, member: SimulatedMember): SimulatedMember {
  const others = members.filter((one) => one !== member || chance.below(10) === 0);
  return chance.pick(others);
}

function someIntent(run: Run, member: SimulatedMember): TransferIntent {
  const { chance } = run;
  const kind = choose(chance.below(1000) / 1000, [
    [3, "own"],
    [4, "card"],
    [6, "instapay"],
    [4, "pesonet"],
  ] as const);
  const amount = someAmount(chance);
  switch (kind) {
    case "own":
      return { kind, source_account: member.savings, destination_account: member.card, amount };
    case "card":
      return { kind, destination_account: receiverOf(run, member).card, amount };
    case "instapay":
    case "pesonet":
      return {
        kind,
        destination_bank: chance.pick(BANKS),
        destination_account_number: String(100_000_000_000 + chance.below(1_000_000)),
        destination_account_name: "Juan dela Cruz",
        amount,
      };
  }
}

/** Centavos: little, much, as much as goes at once, one centavo more. */
function someAmount({ below, pick }: Run["chance"]): bigint {
  switch (below(8)) {
    case 0:
      return pick([50_000_00n, 50_000_01n, 49_990_00n, 1_00n, 99n]);
    case 1:
    case 2:
      return BigInt(10_000_00 + below(39_000_00));
    default:
      return BigInt(1_00 + below(5_000_00));
  }
}

function newOrder(run: Run): SimulatedOrder {
  const member = run.chance.pick(run.members);
  return {
    key: `order-${String(run.promised.sent.size + 1).padStart(4, "0")}`,
    member,
    intent: someIntent(run, member),
  };
}

async function order(run: Run): Promise<void> {
  await place(run, newOrder(run));
}

async function place(run: Run, ...wanted: SimulatedOrder[]): Promise<void> {
  for (const { key, intent, member } of wanted) {
    note(run, `${key}: ${intent.kind} ${intent.amount} of member ${member.id}`);
  }
  const statuses = await sendOrders(run, run.promised, wanted);
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
  const areFromCard = first.intent.kind !== "own" && other.intent.kind !== "own";
  await place(run, first, areFromCard && run.chance.below(2) === 0 ? other : first);
}

async function work(run: Run): Promise<void> {
  note(run, "the queue is worked off");
  await drain(run, run.chance.below(2) === 0);
}

async function sweep(run: Run): Promise<void> {
  note(run, "sweep");
  await sweepTransfers(run.app);
  await sweepRailTransfers(run.app);
}

async function pesonetRound(run: Run): Promise<void> {
  note(run, "PESONet: cut, hand in, take");
  await cutPesonetBatches(run.app);
  await sendPesonetBatches(run.app);
  await takePesonetFiles(run.app);
  await takeLeftMessages(run.app);
}

async function hearPartners(run: Run): Promise<void> {
  const { callbacks, chance } = run;
  const due = callbacks.due();
  for (let most = 3; most > 0 && due.length > 0; most -= 1) {
    const [callback] = due.splice(chance.below(due.length), 1);
    if (callback === undefined) return;
    note(run, `${callback.from} tells ${callback.id}`);
    run.notes.push(`  answered ${await callbacks.deliver(callback)}`);
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

function someTransfer({ promised, chance }: Run, pattern: RegExp): string | undefined {
  const refNos = [...new Set(promised.refNos.values())].filter((refNo) => pattern.test(refNo));
  return refNos.length === 0 ? undefined : chance.pick(refNos);
}

async function askAgain(run: Run): Promise<void> {
  const refNo = someTransfer(run, /^(IP|PN)/);
  if (refNo === undefined) return;
  note(run, `the desk asks again about ${refNo}`);
  await askRailAgain(run.app, refNo);
}

/** A person gives back what has been under way for hours, right or wrong. */
async function giveBack(run: Run): Promise<void> {
  const { app, givenBackByStaff } = run;
  const refNo = someTransfer(run, /^(IP|PN)/);
  if (refNo === undefined) return;
  note(run, `staff give back ${refNo}`);
  givenBackByStaff.add(refNo);
  const given = { refNo, staff: "staff", correlationId: "by-staff", at: app.now() };
  await transact(app.db, (tx) => giveBackByStaff(tx, given));
}

const JOBS: Record<string, string> = {
  OT: "credit_card",
  CT: "move_between_cards",
  IP: "send_rail_transfer",
  PN: "send_rail_transfer",
};

async function doJob(run: Run, refNo: string): Promise<void> {
  const handler = run.handlers[JOBS[refNo.slice(0, 2)] ?? ""];
  // Our handlers use nothing of the library's helpers but the job of texts.
  await handler?.({ refNo, correlationId: "again" }, undefined as never);
}

async function repeatJob(run: Run): Promise<void> {
  const refNo = someTransfer(run, /./);
  if (refNo === undefined) return;
  note(run, `the job of ${refNo} is done once more`);
  await doJob(run, refNo);
}

/** Several at work on the same things at the same time. */
async function race(run: Run): Promise<void> {
  const { app } = run;
  const refNo = someTransfer(run, /./);
  if (refNo === undefined) return;
  note(run, `at the same time: sweeps, the job of ${refNo} and the desk`);
  const results = await Promise.allSettled([
    sweepRailTransfers(app),
    doJob(run, refNo),
    sweepTransfers(app),
    askRailAgain(app, refNo),
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
