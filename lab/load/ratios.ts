import type { LoadedBank } from "./bank.ts";
import { answeredIn, failuresOf, meanCpu, medianOf, type Run } from "./figures.ts";
import type { Filled } from "./fill.ts";
import { CALLS, type LoadProfile } from "./profile.ts";
import { fill, runLoad } from "./runLoad.ts";
import { startSampling } from "./sampler.ts";

type WithBank = <T>(
  what: { apis: number; profileDir: undefined },
  work: (bank: LoadedBank) => Promise<T>,
) => Promise<T>;

type LoadSize = { members: number; seed: number; profile: LoadProfile };
type Say = (text: string) => void;

/** Rounds that alternate, so that whatever else the machine does strikes both sides. */
const ROUNDS = 3;
const ROUND = { warmUpSeconds: 3, measuredSeconds: 12 };
/** Of the payday's calls, more than any machine of this size answers: the plan must not run out. */
const PLENTY = 10;
const BATCH_SIZE = 64;
const MEMBERS_OF_ROUNDS = 20_000;
const SOCKETS = 200;

/** A load that leaves room, of the same members on line however many there are in the books. */
const COST = { fraction: 0.2, sockets: 300, warmUpSeconds: 20, measuredSeconds: 60 };
const FEW = 1_000;
const IDLE_SECONDS = 20;
/** After the filling, before anything is weighed. */
const REST_MS = 10_000;

/** How many calls 2 API processes answer for each that one does; a line each, and the ratio. */
export async function printThroughput(withBank: WithBank, size: LoadSize, say: Say): Promise<void> {
  const members = Math.min(size.members, MEMBERS_OF_ROUNDS);
  await withBank({ apis: 2, profileDir: undefined }, async (bank) => {
    const filled = await fill(bank, { ...size, members }, say);
    const rates = { one: [] as number[], two: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.one.push(await throughput(bank, filled, { ...size, apis: 1, round }, say));
      rates.two.push(await throughput(bank, filled, { ...size, apis: 2, round }, say));
    }
    const ratios = rates.two.map((rate, round) => rate / (rates.one[round] ?? 1));
    say(
      `\nThroughput with 2 API processes ÷ 1: ${hundredths(medianOf(ratios))} ` +
        `(${Math.round(medianOf(rates.two))} ÷ ${Math.round(medianOf(rates.one))} calls a second, medians of ${ROUNDS} alternating rounds)`,
    );
  });
}

async function throughput(
  bank: LoadedBank,
  filled: Filled,
  { profile, seed, apis, round }: LoadSize & { apis: number; round: number },
  say: Say,
): Promise<number> {
  const size = { ...ROUND, fraction: PLENTY, sockets: SOCKETS, seed: seed + round };
  const run = await runLoad(bank, filled, profile, { ...size, apis, atOnce: BATCH_SIZE }, quiet);
  const rate = answeredIn(run, CALLS).count / run.measuredSeconds;
  say(`  round ${round + 1}, ${apis} API: ${Math.round(rate)} calls a second${failedText(run)}`);
  return rate;
}

/** Milliseconds of processor time, by process. */
type Cost = { perCall: Record<string, number>; idlePerSecond: Record<string, number> };

/** What a call costs the processor with few members and with many, beside what runs without any call. */
export async function printCost(withBank: WithBank, size: LoadSize, say: Say): Promise<void> {
  const costOf = (members: number) =>
    withBank({ apis: 1, profileDir: undefined }, async (bank) => {
      const filled = await fill(bank, { ...size, members }, say);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      return weigh(bank, filled, size, say);
    });
  const few = await costOf(FEW);
  const many = await costOf(size.members);
  say(`\nProcessor time from ${FEW} to ${size.members} members`);
  for (const name of ["api", "worker", "database"]) {
    say(line(`${name}, of a call`, few.perCall[name], many.perCall[name], "ms"));
  }
  say(line("all, of a call", sumOf(few.perCall), sumOf(many.perCall), "ms"));
  say(
    line("all, without calls", sumOf(few.idlePerSecond), sumOf(many.idlePerSecond), "ms a second"),
  );
}

async function weigh(bank: LoadedBank, filled: Filled, size: LoadSize, say: Say): Promise<Cost> {
  const idle = await idleCost(bank);
  const run = await runLoad(bank, filled, size.profile, { ...COST, seed: size.seed }, quiet);
  const rate = answeredIn(run, CALLS).count / run.measuredSeconds;
  say(`  ${filled.members} members: ${Math.round(rate)} calls a second${failedText(run)}`);
  const busy = meanCpu(run);
  const names = ["api", "worker", "database"];
  const perCall = names.map((name) => [
    name,
    ((busy[name] ?? 0) * 1000 - (idle[name] ?? 0)) / Math.max(rate, 1e-9),
  ]);
  return { perCall: Object.fromEntries(perCall), idlePerSecond: idle };
}

async function idleCost(bank: LoadedBank): Promise<Record<string, number>> {
  const sampling = await startSampling(bank, undefined);
  sampling.begin();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  await sampling.stop();
  const times = { warmUpSeconds: 0, measuredSeconds: IDLE_SECONDS + 1 };
  const shares = meanCpu({ ...times, samples: sampling.samples });
  return Object.fromEntries(
    ["api", "worker", "database"].map((name) => [name, (shares[name] ?? 0) * 1000]),
  );
}

function line(what: string, few = 0, many = 0, unit = ""): string {
  return `  ${what}: ${hundredths(few)} → ${hundredths(many)} ${unit}, ratio ${hundredths(many / Math.max(few, 1e-9))}`;
}

/** How many calls failed and of what, when any did. */
function failedText(run: Run): string {
  const failed = Object.entries(failuresOf(run)).map(([why, count]) => `${count} × ${why}`);
  return failed.length === 0 ? "" : `, FAILED: ${failed.join(", ")}`;
}

const sumOf = (costs: Record<string, number>) =>
  Object.values(costs).reduce((sum, cost) => sum + cost, 0);
const hundredths = (value: number) => String(Math.round(value * 100) / 100);
const quiet = () => undefined;
