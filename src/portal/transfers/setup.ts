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

/** Where a member can send to: from an own account only who has one, or who came for that. */
export function destinationsOf(setup: Setup, asked: Destination): readonly Destination[] {
  const hasAccounts = setup.sourceAccounts.length > 0 || asked === "own";
  return hasAccounts ? ["bank", "card", "own"] : ["bank", "card"];
}
