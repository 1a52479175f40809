import type { App } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin, secondsClosed } from "#server/throttle.ts";

/** Forms a source may send in an hour: a whole office on its first day. */
const SIGN_UPS_AN_HOUR = 100;
/** How often an hour a source may learn that a number is on the books (security.md T8). */
const MISSING_MOBILES_AN_HOUR = 5;

const missing = { scope: "mobile_missing", limit: MISSING_MOBILES_AN_HOUR };

/** Refuses a source that tries numbers or usernames one after the other: any number, right or not. */
export async function refuseProbing(app: App, source: string): Promise<void> {
  const of = { key: source, at: app.now() };
  const closed = await secondsClosed(app.db, { ...missing, ...of, windowSeconds: 3600 });
  const forms = { ...of, scope: "sign_up", limit: SIGN_UPS_AN_HOUR, window: "1 hour" as const };
  const wait = closed > 0 ? closed : await countWithin(app.db, forms);
  if (wait > 0) throw new Refusal("too_many_requests", { retryAfterSeconds: wait });
}

/** Counts one answer that told of a member; the one that closes the source rings the alarm. */
export async function noteMissingMobile(app: App, source: string): Promise<void> {
  const at = app.now();
  await countWithin(app.db, { ...missing, key: source, window: "1 hour", at });
  if ((await secondsClosed(app.db, { ...missing, key: source, windowSeconds: 3600, at })) === 0) {
    return;
  }
  app.metrics.signUpSweeps.inc();
  app.log.warn({ source }, "a source asks for members without a mobile number");
}
