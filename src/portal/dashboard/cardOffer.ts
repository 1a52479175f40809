import { cardStatusNumbers, memberStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import type { CardKind } from "#portal/paths.ts";

const { not_applied, active, processing, for_pickup, for_activation, failed } = cardStatusNumbers;

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
  if (perso === failed) return { name: "retry" };
  const byPerso = onTheWay(perso, "perso");
  if (byPerso !== undefined) return byPerso;
  const byGeneric = onTheWay(cardStatus, "generic");
  if (byGeneric !== undefined) return byGeneric;
  if (cardStatus === failed) return { name: "apply_again" };
  if (cardStatus === not_applied && perso === not_applied) return { name: "apply" };
  const isFree = card?.memberLocked === 0 && card.adminLocked === 0;
  return cardStatus === active && perso === not_applied && isFree
    ? { name: "upgrade" }
    : { name: "none" };
}

function onTheWay(status: number, kind: CardKind): CardOffer | undefined {
  if (status === processing) return { name: "processing", kind };
  if (status === for_pickup) return { name: "pickup", kind };
  return status === for_activation ? { name: "released", kind } : undefined;
}

/** Only active members apply and upgrade. */
export const mayApply = (memberStatus: number | undefined): boolean =>
  memberStatus === undefined || memberStatus === memberStatusNumbers.active;
