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
 * Ends a suspension before its time; the member is told. With us it holds at once; isConfirmed says
 * whether the issuer holds it too, which is asked until it does. Refuses member_has_no_card, and
 * card_state for a card that is not suspended.
 */
export async function unsuspendCard(
  app: App,
  staff: StaffCaller,
  { memberGuid, reason }: { memberGuid: string; reason: string },
): Promise<{ isConfirmed: boolean }> {
  const { id: memberId } = await findMember(app, memberGuid);
  const { correlationId } = staff;
  const at = app.now();
  const order = await transact(app.db, async (tx) => {
    const card = await tx
      .selectFrom("card")
      .select(["id", "status"])
      .where("member_id", "=", memberId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (card === undefined) throw new Refusal("member_has_no_card");
    if (card.status !== "suspended") throw new Refusal("card_state");
    const actor = { kind: "staff", name: staff.username } as const;
    const about = { cardId: card.id, actor, at, correlationId };
    await moveCard(tx, { ...about, event: "unsuspend", reason });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "card_unsuspended",
      object: `member:${memberGuid}`,
      correlationId,
      detail: { reason, identity_checked: true },
    });
    await notify(tx, { memberId, kind: "card_unsuspended", params: {}, at });
    return openOrder(tx, { ...about, kind: "unsuspend" });
  });
  return { isConfirmed: (await settleOrder(app, order)).state === "done" };
}
