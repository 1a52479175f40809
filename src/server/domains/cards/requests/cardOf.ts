import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** The member's card, locked until the transaction ends. Refuses request_does_not_apply without one. */
export async function lockCard(tx: Tx, memberGuid: string) {
  const card = await tx
    .selectFrom("card")
    .innerJoin("member", "member.id", "card.member_id")
    .select([
      "card.id",
      "card.member_id",
      "card.status",
      "card.account_no",
      "card.perso_status",
      "card.admin_locked",
      "card.member_locked",
      "card.deactivated_for",
      "card.deactivated_from",
      "card.suspended_until",
    ])
    .where("member.guid", "=", memberGuid)
    .forNoKeyUpdate("card")
    .executeTakeFirst();
  if (card === undefined) throw new Refusal("request_does_not_apply");
  return card;
}
