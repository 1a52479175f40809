import { randomInt } from "node:crypto";
import { approve } from "#lab/killLoop/prepare.ts";
import {
  newOrder,
  type Order,
  type Promises,
  sendUntilAccepted,
  type Writer,
} from "#lab/killLoop/writers.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/** Between a member's transfers: a load that leaves the savings something for the last round. */
const PAUSE_MS = 60;

export type Load = {
  /** Moments at which a transfer was acknowledged. */
  acknowledgedAt: number[];
  /** Lets what is under way end. Throws what the bank refused. */
  stop: () => Promise<void>;
};

/** Approves orders for every writer, as many as a round may need. */
export async function stockUp(
  stack: Stack,
  writers: readonly Writer[],
  each: number,
): Promise<Order[][]> {
  const lines = writers.map((writer) =>
    Array.from({ length: each }, () => ({
      ...newOrder(writer),
      amount: `1.${String(randomInt(100)).padStart(2, "0")}`,
    })),
  );
  await approve(stack, lines.flat());
  return lines;
}

/** Every writer sends their orders one after the other, each until it is acknowledged, until stopped. */
export function startLoad(lines: readonly Order[][], promises: Promises): Load {
  const acknowledgedAt: number[] = [];
  let isStopped = false;
  const work = Promise.all(
    lines.map(async (orders) => {
      for (const order of orders) {
        if (isStopped) return;
        await sendUntilAccepted(order, promises);
        acknowledgedAt.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }),
  );
  // Waited for at the stop; until then a refusal is nobody's surprise.
  work.catch(() => undefined);
  return {
    acknowledgedAt,
    stop: async () => {
      isStopped = true;
      await work;
    },
  };
}
