/** What a card is used for, each with a switch of its own at the issuer. Cash and goods abroad need both switches. */
export const CARD_USES = ["store", "online", "cash", "abroad"] as const;
export type CardUse = (typeof CARD_USES)[number];

/** These uses in the order of the list, each once, as an order to the issuer keeps them: 'online,abroad'. */
export const usesText = (uses: readonly CardUse[]): string =>
  CARD_USES.filter((use) => uses.includes(use)).join(",");

/** What `usesText` wrote. */
export const usesIn = (text: string): CardUse[] =>
  CARD_USES.filter((use) => text.split(",").includes(use));
