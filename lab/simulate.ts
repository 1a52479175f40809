import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { simulate, type Simulated, tell } from "#test/simulation/simulate.ts";
import { openStage } from "#test/simulation/stage.ts";
import { startTemplate } from "#test/support/template.ts";
import { runInLanes } from "./simulate/lanes.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run simulate [-- --seed N | --seeds A..B] [--processes P]: members, partners, a network that loses and
 * repeats, and a process that dies, all from one seed; 10,000 seeds of 100 steps unless said, as many at once
 * as there are cores. Real ledger, transfers, outbox and rails on a PostgreSQL of its own. Prints the first
 * seed that ends wrong, step by step, and stops.
 */
const REPORTED_SEEDS = 100;
const USAGE =
  "npm run simulate -- --seed 7, or --seeds 1..500, with --processes 2; all 10,000 unless said";

const { first, last, processes } = readArguments(USAGE, readOptions);
/** The seeds under way are played to their end, and everything is put away. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.abort());
}
const { server, stop } = await startTemplate();
try {
  const isRight = first === last ? await runOne(first) : await runMany();
  process.exitCode = interrupted.signal.aborted ? 130 : Number(!isRight);
} finally {
  await stop();
}

/** In this process, told step by step also when it is right. */
async function runOne(seed: number): Promise<boolean> {
  const stage = await openStage(server);
  try {
    const simulated = await simulate(stage, seed);
    console.log(tell(simulated));
    return simulated.wrongs.length === 0;
  } finally {
    await stage.close();
  }
}

async function runMany(): Promise<boolean> {
  const startedAt = performance.now();
  const total = last - first + 1;
  let done = 0;
  let transfers = 0;
  const wrong = await runInLanes(
    server,
    { first, last, processes },
    (simulated: Simulated) => {
      if (simulated.wrongs.length > 0) return;
      done += 1;
      transfers += simulated.transfers;
      if (done % REPORTED_SEEDS !== 0 && done !== total) return;
      const seconds = (performance.now() - startedAt) / 1000;
      const left = Math.ceil((seconds / done) * (total - done));
      console.log(`${done} of ${total} seeds right, ${transfers} transfers, ${left} s to go`);
    },
    interrupted.signal,
  );
  if (wrong === undefined) return true;
  console.log(tell(wrong));
  return false;
}

function readOptions(): { first: number; last: number; processes: number } {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      seeds: { type: "string", default: "1..10000" },
      processes: { type: "string", default: String(availableParallelism()) },
    },
  });
  const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(values.seed ?? values.seeds) ?? [];
  const atOnce = Number(values.processes);
  if (from === undefined || !Number.isInteger(atOnce) || atOnce < 1) {
    throw new Error("Seeds and processes are whole numbers.");
  }
  return { first: Number(from), last: Number(to ?? from), processes: atOnce };
}
