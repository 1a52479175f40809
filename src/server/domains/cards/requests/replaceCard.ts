import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readStop } from "#server/domains/cards/orders/stopAtIssuer.ts";
import { isReplaceable } from "./cardConditions.ts";
import { lockCard } from "./cardOf.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";

/**
 * Gives the plastic of a deactivated card up that was lost, stolen, has expired or is to be replaced, so
 * that the member can ask for a new card. Account, balance and limit stay; the fee is taken with the
 * member's own application. Applies once the issuer has stopped the plastic, too.
 */
export const replaceCard = defineKind({
  kind: "replace_card",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const card = await lockCard(tx, memberGuid);
    // What the issuer is still asked of the old plastic would stop the new one; what it refused to stop still works.
    if (!isReplaceable(card) || (await readStop(tx, card.id)).state !== "done") {
      throw new Refusal("request_does_not_apply");
    }
    const cause = card.deactivated_for ?? "";
    return { cardStatus: card.status, persoStatus: card.perso_status, cause };
  },
  after: (_payload, before) => ({
    cardStatus: "not_applied",
    persoStatus: before["persoStatus"] === "active" ? "not_applied" : (before["persoStatus"] ?? ""),
    cause: "",
  }),
  apply: async (tx, { memberGuid }, { at, checker, correlationId }) => {
    const card = await lockCard(tx, memberGuid);
    const actor = { kind: "staff", name: checker } as const;
    const reason = card.deactivated_for ?? "";
    const move = { cardId: card.id, actor, reason, at, correlationId };
    if (card.perso_status === "active") await moveCard(tx, { ...move, event: "close_perso_card" });
    await moveCard(tx, { ...move, event: "replace_card" });
    await tx.updateTable("card").set({ replaces: reason }).where("id", "=", card.id).execute();
    const { member_id: memberId } = card;
    await notify(tx, { memberId, kind: "card_replacement_open", params: {}, at });
  },
});
