import { getBalances } from "#contract/members.ts";
import { type BankClient, callBank } from "#test/client/bankClient.ts";
import { pause } from "./drillBank.ts";

/** What a member saw who looked at the accounts again and again. */
export type Probe = { askedAt: number; answeredAt: number; status: number };

export type Watcher = {
  looks: Probe[];
  /** Ends it and answers what was seen. */
  stop: () => Promise<Probe[]>;
};

const LOOK_EVERY_MS = 100;
/** Longer than any answer may take, so that one that hangs is seen as one. */
const PATIENCE_MS = 20_000;

/** Looks at a member's accounts every 100 ms, whether the look before was answered or not. */
export function watch(client: BankClient, guid: string): Watcher {
  const looks: Probe[] = [];
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  const look = async () => {
    const askedAt = performance.now();
    const { httpStatus: status } = await callBank(client, getBalances, {
      params: { guid },
      timeoutMs: PATIENCE_MS,
    });
    looks.push({ askedAt, answeredAt: performance.now(), status });
  };
  const running = (async () => {
    while (!isOver) {
      const one = look().finally(() => underWay.delete(one));
      underWay.add(one);
      await pause(LOOK_EVERY_MS);
    }
    await Promise.all(underWay);
  })();
  return {
    looks,
    stop: async () => {
      isOver = true;
      await running;
      return looks;
    },
  };
}

/** The longest that anybody waited for an answer, in seconds. */
export function longestWait(looks: readonly Probe[]): number {
  return Math.max(0, ...looks.map(({ askedAt, answeredAt }) => answeredAt - askedAt)) / 1000;
}

/** Statuses that were seen, by how often. */
export function statusesOf(looks: readonly Probe[]): string {
  const counts = new Map<number, number>();
  for (const { status } of looks) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, times]) => `${status}: ${times}`).join(", ");
}

/** Seconds from a moment to the first good answer that was asked for after it; Infinity without one. */
export function secondsToServe(looks: readonly Probe[], moment: number): number {
  const good = looks.filter(({ askedAt, status }) => askedAt >= moment && status === 200);
  return (Math.min(...good.map(({ answeredAt }) => answeredAt)) - moment) / 1000;
}
