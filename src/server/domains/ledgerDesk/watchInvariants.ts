import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { type Breach, checkBooks } from "#server/ledger/checkInvariants.ts";
import type { Known } from "#server/ledger/touched.ts";

/** So often all of the books is looked at; in between, what was written since the last look. */
const WHOLE_MS = 24 * 60 * 60 * 1000;
/** So long what was taken away, and is not put back, is told: then the books as they are count. */
const GONE_MS = 24 * 60 * 60 * 1000;
/** What was under way when the whole was looked at is looked at again. */
const MARGIN_MS = 60 * 60 * 1000;
/** Among so many before it, those that still have figures lose them: nobody goes on from them. */
const RUNS_CLEARED = 100n;

/** The worker's: checks the books and keeps the result, for the metric too. */
export async function watchInvariants(app: App): Promise<void> {
  const breaches = await checkAndKeep(app);
  app.metrics.invariantBreaches.set(breaches.length);
}

/**
 * Checks the books, keeps the result and answers the breaches. Each is an error in the log, with its names.
 * What nobody wrote to since the last look, and loans that did not move since the last look at all of them, are left
 * out until the next, a day later at the most; `isWhole` asks for all. While the books are broken, all are looked at
 * each time, so that no breach goes out of sight.
 */
export async function checkAndKeep(
  app: App,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Breach[]> {
  const at = app.now();
  const known = await whatIsKnown(app, at, isWhole);
  const look = await checkBooks(app.db, { known, at, isAside: true });
  const { breaches, why } = look;
  if (breaches.length > 0) app.log.error({ breaches }, "the books break an invariant");
  if (why !== undefined) app.log.warn({ why }, "all of the books was looked at");
  const isRight = breaches.length === 0;
  // In one statement: a run whose look was broken off clears nothing. Nor does one that found something.
  await app.db
    .with("cleared", (db) =>
      db
        .updateTable("invariant_run")
        .set({ figures: null })
        .where(sql.lit(isRight))
        .where("id", ">", (newest) =>
          newest
            .selectFrom("invariant_run")
            .select(sql<bigint>`max(id) - ${RUNS_CLEARED}::bigint`.as("id")),
        )
        .where("figures", "is not", null),
    )
    .insertInto("invariant_run")
    .values({
      at,
      is_whole: look.isWhole,
      seen_up_to: look.seen.mark,
      figures: isRight ? look.seen.figures : null,
      breaches: JSON.stringify(breaches, (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    })
    .execute();
  return breaches;
}

/** From where a look goes on; all of the books is looked at when it does not say since when loans may have moved. */
async function whatIsKnown(
  app: App,
  at: Date,
  isWhole: boolean,
): Promise<(Known & { since?: Date }) | undefined> {
  const runs = app.db
    .selectFrom("invariant_run")
    .select([
      "id",
      "at",
      "breaches",
      "seen_up_to as mark",
      sql<string | null>`figures::text`.as("figures"),
    ])
    .orderBy("id", "desc");
  const newest = await runs.limit(1).executeTakeFirst();
  const whole = await runs.where("is_whole", "=", true).limit(1).executeTakeFirst();
  const right = await runs
    .where("figures", "is not", null)
    .where("at", ">", new Date(at.getTime() - GONE_MS))
    .limit(1)
    .executeTakeFirst();
  if (!right?.mark || !right.figures) return undefined;
  const known = { mark: right.mark, figures: right.figures };
  if (isWhole || newest?.id !== right.id || whole === undefined) return known;
  // The newest may have begun before the whole one that found something, and have ended after it. Lists, always.
  const isBroken = [newest, whole].some(({ breaches }) => (breaches as unknown[]).length > 0);
  const age = at.getTime() - whole.at.getTime();
  if (isBroken || age < 0 || age >= WHOLE_MS) return known;
  return { ...known, since: new Date(whole.at.getTime() - MARGIN_MS) };
}
