import { canBeLocked } from "#contract/cardStatus.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

/**
 * Sets the admin lock of a card at once and tells the member; a card that has one keeps it, and nobody is
 * told twice. Protecting takes one person, lifting the lock takes two (request kind lift_admin_lock). With
 * us the lock holds at once; isConfirmed says whether the issuer holds it too, which is asked until it does.
 * A card that is being made or waits for its member is locked with us: it is not taken into use then.
 */
export async function lockMemberCard(
  app: App,
  staff: StaffCaller,
  { memberGuid, reason }: { memberGuid: string; reason: string },
): Promise<{ isConfirmed: boolean }> {
  const { id } = await findMember(app, memberGuid);
  const order = await transact(app.db, async (tx) => {
    const card = await tx
      .selectFrom("card")
      .select(["id", "admin_locked", "account_no", "status", "perso_status"])
      .where("member_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (card === undefined || !isThere(card)) throw new Refusal("member_has_no_card");
    // Once the row is taken: orders hold it, so none is accepted after this moment.
    const at = app.now();
    const actor = { kind: "staff", name: staff.username } as const;
    const about = { cardId: card.id, actor, at, correlationId: staff.correlationId };
    // Asked again, the issuer says that it is so.
    const callIssuer = () =>
      card.account_no === null ? undefined : openOrder(tx, { ...about, kind: "admin_lock" });
    if (card.admin_locked) return callIssuer();
    await moveCard(tx, { ...about, event: "admin_lock", reason });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "card_locked",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { reason },
    });
    await notify(tx, { memberId: id, kind: "card_locked_by_staff", params: {}, at });
    return callIssuer();
  });
  // Without an account there is nothing to lock there, and while it is locked here none is opened.
  if (order === undefined) return { isConfirmed: true };
  return { isConfirmed: (await settleOrder(app, order)).state === "done" };
}

function isThere(card: { account_no: string | null; status: string; perso_status: string }) {
  const { account_no: accountNo, status, perso_status: persoStatus } = card;
  return canBeLocked({ accountNo: accountNo ?? "", status, persoStatus });
}
