import type { Db } from "#server/db/db.ts";

/**
 * Whether the issuer has stopped a card that is deactivated with us: it said so ("done"), it said no, which stands until
 * it is asked again ("refused"), or something is still asked of the card's use ("open").
 */
export type Stop =
  | { state: "done" }
  /** It may have said no before. */
  | { state: "open"; wasRefused: boolean }
  | { state: "refused"; detail: Record<string, string>; endedAt: Date };

/**
 * By the last order to deactivate the card. An order from before the issuer itself ended it says nothing any more, and
 * without an order it was the issuer (takeLifeEvent) or the card's last day (expireCards) that did.
 */
export async function readStop(db: Db, cardId: bigint): Promise<Stop> {
  const orders = db
    .selectFrom("card_order")
    .select(["state", "kind", "detail", "created_at", "ended_at"])
    .where("card_id", "=", cardId);
  const open = await orders
    .where("lane", "=", "use")
    .where("state", "=", "open")
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) {
    return { state: "open", wasRefused: await wasStopRefused(db, cardId, null) };
  }
  const last = await orders
    .where("kind", "=", "deactivate")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.state !== "refused" || last.ended_at === null) return { state: "done" };
  const decided = await readLastDeactivation(db, cardId);
  if (decided?.actor_kind === "issuer" && last.created_at < decided.at) return { state: "done" };
  // As openOrder wrote them.
  return {
    state: "refused",
    detail: last.detail as Record<string, string>,
    endedAt: last.ended_at,
  };
}

/** Who ended the card's use with us last, and when. */
export function readLastDeactivation(db: Db, cardId: bigint) {
  return db
    .selectFrom("card_event")
    .select(["actor_kind", "at"])
    .where("card_id", "=", cardId)
    .where("event", "=", "deactivate")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whether the issuer has refused to stop the card since it was deactivated with us, by another order than this one:
 * one that a later wish replaced was asked of nobody.
 */
export async function wasStopRefused(
  db: Db,
  cardId: bigint,
  butFor: bigint | null,
): Promise<boolean> {
  const decided = await readLastDeactivation(db, cardId);
  if (decided === undefined) return false;
  const refused = await db
    .selectFrom("card_order")
    .select("id")
    .where("card_id", "=", cardId)
    .where("kind", "=", "deactivate")
    .where("state", "=", "refused")
    .where("answer", "<>", "superseded")
    .where("created_at", ">=", decided.at)
    .$if(butFor !== null, (orders) => orders.where("id", "<>", butFor ?? 0n))
    .limit(1)
    .executeTakeFirst();
  return refused !== undefined;
}
