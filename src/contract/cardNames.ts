import { brand } from "#brand";

/**
 * How a card and its account are named. They have two numbers, so two endings: the plastic is named by the
 * last four digits that are printed on it, the account by those of its own number, and never one for the
 * other. Money is on the account and moves from and to it.
 */

/** '•••• 1234' of digits, which stay on one line. */
export const ending = (number: string): string => `••••\u00a0${number.slice(-4)}`;

/** The plastic: 'Visa Card •••• 1234'; without digits where they are not known. */
export const cardText = (lastFour: string | undefined): string =>
  lastFour === undefined ? brand.cardDisplayName : `${brand.cardDisplayName} ${ending(lastFour)}`;

/** The card account: 'EON •••• 5678'. */
export const cardAccountText = (accountNo: string): string =>
  `${brand.cardAccount} ${ending(accountNo)}`;

/** A card where money moves from or to it: 'Visa Card, EON •••• 5678'. */
export const cardOfAccountText = (accountNo: string): string =>
  `${brand.cardDisplayName}, ${cardAccountText(accountNo)}`;

/** What the number of a card account is called: 'EON account'. */
export const cardAccountLabel = `${brand.cardAccount} account`;
