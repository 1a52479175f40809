import type { App } from "#server/platform/app.ts";

/** How many are read at a time, and how many of them are under way at once. */
export type Turn = { batch: number; hands: number; ended?: AbortSignal };

type Work<One> = {
  /** Those after this one, in their order. */
  find: (after: One | undefined) => Promise<One[]>;
  act: (one: One) => Promise<void>;
  nameOf: (one: One) => Record<string, string>;
};

/** Does each of those that are found; what fails is logged, keeps no other from its turn, and is found again. */
export async function inTurn<One>(
  app: App,
  { hands, ended }: Turn,
  { find, act, nameOf }: Work<One>,
): Promise<void> {
  let found = await find(undefined);
  while (found.length > 0) {
    const queue = found.values();
    const work = async () => {
      for (const one of queue) {
        if (ended?.aborted === true) return;
        // oxlint-disable-next-line no-await-in-loop -- one after the other, by each hand
        await act(one).catch((error: unknown) => {
          app.log.error({ err: error, ...nameOf(one) }, "a scheduled transfer failed");
        });
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await Promise.all(Array.from({ length: hands }, work));
    if (ended?.aborted === true) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    found = await find(found.at(-1));
  }
}
