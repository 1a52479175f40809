import { jobHandlers } from "#server/entry/jobHandlers.ts";
import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import { inquireRailAgain } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { newOrder, someTransfer } from "./choices.ts";
import { doJob, payRefund, OVER_RAIL, passFiles, sweep } from "./chores.ts";
import { choose } from "./dice.ts";
import { givingOf, someDeposit } from "./money/cash.ts";
import type { Sending } from "./money/money.ts";
import { payingOf, somePayment } from "./money/payLoan.ts";
import { decisionOf } from "./money/requests.ts";
import { prepareOrders, type SimulatedOrder } from "./orders.ts";
import { note, processesOf, type Run } from "./run.ts";
import type { Process } from "./stage.ts";

/** What one process does while another does something else, for a person to read and as it is done. */
type Work = { what: string; does: (at: Process) => Promise<unknown> };

/** Of the transfers that were promised, so many of the latest are those of which two are at work. */
const LATEST = 4;

/** Two processes at work, statement by statement as the seed has it; often on the same transfer or card. */
export async function together(run: Run): Promise<void> {
  const { chance, turns, notes } = run;
  const works = await choose(chance.below(1000) / 1000, [
    [1, twoOrders],
    [1, sameJob],
    [2, twoWorks],
    [1.5, sameMoney],
  ])(run);
  note(run, `at the same time: ${works.map(({ what }) => what).join("; ")}`);
  const processes = processesOf(run);
  if (chance.below(100) < 12) {
    chance.pick(processes).life.dieAt(1 + chance.below(20), chance.pick(["before", "after"]));
  }
  const parts = processes.map((at, place) => ({
    process: at.name,
    work: async () => {
      try {
        await works[place]?.does(at);
      } catch (error) {
        notes.push(`  ${at.name} failed: ${String(error)}`);
      }
    },
  }));
  notes.push(`  turns: ${await turns.interleave(parts, chance.below)}`);
}

/** The same order twice, or two of one member. */
async function twoOrders(run: Run): Promise<Work[]> {
  const first = newOrder(run);
  const second = { ...newOrder(run), key: `${first.key}-too`, member: first.member };
  const orders = [first, run.chance.below(2) === 0 ? second : first];
  return ordersOf(run, orders);
}

async function ordersOf(run: Run, orders: readonly SimulatedOrder[]): Promise<Work[]> {
  const sendings = await prepareOrders(run, run.promised, orders);
  return orders.map(({ key, intent, member }, place) => ({
    what: `${key}: ${intent.kind} ${intent.amount} of member ${member.id}`,
    does: async (at) => {
      const status = await sendings[place]?.(at);
      run.notes.push(`  ${key} at ${at.name}: ${status} ${run.promised.refNos.get(key) ?? ""}`);
    },
  }));
}

/** A job whose process was taken for dead, and is at it still. */
async function sameJob(run: Run): Promise<Work[]> {
  const refNo = someTransfer(run, /./, 2);
  return refNo === undefined ? twoOrders(run) : [jobOf(refNo), jobOf(refNo)];
}

/** Cash, a loan's payment or somebody's decision, told to both; or each hears of another. */
async function sameMoney(run: Run): Promise<Work[]> {
  const { chance } = run;
  const one = await someMoneyWork(run);
  const other = chance.below(2) === 0 ? one : await someMoneyWork(run);
  return [one, other].map((work) => work ?? SWEEP);
}

async function someMoneyWork(run: Run): Promise<Work | undefined> {
  const [what, sending] = await choose<() => Promise<[string, Sending | undefined]>>(
    run.chance.below(1000) / 1000,
    [
      [2, async () => ["cash", await givingOf(run, someDeposit(run))]],
      [1, async () => ["a decision", await decisionOf(run)]],
      [
        2,
        async () => {
          const payment = await somePayment(run);
          return ["a payment", payment && (await payingOf(run, payment))];
        },
      ],
    ],
  )();
  return sending && { what, does: (at) => sending(at) };
}

function jobOf(refNo: string): Work {
  return { what: `the job of ${refNo}`, does: ({ app }) => doJob(jobHandlers(app), refNo) };
}

async function twoWorks(run: Run): Promise<Work[]> {
  const refNo = someTransfer(run, /./, LATEST);
  return [await someWork(run, refNo), await someWork(run, refNo)];
}

/** Something that a process does: to this transfer, or whatever comes. */
async function someWork(run: Run, refNo: string | undefined): Promise<Work> {
  const { chance } = run;
  const pick = choose<() => Work | Promise<Work>>(chance.below(1000) / 1000, [
    [3, () => SWEEP],
    [2, () => ({ what: "PESONet's files", does: ({ app }) => passFiles(app) })],
    [1, () => ({ what: "roll-up", does: ({ app }) => rollUpControlBalances(app.db) })],
    [3, () => hear(run)],
    [2, () => ordersOf(run, [newOrder(run)]).then(([work]) => work ?? SWEEP)],
    ...(refNo === undefined ? [] : worksOn(run, refNo)),
  ]);
  return pick();
}

function worksOn(run: Run, refNo: string): [number, () => Work][] {
  const job: [number, () => Work] = [4, () => jobOf(refNo)];
  if (!OVER_RAIL.test(refNo)) return [job];
  return [
    job,
    [3, () => ({ what: `the desk: ${refNo}`, does: ({ app }) => inquireRailAgain(app, refNo) })],
    [
      1,
      () => {
        run.givenBackByStaff.add(refNo);
        return { what: `staff give back ${refNo}`, does: ({ app }) => payRefund(app, refNo) };
      },
    ],
  ];
}

/** One of the words that partners have to say, perhaps the one that the other hears. */
function hear({ callbacks, chance, notes }: Run): Work {
  const due = callbacks.due();
  if (due.length === 0) return SWEEP;
  const callback = chance.pick(due);
  return {
    what: `${callback.from} tells ${callback.id}`,
    does: async ({ name, server }) => {
      notes.push(`  ${name} answered ${await callbacks.deliver(callback, server)}`);
    },
  };
}

const SWEEP: Work = { what: "sweep", does: ({ app }) => sweep(app) };
