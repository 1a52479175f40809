import type { Db, Tx } from "#server/db/db.ts";
import type { Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * The device that calls. In a transaction it stays until the end: who forgets it waits, and ends what was added
 * meanwhile. Refuses session_expired when the session ended while the call was under way.
 */
export async function thisDevice(db: Db | Tx, { sessionId }: Caller): Promise<string> {
  const session = await db
    .selectFrom("session as s")
    .innerJoin("device as d", "d.id", "s.device_id")
    .select("d.id")
    .where("s.id", "=", sessionId)
    .where("s.ended_at", "is", null)
    .where("d.forgotten_at", "is", null)
    .forShare("d")
    .executeTakeFirst();
  if (session === undefined) throw new Refusal("session_expired");
  return session.id;
}

/** What the device was last pushed to by, live or ended. */
export function lastSubscription(db: Db | Tx, deviceId: string) {
  return db
    .selectFrom("push_subscription")
    .select(["id", "endpoint", "p256dh", "auth", "key_id"])
    .select(["instead_of_text_from", "ended_at", "end_reason"])
    .where("device_id", "=", deviceId)
    .orderBy("created_at", "desc")
    .orderBy("ended_at", (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
}

/** The subscription went without anybody's wish: its browser is to subscribe anew. */
export const WENT_BY_ITSELF: ReadonlySet<string | null> = new Set(["gone", "key", "replaced"]);
