import { makeLog } from "#server/platform/base/log.ts";
import { makeMetrics } from "#server/platform/base/metrics.ts";
import type { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { PDF_PROGRAM } from "#server/entry/pdfProgram.ts";
import { makePdfQueue } from "#server/platform/pdf/pdfQueue.ts";

const ROWS = 1_000;
const ROUNDS = 5;
const BATCH_SIZE = 100;

/**
 * Statements of a thousand rows as members get them: from the queue, on its thread. Prints how long one takes
 * and how much memory beyond the process's own, then what a hundred at once come to.
 */
export async function benchPdf(): Promise<void> {
  const queue = makePdfQueue(
    { log: makeLog("bench", "silent"), metrics: makeMetrics("bench") },
    PDF_PROGRAM,
  );
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const extra = () => `${Math.round((most - before) / 1024 / 1024)} MB extra`;
  const draw = (owner: string) =>
    queue.inTurn(owner, (make) => make<typeof drawStatement>("statement", statement()));
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await draw("one");
      times.push(Math.round(performance.now() - startedAt));
    }
    console.log(
      `pdf: ${ROWS} rows, ms (the first starts the thread): ${times.join(", ")}; ${extra()}`,
    );
    const startedAt = performance.now();
    const ends = await Promise.allSettled(
      Array.from({ length: BATCH_SIZE }, (_, owner) => draw(String(owner))),
    );
    const drawn = ends.filter(({ status }) => status === "fulfilled").length;
    const ms = Math.round(performance.now() - startedAt);
    console.log(
      `pdf: ${BATCH_SIZE} at once: ${drawn} drawn, ${BATCH_SIZE - drawn} told to come again, ${ms} ms; ${extra()}`,
    );
  } finally {
    clearInterval(watch);
    await queue.close();
  }
}

function statement(): Parameters<typeof drawStatement>[0] {
  let balance = 100_000_000n;
  const opening = balance;
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const amount = -BigInt(1_00 + index * 37);
    balance += amount;
    return {
      bookedAt: new Date(Date.UTC(2026, 10, 1 + Math.floor(index / 34), 2)),
      madeOn: null,
      description: ["POS Purchase", "ATM Withdrawal", "E Commerce"][index % 3] ?? "",
      subDescription: `MERCADO CRAME ${index % 40} QUEZON CITY`,
      refNo: `PO${1_763_000_000_000 + index}`,
      isPending: index % 7 === 0,
      fee: index % 3 === 1 ? -18_00n : 0n,
      amount,
      balance,
    };
  });
  return {
    of: null,
    language: "en",
    from: "2026-11-01",
    to: "2026-11-30",
    accountNo: "990112350512",
    holder: "Niño José Peñaflorida",
    opening,
    closing: balance,
    rows,
    at: new Date("2026-11-30T02:00:00Z"),
  };
}
