import type { App } from "#server/platform/app.ts";
import { accrueThrough, beginInterest, lastDayOver } from "./accrueDays.ts";
import { askDueInterest } from "./interestRuns.ts";
import { postRun } from "./postRun.ts";
import { reverseRun } from "./reverseRun.ts";
import { reckonRun, runsIn } from "./runs.ts";

/**
 * The worker's: accrues the days that are over, credits the months that are, and carries out what people asked
 * for of dividends and reversals. All that is under way stands in earning_run, so that it goes on after a stop.
 * A run that cannot go on holds up no other; the first of their errors is thrown at the end.
 */
export async function runEarnings(app: App): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      errors.push(error);
    });
  await attempt(async () => {
    await beginInterest(app);
    await accrueThrough(app, lastDayOver(app));
    await askDueInterest(app);
  });
  const steps = [
    ["reversing", reverseRun],
    ["asked", reckonRun],
    ["posting", postRun],
  ] as const;
  for (const [state, step] of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each has all of the database it needs
    for (const id of await runsIn(app.db, state)) await attempt(() => step(app, id));
  }
  if (errors.length > 0) throw errors[0];
}
