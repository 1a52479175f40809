import type { CardAction } from "#contract/cardActions.ts";
import { cardStatusNumbers, memberStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import type { CardKind } from "#portal/paths.ts";
import { isCardActionOpen } from "./cardStanding.ts";

const { not_applied, processing, for_pickup, for_activation, failed } = cardStatusNumbers;

/** What stands beside the card: the next step of its life, if there is one (row M05). */
export type CardOffer =
  | { name: "apply" | "apply_again" | "upgrade" | "retry" | "none" }
  | { name: "processing" | "pickup" | "released"; kind: CardKind };

/**
 * The offer for a card as it stands. The personalized card's way comes first where it has begun: beside an
 * active default card it is the upgrade.
 */
export function cardOffer(card: DashboardCard | null): CardOffer {
  const cardStatus = card?.cardStatus ?? not_applied;
  const perso = card?.persoCardStatus ?? not_applied;
  // Of what a lock forbids nothing is offered: the card says that it is locked.
  const allows = (action: CardAction) => isCardActionOpen(action, card);
  if (perso === failed) return { name: allows("retry_perso_card") ? "retry" : "none" };
  const byPerso = onTheWay(perso, "perso");
  if (byPerso !== undefined) return byPerso;
  const byGeneric = onTheWay(cardStatus, "generic");
  if (byGeneric !== undefined) return byGeneric;
  if (allows("request_card")) return { name: cardStatus === failed ? "apply_again" : "apply" };
  return { name: allows("upgrade_card") ? "upgrade" : "none" };
}

function onTheWay(status: number, kind: CardKind): CardOffer | undefined {
  if (status === processing) return { name: "processing", kind };
  if (status === for_pickup) return { name: "pickup", kind };
  return status === for_activation ? { name: "released", kind } : undefined;
}

/** Whether a first card, or one after an application that came to nothing, can be asked for. */
export const offersFirstCard = (card: DashboardCard | null): boolean =>
  ["apply", "apply_again"].includes(cardOffer(card).name);

/** Only active members apply and upgrade. */
export const mayApply = (memberStatus: number | undefined): boolean =>
  memberStatus === undefined || memberStatus === memberStatusNumbers.active;
