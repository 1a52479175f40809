import { type Histogram, newHistogram, record } from "#lab/load/histogram.ts";
import type { Call } from "#lab/load/profile.ts";

/** What was seen in one second, told when it is over. */
export type Second = {
  second: number;
  /** Durations from the moment a call was due to its answer, by kind; only of calls that were answered. */
  answered: Partial<Record<Call, Histogram>>;
  /** Calls that failed, by kind and reason. */
  failed: Record<string, number>;
  /** How late calls were sent: the load's own fault, and part of the durations above. */
  sentLate: Histogram;
  /** How late bells rang, from the moment that they tell. */
  bells: Histogram;
  underWay: number;
  waiting: number;
  connections: number;
  sockets: number;
  /** Sockets that ended and were not meant to. */
  socketsLost: Record<string, number>;
};

export type Tally = ReturnType<typeof newTally>;

export function newTally() {
  let current = emptySecond();
  return {
    answered: (call: Call, milliseconds: number) => {
      record((current.answered[call] ??= newHistogram()), milliseconds);
    },
    failed: (call: Call, why: string) => count(current.failed, `${call} ${why}`),
    sentLate: (milliseconds: number) => record(current.sentLate, milliseconds),
    bell: (milliseconds: number) => record(current.bells, milliseconds),
    socketLost: (why: string) => count(current.socketsLost, why),
    /** The second that is over, and a new one begins. */
    take: (
      now: Pick<Second, "second" | "underWay" | "waiting" | "connections" | "sockets">,
    ): Second => {
      const over = { ...current, ...now };
      current = emptySecond();
      return over;
    },
  };
}

function emptySecond(): Omit<
  Second,
  "second" | "underWay" | "waiting" | "connections" | "sockets"
> {
  return {
    answered: {},
    failed: {},
    sentLate: newHistogram(),
    bells: newHistogram(),
    socketsLost: {},
  };
}

function count(into: Record<string, number>, what: string): void {
  into[what] = (into[what] ?? 0) + 1;
}
