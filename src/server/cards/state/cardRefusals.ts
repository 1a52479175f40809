import type { RefusalCode } from "#contract/refusals.ts";
import { type CardEvent, type CardField, fieldOf } from "./cardEvents.ts";

export type CardState = {
  status: string;
  perso_status: string;
  member_locked: boolean;
  admin_locked: boolean;
};

/** The catalogue's sentence for what stands in the way, in the priority of the overlays. */
export function stateRefusal(card: CardState, field: CardField): RefusalCode {
  if (card.status === "deactivated") return "card_deactivated";
  if (card.status === "suspended") return "card_suspended";
  if (field === "member_locked" && card.admin_locked) return "card_admin_locked";
  if (field === "perso_status" && card.perso_status === "processing") return "card_processing";
  if (field === "perso_status" && card.perso_status === "failed") return "activation_failed";
  if (field === "status" && card.status === "processing") return "card_application_processing";
  return "card_state";
}

/** The table's guards that the card's own row decides; undefined when nothing stands in the way. */
export function guardRefusal(card: CardState, event: CardEvent): RefusalCode | undefined {
  const guard = guards[event];
  if (guard === undefined || guard(card)) return undefined;
  return stateRefusal(card, fieldOf[event] === "member_locked" ? "member_locked" : "perso_status");
}

type Guard = (card: CardState) => boolean;

const isUsable: Guard = ({ status, admin_locked }) => status === "active" && !admin_locked;
const isNoLess: Guard = ({ status }) => ["not_applied", "active", "failed"].includes(status);

const guards: Partial<Record<CardEvent, Guard>> = {
  lock_card: isUsable,
  unlock_card: isUsable,
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
