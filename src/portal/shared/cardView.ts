import {
  type CardOverlay,
  cardOverlay,
  cardStatusNumbers,
  cardTypeNumbers,
} from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import type { CardTier } from "#ui/CardArt.tsx";

const NO_DIGITS = /^X*$/;

/** How the card is drawn: tier, last four digits where they are known, and the one overlay. */
export function cardView(card: DashboardCard): {
  tier: CardTier;
  lastFour: string | undefined;
  overlay: CardOverlay | undefined;
  isActive: boolean;
} {
  const tail = card.cardNumber.slice(-4);
  const tier = Object.entries(cardTypeNumbers).find(([, number]) => number === card.cardType)?.[0];
  return {
    tier: tier === "gold" || tier === "platinum" ? tier : "blue",
    lastFour: NO_DIGITS.test(tail) ? undefined : tail,
    overlay: cardOverlay(card),
    isActive: card.status === cardStatusNumbers.active,
  };
}
