import type { TransferSetup } from "#contract/transfers.ts";
import type { Destination, Draft, Intent, Rail } from "./order.ts";

/** What the forms need, for a member who has a card account. */
export type Setup = TransferSetup & { eonAccount: NonNullable<TransferSetup["eonAccount"]> };

export type Source = Setup["sourceAccounts"][number];
export type Bank = Setup["instapayBankList"][number];

/** The banks that a rail reaches. */
export const banksOf = (setup: Setup, via: Rail): readonly Bank[] =>
  via === "instapay" ? setup.instapayBankList : setup.pesonetBankList;

/** The bank of this identifier, on whichever rail. */
export const bankOf = (setup: Setup, id: string): Bank | undefined =>
  [...setup.instapayBankList, ...setup.pesonetBankList].find((bank) => bank.id === id);

/** How a draft would go. */
export const kindOf = ({ to, via }: Pick<Draft, "to" | "via">): Intent["kind"] =>
  to === "bank" ? via : to;

/** When PESONet brings what is ordered now, and whether that day is known to be a banking day. */
export const pesonetArrivalOf = ({ pesonetArrival: { creditBy, isConfirmed } }: Setup) => ({
  at: new Date(creditBy),
  isConfirmed,
});

/** What a transfer of this kind costs, in centavos. */
export function feeOf({ figures }: Setup, kind: Intent["kind"]): bigint {
  switch (kind) {
    case "own":
      return 0n;
    case "card":
      return figures.cardToCardFee;
    case "instapay":
      return figures.instapayFee;
    case "pesonet":
      return figures.pesonetFee;
  }
}

/** The most in one transfer of this kind, in centavos. */
export function mostOf({ figures }: Setup, kind: Exclude<Intent["kind"], "own">): bigint {
  switch (kind) {
    case "card":
      return figures.cardToCardMost;
    case "instapay":
      return figures.instapayMost;
    case "pesonet":
      return figures.pesonetMost;
  }
}

/** Of an account at our own house all are as long. */
const CARD_DIGITS = 12;

/**
 * When the payee of a form can be paid, where new payees wait and this is one; undefined while its account
 * is not all there, and for the own card. `now` is the server's moment in milliseconds.
 */
export function pauseFor(setup: Setup, { to, values }: Draft, now: number): Date | undefined {
  const { payeePause: pause } = setup;
  if (pause === null || to === "own" || Date.parse(pause.endsAt) <= now) return undefined;
  const bank = to === "bank" ? bankOf(setup, values.destination_bank) : undefined;
  if (to === "bank" && bank === undefined) return undefined;
  const account = to === "bank" ? values.destination_account_number : values.destination_account;
  if (account.length < (bank?.minDigits ?? CARD_DIGITS)) return undefined;
  const isKnown = pause.known.some(
    ({ bankId, accountNumber }) =>
      accountNumber === account && bankId === (bank === undefined ? null : bank.id),
  );
  return isKnown ? undefined : new Date(pause.endsAt);
}

/** Where a member can send to: from an own account only who has one, or who came for that. */
export function destinationsOf(setup: Setup, asked: Destination): readonly Destination[] {
  const hasAccounts = setup.sourceAccounts.length > 0 || asked === "own";
  return hasAccounts ? ["bank", "card", "own"] : ["bank", "card"];
}
