import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atLeast, type Goal } from "./goal.ts";
import { newPromises } from "./orders.ts";
import { calmAnswers, type Outage, suffer } from "./outage.ts";
import { traceServer } from "./trace.ts";
import { gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const WRITERS = 16;
/** More than are sent in the time. */
const ORDERS_EACH = 300;
const ROUNDS = { short: 2, full: 20 };
const PANICS_WITHIN_MS = 20_000;

export const fsyncError: Goal = {
  name: "R11",
  title: "the disk refuses to write through (EIO)",
  figure: "PostgreSQL panics and recovers by itself, the API answers 503, 0 acknowledged lost",
  how: "strace answers fdatasync of the running server with an input/output error",
  run: async (options) => {
    const bank = await startDrillBank({
      name: "R11",
      environment: LONG_SESSIONS,
      say: options.say,
    });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const outages: Outage[] = [];
      const rounds = options.isShort ? ROUNDS.short : ROUNDS.full;
      for (let round = 1; round <= rounds; round += 1) {
        const strike = () => failToWrite(bank);
        outages.push(await suffer(bank, crowd, promises, { ordersEach: ORDERS_EACH, strike }));
        options.say(`round ${round}: looks ${outages.at(-1)?.statuses}`);
      }
      await settle(bank);
      return [
        atLeast("panics in the server's log", panics(bank), rounds),
        ...calmAnswers(outages, promises, 10),
        ...(await checkBooks(bank, promises)),
      ];
    } finally {
      await bank.end();
    }
  },
};

/** Until the server has panicked; the processes that it starts anew are not traced. */
async function failToWrite(bank: DrillBank): Promise<void> {
  await pause(randomInt(50, 300));
  const before = panics(bank);
  const postmaster = bank.database.postmaster();
  const how = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO"];
  const trace = await traceServer(bank.database.cluster, how, postmaster);
  try {
    const until = performance.now() + PANICS_WITHIN_MS;
    while (panics(bank) === before) {
      if (performance.now() > until) throw new Error("the server did not panic");
      await pause(20);
    }
  } finally {
    await trace.stop();
  }
}

function panics({ dataDir }: DrillBank): number {
  const log = readFileSync(path.join(dataDir, "server", "postgres.log"), "utf8");
  return log.match(/PANIC: .*Input\/output error/g)?.length ?? 0;
}
