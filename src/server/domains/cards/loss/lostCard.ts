import { isLoss } from "#contract/cardLoss.ts";
import { readStop } from "#server/domains/cards/orders/stopAtIssuer.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * The member's own card that was lost or stolen and has no new plastic so far, held until the transaction ends.
 * Refuses card_deactivated for one that staff ended for another cause, and card_stop_open while the issuer has not
 * confirmed that the old plastic is stopped.
 */
export async function ownLostCard(tx: Tx, memberId: bigint) {
  const card = await ownCard(tx, memberId, "replace_card");
  const { deactivated_for: cause } = await tx
    .selectFrom("card")
    .select("deactivated_for")
    .where("id", "=", card.id)
    .executeTakeFirstOrThrow();
  if (!isLoss(cause)) throw new Refusal("card_deactivated");
  if ((await readStop(tx, card.id)).state !== "done") throw new Refusal("card_stop_open");
  return { ...card, cause };
}
