import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { resolveStopExceptions } from "#server/domains/cards/orders/reportRefusal.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { type Approval, defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { canComeBack, isInUse } from "./cardConditions.ts";
import { lockCard } from "./cardOf.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";

/** Ends a card's use: active or suspended becomes deactivated (card state machine). */
export const deactivateCard = defineKind({
  kind: "deactivate_card",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const card = await lockCard(tx, memberGuid);
    if (!isInUse(card)) throw new Refusal("request_does_not_apply");
    return { cardStatus: card.status, cause: "" };
  },
  after: ({ cause }) => ({ cardStatus: "deactivated", cause }),
  apply: async (tx, { memberGuid, cause }, approval) => {
    const { at } = approval;
    const card = await lockCard(tx, memberGuid);
    await moveCard(tx, {
      cardId: card.id,
      event: "deactivate",
      ...decidedBy(approval),
      reason: cause,
    });
    await tx
      .updateTable("card")
      .set({ deactivated_for: cause })
      .where("id", "=", card.id)
      .execute();
    const detail = { reason: cause === "expired" ? "expiry" : cause };
    await openOrder(tx, {
      cardId: card.id,
      ...decidedBy(approval),
      kind: "deactivate",
      detail,
    });
    await notify(tx, { memberId: card.member_id, kind: "card_deactivated", params: {}, at });
    return "issuer";
  },
});

/**
 * Takes a deactivated card into use again, unless its cause is final. What was suspended when it was
 * deactivated is suspended again.
 */
export const reactivateCard = defineKind({
  kind: "reactivate_card",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const card = await lockCard(tx, memberGuid);
    if (!canComeBack(card)) throw new Refusal("request_does_not_apply");
    const cause = card.deactivated_for ?? "";
    return { cardStatus: card.status, cause, becomes: card.deactivated_from ?? "active" };
  },
  after: (_payload, before) => ({
    ...before,
    cardStatus: before["becomes"] ?? "active",
    cause: "",
  }),
  apply: async (tx, { memberGuid }, approval) => {
    const { at } = approval;
    const card = await lockCard(tx, memberGuid);
    const move = { cardId: card.id, ...decidedBy(approval) };
    await moveCard(tx, { ...move, event: "reactivate", reason: "" });
    await openOrder(tx, { ...move, kind: "reactivate" });
    // Nobody asks for the stop of a card that is in use.
    const resolution = "The card is in use again.";
    await resolveStopExceptions(tx, card.id, { at, by: approval.checker, resolution });
    // The suspension from before counts on, or has no end known: then staff lift it.
    if (card.deactivated_from === "suspended") {
      const until = card.suspended_until;
      const actor = { kind: "job", name: "reactivate_card" } as const;
      await moveCard(tx, { ...move, actor, event: "suspend", reason: "Suspended before" });
      await tx
        .updateTable("card")
        .set({ suspended_until: until })
        .where("id", "=", card.id)
        .execute();
      if (until !== null && until > at) {
        const detail = { until: until.toISOString() };
        await openOrder(tx, { ...move, actor, kind: "suspend", detail });
      }
    }
    await notify(tx, { memberId: card.member_id, kind: "card_reactivated", params: {}, at });
    return "issuer";
  },
});

function decidedBy({ checker, at, correlationId }: Approval) {
  return { actor: { kind: "staff", name: checker } as const, at, correlationId };
}
