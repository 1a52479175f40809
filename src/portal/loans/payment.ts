import type { getLoanQuote, payOwnLoan } from "#contract/loanPayments.ts";
import type { Yes } from "#client/queries.ts";
import { parsePesos, plainPesos } from "#common/money.ts";

/** What can be paid on a loan, and what was. */
export type Quote = Yes<typeof getLoanQuote>["result"];
export type Paid = Yes<typeof payOwnLoan>["result"];

/** What a member pays: what is late, what comes next, an amount of their own, or all of it. */
export type What = "arrears" | "next" | "other" | "all";
export type PayField = "what" | "amount" | "accountNumber";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The newest payment that the member made here within a day. */
export function paidLately<Payment extends { source: string; bookedAt: string }>(
  payments: readonly Payment[],
  now: Date,
): Payment | undefined {
  return payments.find(
    ({ source, bookedAt }) =>
      source === "online" && now.getTime() - new Date(bookedAt).getTime() < DAY_MS,
  );
}

/** What a choice comes to; undefined while nothing readable was typed. */
export function amountOf(
  quote: Pick<Quote, "arrears" | "nextDue" | "ending">,
  { what, amount }: Record<"what" | "amount", string>,
): bigint | undefined {
  if (what === "arrears") return quote.arrears;
  if (what === "next") return quote.nextDue?.amount;
  return what === "all" ? quote.ending.total : parsePesos(plainPesos(amount));
}

/** The first account that has so much; where none has, or nothing is known, the first that has something. */
export function payingFrom(
  accounts: readonly Pick<Quote["accounts"][number], "accountNumber" | "available">[],
  amount: bigint | undefined,
): string {
  const suffices = accounts.find(({ available }) => available > 0n && available >= (amount ?? 0n));
  const some = suffices ?? accounts.find(({ available }) => available > 0n) ?? accounts[0];
  return some?.accountNumber ?? "";
}

/** The account of a quote with this number. */
export const accountOf = ({ accounts }: Pick<Quote, "accounts">, accountNumber: string) =>
  accounts.find((one) => one.accountNumber === accountNumber);
