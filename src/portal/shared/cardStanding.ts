import { type CardAction, cardRefusal } from "#contract/cardActions.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";

/** Whether the one table of card actions allows this with the card as it stands; null is no card. */
export function isCardActionOpen(action: CardAction, card: DashboardCard | null): boolean {
  const refusal = cardRefusal(action, {
    status: nameOf(card?.cardStatus ?? 0),
    persoStatus: nameOf(card?.persoCardStatus ?? 0),
    adminLocked: card?.adminLocked === 1,
    memberLocked: card?.memberLocked === 1,
    hasAccount: card !== null && card.accountNo !== "",
  });
  return refusal === undefined;
}

/** A number that a newer server sends allows nothing. */
function nameOf(number: number): string {
  const found = Object.entries(cardStatusNumbers).find(([, known]) => known === number);
  return found?.[0] ?? "unknown";
}
