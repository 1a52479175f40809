import { addDays, manilaDate } from "#common/manila.ts";
import { RECONCILIATION_SOURCES } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";
import { prove } from "./proof.ts";
import { type AskedBy, type OfDay, reconcileDay } from "./reconcileDay.ts";

/** Partners close their day first. */
const AFTER_MIDNIGHT_MS = 30 * 60 * 1000;
/** A file that did not come is asked for again on so many days. */
const DAYS_BACK = 14;

/**
 * Matches the files of the days that are over and have none so far, then proves the day before this one,
 * once, and each day again whose file came late. What a partner cannot give now is asked for again with
 * the next run; one partner's trouble keeps no other's files.
 */
export async function reconcileDays(app: App): Promise<void> {
  const today = manilaDate(new Date(app.now().getTime() - AFTER_MIDNIGHT_MS));
  const by: AskedBy = {
    kind: "system",
    name: "reconcileDays",
    correlationId: app.random.uuid(),
  };
  const arrived = new Set<string>();
  for (const source of RECONCILIATION_SOURCES) {
    for (let back = 1; back <= DAYS_BACK; back++) {
      const day = addDays(today, -back);
      if (await isMatched(app, { source, day })) continue;
      // Who has nothing for one day is not asked for the older ones at once.
      if (!(await tryDay(app, { source, day }, by))) break;
      arrived.add(day);
    }
  }
  const yesterday = addDays(today, -1);
  if (!(await isProven(app, yesterday))) await prove(app, yesterday, by);
  for (const day of [...arrived].toSorted()) {
    if (day !== yesterday && (await isProven(app, day))) await prove(app, day, by);
  }
}

async function isProven(app: App, day: string): Promise<boolean> {
  const proven = await app.db
    .selectFrom("reconciliation_proof")
    .select("id")
    .where("day", "=", day)
    .limit(1)
    .executeTakeFirst();
  return proven !== undefined;
}

async function isMatched(app: App, { source, day }: OfDay): Promise<boolean> {
  const run = await app.db
    .selectFrom("reconciliation_run")
    .select("id")
    .where("source", "=", source)
    .where("day", "=", day)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return run !== undefined;
}

/** Whether the file came and was matched. */
async function tryDay(app: App, of: OfDay, by: AskedBy): Promise<boolean> {
  try {
    await reconcileDay(app, of, by);
    return true;
  } catch (error) {
    if (error instanceof Refusal) {
      app.log.warn({ ...of, code: error.code }, "no file of a partner to match");
    } else {
      app.log.error({ ...of, err: error }, "a partner's file could not be matched");
    }
    return false;
  }
}
