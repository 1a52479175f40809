import type { CardAction } from "#contract/cardActions.ts";
import { requireCardAction } from "./cardRefusals.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * The member's own card, held until the transaction ends. Refuses with the catalogue's sentence for a card
 * that does not exist, and for one with which this cannot be done as it stands (rows N03, N10).
 */
export async function ownCard(tx: Tx, memberId: bigint, action: CardAction) {
  const card = await tx
    .selectFrom("card")
    .select([
      "id",
      "account_no",
      "status",
      "perso_status",
      "member_locked",
      "admin_locked",
      "suspended_until",
      "pan_mac",
      "cvv_changed_at",
      "cvv_unseen",
      "withdrawal_limit_centavos",
    ])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (card === undefined) throw new Refusal("no_eon_account");
  requireCardAction(action, card);
  return card;
}
