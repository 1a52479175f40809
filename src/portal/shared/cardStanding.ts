import { type CardAction, cardRefusal } from "#contract/cardActions.ts";
import { cardStatusNumbers, displayStatus } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";

/** Whether the one table of card actions allows this with the card as it stands; null is no card. */
export function isCardActionOpen(action: CardAction, card: DashboardCard | null): boolean {
  return whyNotCard(action, card) === undefined;
}

/** Why the one table does not allow this with the card as it stands; undefined where it does. */
export function whyNotCard(action: CardAction, card: DashboardCard | null): CardBar | undefined {
  return barOf(action, card ?? NO_CARD, card !== null && card.accountNo !== "");
}

/**
 * Why money moves neither from the card nor to it; undefined where it does. Without an account of the card
 * that is in use the screen itself says so.
 */
export function whyNoTransfer(card: Standing | null): CardBar | undefined {
  return barOf("transfer_out", card ?? NO_CARD, true);
}

export type CardBar = NonNullable<ReturnType<typeof cardRefusal>> | "card_not_active";

type Standing = Pick<
  DashboardCard,
  "cardStatus" | "persoCardStatus" | "adminLocked" | "memberLocked"
>;
const NO_CARD: Standing = { cardStatus: 0, persoCardStatus: 0, adminLocked: 0, memberLocked: 0 };

function barOf(action: CardAction, card: Standing, hasAccount: boolean): CardBar | undefined {
  const refusal = cardRefusal(action, {
    status: nameOf(card.cardStatus),
    persoStatus: nameOf(card.persoCardStatus),
    adminLocked: card.adminLocked === 1,
    memberLocked: card.memberLocked === 1,
    hasAccount,
  });
  const shown = displayStatus(card.cardStatus, card.persoCardStatus);
  // Before there is a card in use, its account is not what is missing.
  return refusal === "no_eon_account" && shown !== cardStatusNumbers.active
    ? "card_not_active"
    : refusal;
}

/** A number that a newer server sends allows nothing. */
function nameOf(number: number): string {
  const found = Object.entries(cardStatusNumbers).find(([, known]) => known === number);
  return found?.[0] ?? "unknown";
}
