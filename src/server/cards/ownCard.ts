import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * The member's own card, held until the transaction ends. Refuses with the catalogue's sentence for a card
 * that does not exist, is not active, or that staff locked; with `unlocked` also for one that the member
 * locked (rows N03, N10).
 */
export async function ownCard(tx: Tx, memberId: bigint, must: { unlocked?: boolean } = {}) {
  const card = await tx
    .selectFrom("card")
    .select([
      "id",
      "account_no",
      "status",
      "member_locked",
      "admin_locked",
      "pan_mac",
      "cvv_changed_at",
      "cvv_unseen",
      "withdrawal_limit_centavos",
    ])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (card === undefined || card.account_no === null) throw new Refusal("no_eon_account");
  if (card.status === "deactivated") throw new Refusal("card_deactivated");
  if (card.status === "suspended") throw new Refusal("card_suspended");
  if (card.admin_locked) throw new Refusal("card_admin_locked");
  if (card.status !== "active") throw new Refusal("card_state");
  if (must.unlocked === true && card.member_locked) throw new Refusal("card_member_locked");
  return card;
}
