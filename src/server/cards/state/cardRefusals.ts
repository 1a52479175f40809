import type { RefusalCode } from "#contract/refusals.ts";
import type { CardEvent, CardField } from "./cardEvents.ts";

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
  return isAllowed(card, event) ? undefined : stateRefusal(card, fieldGuarded(event));
}

function isAllowed({ status, perso_status: perso, admin_locked }: CardState, event: CardEvent) {
  switch (event) {
    case "lock_card":
    case "unlock_card":
      return status === "active" && !admin_locked;
    case "request_perso_card":
    case "activate_perso_card":
    case "retry_perso_card":
      return ["not_applied", "active", "failed"].includes(status);
    // A second card beside one that is being made would be two first cards.
    case "request_card":
      return perso === "not_applied";
    // Its perso_status changes after it, in the same transaction.
    case "activate_first_card":
      return ["for_pickup", "for_activation", "failed"].includes(perso);
    case "close_perso_card":
      return status === "deactivated";
    default:
      return true;
  }
}

function fieldGuarded(event: CardEvent): CardField {
  switch (event) {
    case "lock_card":
    case "unlock_card":
      return "member_locked";
    default:
      return "perso_status";
  }
}
