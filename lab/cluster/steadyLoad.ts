import { getBalances } from "#contract/members.ts";
import { callBank } from "#test/client/bankClient.ts";
import { approve } from "#lab/killLoop/prepare.ts";
import {
  newOrder,
  type Order,
  type Promises,
  sendUntilAccepted,
  type Writer,
} from "#lab/killLoop/writers.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/** So many orders are approved in one statement. */
const APPROVED_AT_ONCE = 100;
/** More are not sent on top of those without an answer: the machine is too slow for the pace. */
const MOST_UNDER_WAY = 400;

/** A member whose balances are read as well. */
export type Member = Writer & { guid: string };

/** What happened since the load began. */
export type Counts = {
  reads: number;
  /** Reads that were not answered with the balances. */
  failedReads: number;
  /** Calls that were due and not sent, because too many were under way. */
  skipped: number;
  /** Orders that ended with a refusal or with no answer at all. */
  refused: string[];
  /** Milliseconds of each call; of an order until it was accepted. */
  took: number[];
};

export type SteadyLoad = {
  counts: Counts;
  /** Sends no more, and waits for what is under way. */
  stop: () => Promise<void>;
};

/**
 * Members who transfer and look at their balances in turn, so many calls a second by the clock, however long the
 * answers take. An order that gets no answer is sent again under the same key.
 */
export function startLoad(
  stack: Stack,
  members: readonly Member[],
  promises: Promises,
  callsASecond: number,
): SteadyLoad {
  const counts: Counts = { reads: 0, failedReads: 0, skipped: 0, refused: [], took: [] };
  const underWay = new Set<Promise<void>>();
  let approved: Order[] = [];
  let isOver = false;
  let turn = 0;
  const nextMember = () => members[turn++ % members.length] as Member;
  const measure = (work: () => Promise<void>) => {
    const startedAt = performance.now();
    const done = work()
      .catch((error: unknown) => void counts.refused.push(String(error)))
      .finally(() => {
        counts.took.push(performance.now() - startedAt);
        underWay.delete(done);
      });
    underWay.add(done);
  };
  const order = async () => {
    const next = approved.pop();
    if (next === undefined) throw new Error("no order was approved in time");
    await sendUntilAccepted(next, promises);
  };
  const read = async () => {
    const { client, guid } = nextMember();
    const { body } = await callBank(client, getBalances, { params: { guid } });
    counts.reads += 1;
    if (body.status !== true) counts.failedReads += 1;
  };
  const refill = async () => {
    while (approved.length < APPROVED_AT_ONCE) {
      const more = Array.from({ length: APPROVED_AT_ONCE }, () => newOrder(nextMember()));
      await approve(stack, more);
      approved = [...more, ...approved];
    }
  };
  const run = async () => {
    await refill();
    const startedAt = performance.now();
    for (let sent = 0; !isOver;) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * callsASecond);
      for (; sent < due; sent += 1) {
        if (underWay.size >= MOST_UNDER_WAY) counts.skipped += 1;
        else measure(sent % 2 === 0 ? order : read);
      }
      await refill();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const running = run();
  running.catch((error: unknown) => void counts.refused.push(String(error)));
  return {
    counts,
    stop: async () => {
      isOver = true;
      await running.catch(() => undefined);
      await Promise.all(underWay);
    },
  };
}
