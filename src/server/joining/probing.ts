import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin, requireWithin, secondsClosed } from "#server/throttle.ts";

/** Forms a source may send in an hour: a whole office on its first day. */
const SIGN_UPS_AN_HOUR = 100;
/** How often an hour a source may learn that a number is on the books (security.md T8). */
const MISSING_MOBILES_AN_HOUR = 5;

const missing = { scope: "mobile_missing", limit: MISSING_MOBILES_AN_HOUR };

/** Refuses a source that tries numbers or usernames one after the other: any number, right or not. */
export async function refuseProbing(app: App, source: string): Promise<void> {
  await refuseClosed(app, source);
  const forms = { scope: "sign_up", key: source, limit: SIGN_UPS_AN_HOUR, at: app.now() };
  await requireWithin(app.db, { ...forms, window: "1 hour" });
}

/**
 * Refuses a source that has heard of as many members as it may. Asked again for every number once its member
 * was looked up: of many forms at once, being refused tells nothing of a number.
 */
export async function refuseClosed(app: App, source: string): Promise<void> {
  const of = { ...missing, key: source, windowSeconds: 3600, at: app.now() };
  refuseAfter(await secondsClosed(app.db, of));
}

function refuseAfter(seconds: number): void {
  if (seconds > 0) throw new Refusal("too_many_requests", { retryAfterSeconds: seconds });
}

/**
 * Counts one answer that is to tell of a member, and refuses it beyond the limit, however many are asked for
 * at once. The one that closes the source rings the alarm.
 */
export async function noteMissingMobile(app: App, source: string): Promise<void> {
  const of = { ...missing, key: source, at: app.now() };
  // The count keeps the row locked, so only the last that is allowed sees the source closed.
  const { wait, closed } = await transact(app.db, async (tx) => ({
    wait: await countWithin(tx, { ...of, window: "1 hour" }),
    closed: await secondsClosed(tx, { ...of, windowSeconds: 3600 }),
  }));
  refuseAfter(wait);
  if (closed === 0) return;
  app.metrics.signUpSweeps.inc();
  app.log.warn({ source }, "a source asks for members without a mobile number");
}
