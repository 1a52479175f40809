import { longestWait, secondsToServe, statusesOf, watch } from "./availability.ts";
import { type DrillBank, pause } from "./drillBank.ts";
import { atMost, type Found, none } from "./goal.ts";
import type { Promises } from "./orders.ts";
import { type Crowd, sendWhile } from "./underLoad.ts";

/** One time without the database, as members saw it. */
export type Outage = {
  statuses: string;
  longestWait: number;
  secondsToServe: number;
  wrong: string[];
  /** Of the looks that were not answered with the accounts, the status. */
  notServed: number[];
};

/** How long members wait for an answer while the database is away, and until it is served again. */
const ANSWERED_WITHIN = 5;
const SEEN_WITHIN_MS = 60_000;

/**
 * Strikes while members send orders and one looks at the accounts all the time. `strike` answers once what
 * it struck is there again; what comes back by itself is waited for here.
 */
export async function suffer(
  bank: DrillBank,
  crowd: Crowd,
  promises: Promises,
  { ordersEach, strike }: { ordersEach: number; strike: () => Promise<void> },
): Promise<Outage> {
  const [first] = crowd.writers;
  if (first === undefined) throw new Error("nobody could be signed in");
  const watcher = watch(first.client, crowd.guid);
  let backAt = 0;
  await sendWhile(bank, crowd, promises, {
    ordersEach,
    happen: async () => {
      await strike();
      backAt = performance.now();
    },
  });
  const until = backAt + SEEN_WITHIN_MS;
  while (!Number.isFinite(secondsToServe(watcher.looks, backAt)) && performance.now() < until) {
    await pause(100);
  }
  const looks = await watcher.stop();
  return {
    statuses: statusesOf(looks),
    longestWait: longestWait(looks),
    secondsToServe: secondsToServe(looks, backAt),
    wrong: looks.flatMap(({ status }) => (isCalm(status) ? [] : [String(status)])),
    notServed: looks.flatMap(({ status }) => (status === 200 ? [] : [status])),
  };
}

/** What members may have seen in all outages of a drill. */
export function calmAnswers(
  outages: readonly Outage[],
  { statuses }: Promises,
  servesWithin: number,
): Found[] {
  const slowest = Math.max(...outages.map((outage) => outage.longestWait));
  const back = Math.max(...outages.map((outage) => outage.secondsToServe));
  const bad = [...statuses].filter(([status]) => !isCalm(status));
  return [
    atMost("longest wait for an answer", slowest, ANSWERED_WITHIN, " s"),
    atMost("served again after", back, servesWithin, " s"),
    none(
      "answers to a look that were neither 200 nor 503",
      outages.flatMap(({ wrong }) => wrong),
    ),
    none(
      "answers to an order that were neither 200 nor 503",
      bad.map(([status, times]) => `${times} times ${status}`),
    ),
  ];
}

function isCalm(status: number): boolean {
  return status === 200 || status === 503;
}
