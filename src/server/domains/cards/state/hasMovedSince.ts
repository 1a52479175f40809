import type { Tx } from "#server/db/db.ts";
import type { CardEvent } from "./cardEvents.ts";

/** Whether one of these happened to the card at that moment or later: what is told late says nothing of it. */
export async function hasMovedSince(
  tx: Tx,
  cardId: bigint,
  events: CardEvent[],
  since: string,
): Promise<boolean> {
  const moved = await tx
    .selectFrom("card_event")
    .select("id")
    .where("card_id", "=", cardId)
    .where("event", "in", events)
    .where("at", ">=", new Date(since))
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}
