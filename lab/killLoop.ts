import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type Audit, audit, isBusy } from "./killLoop/audit.ts";
import { approve, signInWriters } from "./killLoop/prepare.ts";
import { newOrder, type Promises, sendUntilAccepted, type Writer } from "./killLoop/writers.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { readArguments, readWhole } from "#scripts/start/readArguments.ts";
import { startOwnBank } from "#test/support/ownBank.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/*
 * npm run kill-loop: transfers over HTTP while the API, the worker or PostgreSQL is killed with -9, round after
 * round, on a durable database of its own. Members repeat what got no answer, under the same key. At the end:
 * nothing acknowledged is lost, nothing is booked twice, ledger and issuer agree, every invariant holds.
 */
const ROUNDS = readArguments("npm run kill-loop [-- rounds], 20 unless said", () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  return readWhole("The loop", positionals[0] ?? "20", 1, 10_000);
});
const WRITERS = 8;
/** Each sends so many at least, and so many more once the process is killed: it is hit under load, however fast this is. */
const ORDERS_A_WRITER = 12;
const ORDERS_AFTER = 3;
const ORDERS_IN_STOCK = 200;
const VICTIMS = ["api", "worker", "database"] as const;
/** How long transfers without an answer may take to end, with the clock running ahead. */
const SETTLES_WITHIN_MS = 120_000;

const starting = startOwnBank("kill", { LOG_LEVEL: "warn" }, () => undefined);
endOnSignals(async () => (await starting).end());
const { stack, setAhead, end } = await starting;
try {
  const writers = await signInWriters(stack, WRITERS);
  const promises: Promises = { refNos: new Map(), repeats: 0, contradictions: [] };
  console.log(`${writers.length} members, ${ORDERS_A_WRITER} transfers or more each a round\n`);
  console.log("round  killed     after   acknowledged  sent again  round took");
  for (let round = 1; round <= ROUNDS; round += 1) await runRound(stack, writers, promises, round);
  await settle(stack);
  process.exitCode = report(await audit(stack, promises)) ? 0 : 1;
} finally {
  await end();
}

async function runRound(
  at: Stack,
  writers: readonly Writer[],
  promises: Promises,
  round: number,
): Promise<void> {
  const before = { acknowledged: promises.refNos.size, repeats: promises.repeats };
  const startedAt = performance.now();
  const lines = writers.map((writer) =>
    Array.from({ length: ORDERS_IN_STOCK }, () => newOrder(writer)),
  );
  await approve(at, lines.flat());
  // Each in turn, so that all are hit equally often; the moment is what is random.
  const victim = VICTIMS[round % VICTIMS.length] ?? "api";
  const after = randomInt(5, 250);
  let isKilled = false;
  setTimeout(() => {
    const pid = at.pids()[victim];
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    isKilled = true;
  }, after);
  await Promise.all(
    lines.map(async (orders) => {
      let sentAfter = 0;
      for (const [place, order] of orders.entries()) {
        if (place >= ORDERS_A_WRITER && sentAfter >= ORDERS_AFTER) return;
        const isAfter = isKilled;
        await sendUntilAccepted(order, promises);
        if (isAfter) sentAfter += 1;
      }
      if (sentAfter < ORDERS_AFTER) throw new Error("the orders of a round were too few");
    }),
  );
  const took = ((performance.now() - startedAt) / 1000).toLocaleString("en", {
    maximumFractionDigits: 1,
  });
  const [acknowledged, repeats] = [
    promises.refNos.size - before.acknowledged,
    promises.repeats - before.repeats,
  ];
  console.log(
    `${String(round).padStart(5)}  ${victim.padEnd(9)}${String(after).padStart(4)} ms${String(acknowledged).padStart(15)}` +
      `${String(repeats).padStart(12)}${took.padStart(10)} s`,
  );
}

/** Waits until every transfer has ended; the clock runs ahead so that inquiries come due. */
async function settle(at: Stack): Promise<void> {
  const startedAt = performance.now();
  let ahead = 0;
  while (await isBusy(at).catch(() => true)) {
    if (performance.now() - startedAt > SETTLES_WITHIN_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
    ahead += 15;
    setAhead(ahead);
  }
}

function report(found: Audit): boolean {
  const rows: [string, number, readonly string[]][] = [
    ["acknowledged transfers lost", found.lost.length, found.lost],
    ["transfers doubled or unasked", found.doubled.length, found.doubled],
    ["transfers without an end", found.unfinished, []],
    ["cards where ledger and issuer differ", found.differences.length, found.differences],
    ["invariants broken", found.breaches.length, found.breaches],
  ];
  console.log(`\n${found.acknowledged} transfers acknowledged, ${found.returned} of them returned`);
  for (const [what, count, which] of rows) {
    console.log(
      `${String(count).padStart(6)}  ${what}${which
        .slice(0, 5)
        .map((one) => `\n        ${one}`)
        .join("")}`,
    );
  }
  return found.acknowledged > 0 && rows.every(([, count]) => count === 0);
}
