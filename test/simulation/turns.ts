import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as tick } from "node:timers/promises";

/** What one process does beside another; it says itself what went wrong, and never throws. */
export type Part = { process: string; work: () => Promise<unknown> };

/**
 * Lets two processes work at the same time, one statement or call after the other: each waits before its next,
 * and whoever is asked says who goes on. Each has one connection, so that never more than one statement is at
 * work in PostgreSQL, and the same choices are the same run. One that waits for the other's lock keeps nobody
 * waiting: its answer waits for a turn instead.
 */
export type Turns = {
  /** Waits for a turn; at once for a process that is alone. */
  pass: (process: string | undefined) => Promise<void>;
  /** Watches a statement that was sent, by the number of its backend. */
  watch: <T>(process: string, backend: number, answer: Promise<T>) => Promise<T>;
  /** The process whose part this is called in; undefined when it is alone. */
  current: () => string | undefined;
  /** Ends when all is done. `below` chooses; answers whose turn it was, one after the other. */
  interleave: (parts: readonly Part[], below: (limit: number) => number) => Promise<string>;
};

/** What PostgreSQL knows of statements that do not answer. */
export type Backends = {
  /** Of these, those that wait for a lock of another of them. */
  blocked: (backends: readonly number[]) => Promise<number[]>;
  cancel: (backend: number) => Promise<void>;
};

type Runner = { process: string; isDone: boolean };
type Waiting = { runner: Runner; go: () => void };
type Sent = { runner: Runner; backend: number; wasBlocked: boolean; isVictim: boolean };

/** Who begins several things has begun all of them within so many turns of the event loop. */
const TICKS = 3;
/** A statement that takes longer may be waiting for a lock, and PostgreSQL is asked. */
const LONG_MS = 2;
const DEADLOCK = "40P01";

export function makeTurns(backends: Backends): Turns {
  const inPart = new AsyncLocalStorage<string>();
  const waiting: Waiting[] = [];
  const sent = new Set<Sent>();
  let runners: Runner[] = [];
  let happen: () => void = () => undefined;

  const runnerOf = (process: string | undefined) =>
    runners.find((runner) => runner.process === process);

  async function waitForTurn(runner: Runner): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push({ runner, go: resolve });
      happen();
    });
  }

  async function watch<T>(process: string, backend: number, answer: Promise<T>): Promise<T> {
    const runner = runnerOf(process);
    if (runner === undefined) return answer;
    const statement: Sent = { runner, backend, wasBlocked: false, isVictim: false };
    sent.add(statement);
    try {
      return await answer;
    } catch (error) {
      throw statement.isVictim ? Object.assign(error as Error, { code: DEADLOCK }) : error;
    } finally {
      sent.delete(statement);
      happen();
      if (statement.wasBlocked) await waitForTurn(runner);
    }
  }

  /** Until nobody comes any further without a turn. */
  async function settle(): Promise<void> {
    for (;;) {
      let hasHappened = false;
      const something = new Promise<void>((resolve) => {
        happen = () => {
          hasHappened = true;
          resolve();
        };
      });
      for (let ticks = 0; ticks < TICKS; ticks += 1) await tick();
      if (hasHappened) continue;
      const isAway = runners.some(isAwayNow);
      if (!isAway && sent.size === 0) return;
      const isNew = [...sent].some(({ wasBlocked }) => !wasBlocked);
      if (isAway || isNew) await within(LONG_MS, something);
      if (!hasHappened && !isAway && (await areAllBlocked()) && !hasHappened) return;
    }
  }

  function isAwayNow(runner: Runner): boolean {
    return !runner.isDone && ![...waiting, ...sent].some((one) => one.runner === runner);
  }

  /** What is blocked stays so until somebody has a turn. */
  async function areAllBlocked(): Promise<boolean> {
    const blocked = await backends.blocked([...sent].map(({ backend }) => backend));
    const areAll = [...sent].every(({ backend }) => blocked.includes(backend));
    if (areAll) for (const statement of sent) statement.wasBlocked = true;
    return areAll;
  }

  /** Each waits for the other: one of them is given up, as PostgreSQL would after a while. */
  async function breakDeadlock(below: (limit: number) => number): Promise<void> {
    const victim = [...sent].toSorted(byProcess)[below(sent.size)];
    if (victim === undefined) throw new Error("nobody has a turn, and nobody waits for a lock");
    victim.isVictim = true;
    await backends.cancel(victim.backend);
    while (sent.has(victim)) await tick();
  }

  function begin({ process, work }: Part): void {
    const runner = { process, isDone: false };
    runners.push(runner);
    void inPart.run(process, async () => {
      try {
        await work();
      } finally {
        runner.isDone = true;
        happen();
      }
    });
  }

  return {
    pass: async (process) => {
      const runner = runnerOf(process);
      if (runner !== undefined) await waitForTurn(runner);
    },
    watch,
    current: () => inPart.getStore(),
    async interleave(parts, below) {
      let turns = "";
      for (const part of parts) {
        begin(part);
        await settle();
      }
      while (waiting.length + sent.size > 0) {
        // Of two that came between two turns nobody knows which was first.
        waiting.sort(byProcess);
        const place = waiting.length === 0 ? 0 : below(waiting.length);
        const [next] = waiting.splice(place, 1);
        if (next === undefined) await breakDeadlock(below);
        turns += next?.runner.process ?? "!";
        next?.go();
        await settle();
      }
      runners = [];
      return turns;
    },
  };
}

function byProcess({ runner: one }: { runner: Runner }, { runner: other }: { runner: Runner }) {
  return one.process.localeCompare(other.process);
}

/** Until it is there, and no longer than so many milliseconds. */
function within(milliseconds: number, something: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const over = setTimeout(resolve, milliseconds);
    void something.then(() => {
      clearTimeout(over);
      resolve();
    });
  });
}
