import { brand } from "#brand";

/** What a card account of ours is called as a payee: the name behind another member's card is shown to nobody. */
export const cardPayeeName = (accountNumber: string): string =>
  `${brand.cardAccount} ${accountNumber.slice(-4)}`;
