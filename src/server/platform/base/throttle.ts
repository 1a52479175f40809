import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Counts one event of a key, in one statement, over all processes. Seconds to wait when it is beyond
 * `limit` within `window`, which begins with its first event; 0 when it is not.
 */
export async function countWithin(
  db: Db,
  event: { scope: string; key: string; limit: number; window: "1 hour" | "1 day"; at: Date },
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select count_within(${event.scope}, ${event.key}, ${event.limit}, ${event.window}::interval,
      ${event.at}) as wait
  `.execute(db);
  return rows[0]?.wait ?? 0;
}

/** Counts as countWithin. Refuses too_many_requests, with the time to wait, beyond `limit`. */
export async function requireWithin(
  db: Db,
  event: Parameters<typeof countWithin>[1],
): Promise<void> {
  const wait = await countWithin(db, event);
  if (wait > 0) throw new Refusal("too_many_requests", { retryAfterSeconds: wait });
}

/** Seconds until the key is free again; 0 when fewer than `limit` were counted within the window. */
export async function secondsClosed(
  db: Db,
  event: { scope: string; key: string; limit: number; windowSeconds: number; at: Date },
): Promise<number> {
  const counted = await db
    .selectFrom("throttle")
    .select(["count", "window_started_at"])
    .where("scope", "=", event.scope)
    .where("key", "=", event.key)
    .executeTakeFirst();
  if (counted === undefined || counted.count < event.limit) return 0;
  const endsAt = counted.window_started_at.getTime() + event.windowSeconds * 1000;
  return Math.max(0, Math.ceil((endsAt - event.at.getTime()) / 1000));
}
