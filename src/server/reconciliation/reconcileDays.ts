import { sql } from "kysely";
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
 * Matches the files of the days that are over and have none so far; then proves the day before this one, and
 * each day again that has a file which came after its proof. What a partner cannot give now is asked for
 * again with the next run, and so is a proof that was cut short; one partner's trouble keeps no other's files.
 */
export async function reconcileDays(app: App): Promise<void> {
  const today = manilaDate(new Date(app.now().getTime() - AFTER_MIDNIGHT_MS));
  const by: AskedBy = {
    kind: "system",
    name: "reconcileDays",
    correlationId: app.random.uuid(),
  };
  for (const source of RECONCILIATION_SOURCES) {
    for (let back = 1; back <= DAYS_BACK; back++) {
      const day = addDays(today, -back);
      if (await isMatched(app, { source, day })) continue;
      // Who has nothing for one day is not asked for the older ones at once.
      if (!(await tryDay(app, { source, day }, by))) break;
    }
  }
  const yesterday = addDays(today, -1);
  for (const day of await unproven(app, yesterday)) await prove(app, day, by);
}

/** Yesterday unless it is proven, and days with a file that is younger than their proof, oldest first. */
async function unproven(app: App, yesterday: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with proven as (
      select day, max(at) as at from reconciliation_proof
      where day between ${addDays(yesterday, 1 - DAYS_BACK)} and ${yesterday} group by day)
    select day::text from proven
    where at < (select max(r.fetched_at) from reconciliation_run r where r.day = proven.day and r.replaced_at is null)
    union
    select ${yesterday} where not exists (select from proven where day = ${yesterday}::date)
    order by day`.execute(app.db);
  return rows.map(({ day }) => day);
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
      app.log.info({ ...of, code: error.code }, "no file of a partner to match");
    } else {
      app.log.error({ ...of, err: error }, "a partner's file could not be matched");
    }
    return false;
  }
}
