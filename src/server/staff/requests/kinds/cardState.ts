import { FINAL_CAUSES } from "#contract/staff/requestPayloads.ts";
import { notify } from "#server/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/staff/requests/requestRule.ts";
import { lockCard, readMemberOffice } from "./cardOf.ts";

/** Ends a card's use: active or suspended becomes deactivated (card state machine). */
export const deactivateCard = defineKind({
  kind: "deactivate_card",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const card = await lockCard(tx, memberGuid);
    if (card.status !== "active" && card.status !== "suspended") {
      throw new Refusal("request_does_not_apply");
    }
    return { cardStatus: card.status, cause: "" };
  },
  after: ({ cause }) => ({ cardStatus: "deactivated", cause }),
  apply: async (tx, { memberGuid, cause }, { at }) => {
    const card = await lockCard(tx, memberGuid);
    await tx
      .updateTable("card")
      .set({ status: "deactivated", deactivated_for: cause, deactivated_from: card.status })
      .where("id", "=", card.id)
      .execute();
    await notify(tx, { memberId: card.member_id, kind: "card_deactivated", params: {}, at });
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
    const cause = card.deactivated_for ?? "";
    if (card.status !== "deactivated" || FINAL_CAUSES.includes(cause)) {
      throw new Refusal("request_does_not_apply");
    }
    return { cardStatus: card.status, cause, becomes: card.deactivated_from ?? "active" };
  },
  after: (_payload, before) => ({
    ...before,
    cardStatus: before["becomes"] ?? "active",
    cause: "",
  }),
  apply: async (tx, { memberGuid }, { at }) => {
    const card = await lockCard(tx, memberGuid);
    await tx
      .updateTable("card")
      .set({
        status: card.deactivated_from ?? "active",
        deactivated_for: null,
        deactivated_from: null,
      })
      .where("id", "=", card.id)
      .execute();
    await notify(tx, { memberId: card.member_id, kind: "card_reactivated", params: {}, at });
  },
});
