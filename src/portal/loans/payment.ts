import type { getLoanQuote, payOwnLoan } from "#contract/loanPayments.ts";
import type { Yes } from "#client/queries.ts";

/** What can be paid on a loan, and what was. */
export type Quote = Yes<typeof getLoanQuote>["result"];
export type Paid = Yes<typeof payOwnLoan>["result"];

/** What a member pays: what is late, what comes next, an amount of their own, or all of it. */
export type What = "arrears" | "next" | "other" | "all";
export type PayField = "what" | "amount" | "accountNumber";
