import type { App } from "#server/app.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";

/** So often all transfers and loans are looked at; in between, those that may have changed since. */
const WHOLE_MS = 24 * 60 * 60 * 1000;
/** What was under way when the whole was looked at is looked at again. */
const MARGIN_MS = 60 * 60 * 1000;

/**
 * Checks the books and keeps the result. A breach is an error in the log, with its names, and a metric.
 * Transfers that ended before the last look at all of them, and loans that did not move since, are left out
 * until the next, a day later at the most; `isWhole` asks for all. While the books are broken, all are looked at each time, so that no breach
 * goes out of sight.
 */
export async function watchInvariants(
  app: App,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<void> {
  const at = app.now();
  const since = isWhole ? undefined : await startOfLook(app, at);
  const breaches = await checkInvariants(app.db, { since, isAside: true });
  app.metrics.invariantBreaches.set(breaches.length);
  if (breaches.length > 0) app.log.error({ breaches }, "the books break an invariant");
  await app.db
    .insertInto("invariant_run")
    .values({
      at,
      is_whole: since === undefined,
      breaches: JSON.stringify(breaches, (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    })
    .execute();
}

/** From when on transfers and loans are looked at now; undefined when all are. */
async function startOfLook(app: App, at: Date): Promise<Date | undefined> {
  const runs = app.db.selectFrom("invariant_run").select(["at", "breaches"]).orderBy("id", "desc");
  const newest = await runs.limit(1).executeTakeFirst();
  const whole = await runs.where("is_whole", "=", true).limit(1).executeTakeFirst();
  if (newest === undefined || whole === undefined) return undefined;
  // Written below, always as a list.
  const isBroken = (newest.breaches as unknown[]).length > 0;
  if (isBroken || at.getTime() - whole.at.getTime() >= WHOLE_MS) return undefined;
  return new Date(whole.at.getTime() - MARGIN_MS);
}
