import { checkBooks, settle } from "./checkBooks.ts";
import { startDrillBank } from "./drillBank.ts";
import { atLeast, type Goal, none } from "./goal.ts";
import { approveOrders, newOrder, newPromises, sendOnce } from "./orders.ts";
import { readSyncs, type Sync, traceServer } from "./trace.ts";
import { gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const ORDERS = { short: 50, full: 500 };
/** The system's clock is read in whole milliseconds on one side. */
const MARGIN_MS = 1;

/** From when an order was sent to when its answer was there, milliseconds since 1970. */
export type Acknowledged = { refNo: string; from: number; to: number };

export const fsyncs: Goal = {
  name: "R3",
  title: "what is acknowledged has reached the disk",
  figure: "before every answer PostgreSQL has had its journal written through (fdatasync)",
  how: "strace of every process of the server while one member sends, one order after the other",
  run: async (options) => {
    const bank = await startDrillBank({ name: "R3", environment: LONG_SESSIONS, say: options.say });
    try {
      const { writers } = await gatherCrowd(bank, 1);
      const promises = newPromises();
      const count = options.isShort ? ORDERS.short : ORDERS.full;
      const orders = writers.flatMap((writer) =>
        Array.from({ length: count }, () => newOrder(writer)),
      );
      await approveOrders(bank.stack, orders);
      const trace = await traceServer(bank.database.cluster, ["-e", "trace=fsync,fdatasync"]);
      const acknowledged: Acknowledged[] = [];
      for (const order of orders) {
        const from = Date.now();
        const answer = await sendOnce(order, promises);
        const refNo = answer.body.result?.["refNo"];
        if (typeof refNo === "string") acknowledged.push({ refNo, from, to: Date.now() });
      }
      const syncs = trace.read().flatMap(readSyncs);
      await trace.stop();
      await settle(bank);
      return [
        atLeast("calls to write the journal through", ofJournal(syncs).length, acknowledged.length),
        none("answers before the journal was written", unwritten(acknowledged, syncs)),
        ...(await checkBooks(bank, promises)),
      ];
    } finally {
      await bank.end();
    }
  },
};

function ofJournal(syncs: readonly Sync[]): Sync[] {
  return syncs.filter(({ file }) => file.includes("/pg_wal/"));
}

/** Answers within whose time the journal was not written through. */
export function unwritten(acknowledged: readonly Acknowledged[], syncs: readonly Sync[]): string[] {
  const written = ofJournal(syncs);
  return acknowledged
    .filter(
      ({ from, to }) =>
        !written.some((sync) => sync.from >= from - MARGIN_MS && sync.to <= to + MARGIN_MS),
    )
    .map(({ refNo }) => refNo);
}
