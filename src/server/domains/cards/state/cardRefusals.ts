import { type CardAction, cardRefusal, type CardStanding } from "#contract/cardActions.ts";
import { suspensionValues } from "#contract/suspensionValues.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import { Refusal } from "#server/refusal.ts";
import { filipinoDate } from "#common/filipinoDates.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { type CardEvent, type CardField, fieldOf } from "./cardEvents.ts";

export type CardState = {
  status: string;
  perso_status: string;
  member_locked: boolean;
  admin_locked: boolean;
  suspended_until: Date | null;
};

/** That the card is suspended, and until when. */
export function suspendedRefusal(until: Date | null): Refusal {
  if (until === null) return new Refusal("card_suspended", { values: suspensionValues(undefined) });
  const moment = manilaMoment(until);
  return new Refusal("card_suspended", { values: suspensionValues(moment, filipinoDate(moment)) });
}

/** A refusal about a card as it stands, with what its text needs. */
const refusalOf = (code: RefusalCode, card: CardState): Refusal =>
  code === "card_suspended" ? suspendedRefusal(card.suspended_until) : new Refusal(code);

/** The catalogue's sentence for what stands in the way, in the priority of the overlays. */
export function stateRefusal(card: CardState, field: CardField): Refusal {
  return refusalOf(stateCode(card, field), card);
}

function stateCode(card: CardState, field: CardField): RefusalCode {
  if (card.status === "deactivated") return "card_deactivated";
  if (card.status === "suspended") return "card_suspended";
  if (field === "member_locked" && card.admin_locked) return "card_admin_locked";
  if (field === "perso_status" && card.perso_status === "processing") return "card_processing";
  if (field === "perso_status" && card.perso_status === "failed") return "activation_failed";
  if (field === "status" && card.status === "processing") return "card_application_processing";
  return "card_state";
}

/** A card's row as the table of what can be done with it reads it. */
export function standingOf(card: CardState & { account_no?: string | null }): CardStanding {
  return {
    status: card.status,
    persoStatus: card.perso_status,
    adminLocked: card.admin_locked,
    memberLocked: card.member_locked,
    hasAccount: typeof card.account_no === "string",
  };
}

/** Refuses what cannot be done with a card as it stands (contract/cardActions.ts). */
export function requireCardAction(
  action: CardAction,
  card: CardState & { account_no?: string | null },
): void {
  const refusal = cardRefusal(action, standingOf(card));
  if (refusal !== undefined) throw refusalOf(refusal, card);
}

/** The table's guards that the card's own row decides; undefined when nothing stands in the way. */
export function guardRefusal(card: CardState, event: CardEvent): Refusal | undefined {
  const guard = guards[event];
  if (guard === undefined || guard(card)) return undefined;
  return stateRefusal(card, fieldOf[event] === "member_locked" ? "member_locked" : "perso_status");
}

type Guard = (card: CardState) => boolean;

/** With the member's lock the two are one. */
const isFree: Guard = (card) =>
  cardRefusal("lock_card", { ...standingOf(card), hasAccount: true }) === undefined;
const isNoLess: Guard = ({ status }) => ["not_applied", "active", "failed"].includes(status);

const guards: Partial<Record<CardEvent, Guard>> = {
  lock_card: isFree,
  unlock_card: isFree,
  lock_over: isFree,
  request_perso_card: isNoLess,
  activate_perso_card: isNoLess,
  retry_perso_card: isNoLess,
  // A second card beside one that is being made would be two first cards.
  request_card: ({ perso_status }) => perso_status === "not_applied",
  // Its perso_status changes after it, in the same transaction.
  activate_first_card: ({ perso_status }) =>
    ["for_pickup", "for_activation", "failed"].includes(perso_status),
  close_perso_card: ({ status }) => status === "deactivated",
  // A personalized card in use is one with the card itself: it is closed before.
  replace_card: ({ perso_status }) => perso_status !== "active",
};
