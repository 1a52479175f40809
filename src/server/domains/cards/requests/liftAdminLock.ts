import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { lockCard } from "./cardOf.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { yesNo } from "#server/domains/makerChecker/yesNo.ts";

/** Lifts an admin lock. A lock that the member set stays (docs/requirements/decisions.md, 5). */
export const liftAdminLock = defineKind({
  kind: "lift_admin_lock",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const card = await lockCard(tx, memberGuid);
    if (!card.admin_locked) throw new Refusal("request_does_not_apply");
    return {
      cardStatus: card.status,
      adminLocked: yesNo(card.admin_locked),
      memberLocked: yesNo(card.member_locked),
    };
  },
  after: (_payload, before) => ({ ...before, adminLocked: "no" }),
  apply: async (tx, { memberGuid }, { at, maker, checker, correlationId }) => {
    const card = await lockCard(tx, memberGuid);
    const actor = { kind: "staff", name: checker } as const;
    const about = { cardId: card.id, actor, at, correlationId };
    await moveCard(tx, { ...about, event: "admin_unlock", reason: `Asked by ${maker}` });
    // Of a card without an account the issuer holds no lock.
    const isAtIssuer = card.account_no !== null;
    if (isAtIssuer) await openOrder(tx, { ...about, kind: "admin_unlock" });
    await notify(tx, { memberId: card.member_id, kind: "card_lock_lifted", params: {}, at });
    return isAtIssuer ? "issuer" : undefined;
  },
});
