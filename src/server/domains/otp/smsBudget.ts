import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { countWithin, secondsClosed } from "#server/platform/base/throttle.ts";

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** What all strangers together have: an hour and a day of texts, whose end is the most that they can cost. */
function commonBudgets(app: App, isKnownDevice: boolean) {
  const key = isKnownDevice ? "devices" : "all";
  const at = app.now();
  return [
    {
      event: { scope: "texts", key, limit: app.config.TEXTS_AN_HOUR, at },
      window: "1 hour",
      windowSeconds: HOUR_SECONDS,
      name: "hour",
    },
    {
      event: { scope: "texts_of_day", key, limit: app.config.TEXTS_A_DAY, at },
      window: "1 day",
      windowSeconds: DAY_SECONDS,
      name: "day",
    },
  ] as const;
}

/**
 * Takes one text message that a stranger asked for from the budgets of us all. Seconds to wait when none is
 * left, else 0. One that is not wanted only takes as long: the caller undoes it (keepOrUndo). Once, with the last text of a
 * budget, somebody is woken up: it is an attack, or the budget is too small. Browsers that their members have
 * signed in with draw on budgets of their own, so that no stranger can use up what they need.
 */
export async function takeText(
  tx: Tx,
  app: App,
  { isWanted, isKnownDevice }: { isWanted: boolean; isKnownDevice: boolean },
): Promise<number> {
  let longest = 0;
  for (const { event, window, windowSeconds, name } of commonBudgets(app, isKnownDevice)) {
    const wait = await countWithin(tx, { ...event, window });
    const isSpent = (await secondsClosed(tx, { ...event, windowSeconds })) > 0;
    if (isWanted && isSpent && wait === 0) {
      app.log.error(`the ${name}'s budget of text messages for strangers is used up`);
    }
    longest = Math.max(longest, wait);
  }
  return longest;
}
