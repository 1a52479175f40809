import type { App } from "#server/app.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";

/** Checks the books and keeps the result. A breach is an error in the log, with its names, and a metric. */
export async function watchInvariants(app: App): Promise<void> {
  const breaches = await checkInvariants(app.db);
  app.metrics.invariantBreaches.set(breaches.length);
  if (breaches.length > 0) app.log.error({ breaches }, "the books break an invariant");
  await app.db
    .insertInto("invariant_run")
    .values({
      at: app.now(),
      breaches: JSON.stringify(breaches, (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    })
    .execute();
}
