import { maskCardNumber } from "#common/mask.ts";
import type { MemberCard } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

/** The card as staff may see it: never more of its number than the last four digits. */
export async function readMemberCard(
  app: App,
  memberGuid: string,
): Promise<{ card: MemberCard | null }> {
  const { id } = await findMember(app, memberGuid);
  const card = await app.db
    .selectFrom("card as c")
    .leftJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .selectAll("c")
    .select(["l.balance_centavos", "l.available_centavos"])
    .where("c.member_id", "=", id)
    .executeTakeFirst();
  if (card === undefined) return { card: null };
  const orders = await app.db
    .selectFrom("card_order")
    .select("kind")
    .where("card_id", "=", card.id)
    .where("state", "=", "open")
    .orderBy("id")
    .execute();
  return {
    card: {
      accountNo: card.account_no ?? "",
      cardNumber: maskCardNumber(card.last_four ?? undefined),
      status: card.status,
      persoStatus: card.perso_status,
      cardType: card.card_type,
      isMemberLocked: card.member_locked,
      isAdminLocked: card.admin_locked,
      isFreezeLocked: card.freeze_locked,
      balance: card.balance_centavos ?? 0n,
      available: card.available_centavos ?? 0n,
      withdrawalLimit: card.withdrawal_limit_centavos,
      pinChangedAt: card.pin_changed_at?.toISOString() ?? null,
      cvvChangedAt: card.cvv_changed_at?.toISOString() ?? null,
      waitsForIssuer: orders.map(({ kind }) => kind),
    },
  };
}
