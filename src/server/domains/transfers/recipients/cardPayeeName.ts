import { brand } from "#brand";

/** What a card account of ours is called as a payee where its owner's given name and initial were not told. */
export const cardPayeeName = (accountNumber: string): string =>
  `${brand.cardAccount} ${accountNumber.slice(-4)}`;
