import { expect, test } from "vitest";
import { cardStatusNumbers, type CardStatus } from "#contract/cardStatus.ts";
import { whyNoTransfer } from "./cardStanding.ts";

const standing = (
  status: CardStatus,
  persoStatus: CardStatus = "not_applied",
  locks: { admin?: 1; member?: 1 } = {},
) => ({
  cardStatus: cardStatusNumbers[status],
  persoCardStatus: cardStatusNumbers[persoStatus],
  adminLocked: locks.admin ?? (0 as const),
  memberLocked: locks.member ?? (0 as const),
});

test.each([
  ["no card", null, "card_not_active"],
  ["nothing applied for", standing("not_applied"), "card_not_active"],
  ["an application", standing("processing"), "card_not_active"],
  ["a card at the office", standing("for_pickup"), "card_not_active"],
  ["a personalized card to activate", standing("not_applied", "for_activation"), "card_not_active"],
  ["a failed card", standing("failed"), "card_not_active"],
  ["a suspended card", standing("suspended"), "card_suspended"],
  ["a deactivated card", standing("deactivated"), "card_deactivated"],
  ["an admin lock", standing("active", "not_applied", { admin: 1 }), "card_admin_locked"],
  ["the member's own lock", standing("active", "not_applied", { member: 1 }), undefined],
  ["a card in use", standing("active"), undefined],
  ["a personalized card alone", standing("not_applied", "active"), undefined],
] as const)("S168 with %s it is known why no money can be sent", (_what, card, bar) => {
  expect(whyNoTransfer(card)).toBe(bar);
});
