import { Refusal } from "#server/refusal.ts";

export type WorkQueue = {
  /** Runs `work` when its turn comes. Refuses with busy when too many wait already. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Lets `atOnce` run and `waiting` wait; whoever comes after that is told to come back. */
export function makeWorkQueue(
  atOnce: number,
  waiting: number,
  gauge: { set: (value: number) => void },
): WorkQueue {
  const queue: (() => void)[] = [];
  let running = 0;

  return {
    run: async (work) => {
      if (running < atOnce) {
        running += 1;
      } else {
        if (queue.length >= waiting) throw new Refusal("busy", { retryAfterSeconds: 2 });
        // Whoever finishes hands over the place, so `running` does not change.
        await new Promise<void>((resolve) => {
          queue.push(resolve);
          gauge.set(queue.length);
        });
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        gauge.set(queue.length);
        if (next) next();
        else running -= 1;
      }
    },
  };
}
