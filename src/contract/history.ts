import { addDays } from "#common/manila.ts";
import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, textFor, uuid, words } from "./fields.ts";

export const HISTORY_PAGE_ROWS = 20;
/** What is looked for may be a name, a reference or an amount. */
export const HISTORY_SEARCH_LENGTH = 60;
/** The most days that one file has. */
export const STATEMENT_DAYS = 30;

/** 'pending': approved, and the money set aside, but not yet settled; everything else is 'posted'. */
const transactionStatus = z.enum(["pending", "posted"]);
export type TransactionStatus = z.output<typeof transactionStatus>;

export const cardTransaction = z.object({
  id: z.string(),
  /** ISO 8601. */
  tranDate: z.string(),
  description: z.string(),
  subDescription: z.string(),
  /** Negative is money out. With `fees=inside` the fee is in it. */
  amount: pesosOut,
  /** How much of the amount is a fee; never negative. */
  fee: pesosOut,
  /** Who was paid at another bank, as the member calls them, or who sent it; null where nobody is named. */
  party: z.nullable(z.string()),
  refNo: z.string(),
  status: transactionStatus,
});
export type CardTransaction = z.output<typeof cardTransaction>;

const direction = z.enum(["in", "out"]);
export type HistoryDirection = z.output<typeof direction>;

const day = z.iso.date({ error: textFor(fieldTexts.invalid) });

export const getTransactionHistory = endpoint({
  name: "getTransactionHistory",
  method: "GET",
  path: "/members/{guid}/card/transactionHistory",
  summary:
    "Card transactions of the last 30 days, with a search of any days, newest first, 20 at a time; lastTranId is the last one loaded",
  access: "member",
  feature: "transactionHistory",
  params: guidParams,
  query: z.object({
    fromDate: day,
    toDate: day,
    lastTranId: z.optional(codeText().check(z.regex(/^\d{0,18}$/, fieldTexts.invalid))),
    /** Words of the description, payee or bank, a part of the reference, or an amount. */
    search: z.optional(words(HISTORY_SEARCH_LENGTH)),
    direction: z.optional(direction),
    /** 'inside': a fee is in the row of what it was paid for; else it is a row of its own. */
    fees: z.optional(z.enum(["inside", "apart"])),
  }),
  result: z.array(cardTransaction),
  refusals: ["not_found", "no_eon_account"],
});

const transactionDetails = z.object({
  refNo: z.string(),
  tranDate: z.string(),
  status: transactionStatus,
  /** As the list has it: what kind of movement it was. */
  description: z.string(),
  /** Money in, or out of the card. */
  isIn: z.boolean(),
  /** None of the three is negative. */
  amount: pesosOut,
  transactionFee: pesosOut,
  total: pesosOut,
  /** Where it was paid or withdrawn, or where it came from; empty where the issuer names nobody. */
  merchant: z.string(),
  transferFrom: z.string(),
  transferTo: z.string(),
  /** Of the card account it moved on. */
  accountNumber: z.string(),
  accountName: z.string(),
  transferVia: z.string(),
});
export type TransactionDetails = z.output<typeof transactionDetails>;

export const getTransactionDetails = endpoint({
  name: "getTransactionDetails",
  method: "GET",
  path: "/members/{guid}/card/transactionDetails/{refNo}",
  summary: "One purchase, withdrawal or fee of the card; transfers have fundTransferDetails",
  access: "member",
  feature: "transactionHistory",
  params: z.object({
    guid: uuid,
    refNo: codeText().check(z.regex(/^[A-Za-z0-9-]{1,40}$/, fieldTexts.invalid)),
  }),
  query: z.object({ tranDate: day }),
  result: transactionDetails,
  refusals: ["not_found", "no_eon_account"],
});

type Days = { startDate: string; endDate: string };

/**
 * What is wrong with the days of a file, as the code of a refusal: they go forward, end today in Manila at
 * the latest and are 30 at most (row R04), or days of one month, which may have 31.
 */
export function statementProblem(
  days: Days,
  today: string,
): "statement_reversed" | "statement_in_future" | "statement_span" | undefined {
  const isTooLong =
    days.endDate > addDays(days.startDate, STATEMENT_DAYS - 1) &&
    days.endDate.slice(0, 7) !== days.startDate.slice(0, 7);
  return daysProblem(days, today) ?? (isTooLong ? "statement_span" : undefined);
}

/** What is wrong with days that may be as many as one likes: as above. */
export function daysProblem(
  { startDate, endDate }: Days,
  today: string,
): "statement_reversed" | "statement_in_future" | undefined {
  if (endDate < startDate) return "statement_reversed";
  return endDate > today ? "statement_in_future" : undefined;
}

export const downloadTransactionHistory = endpoint({
  name: "downloadTransactionHistory",
  method: "GET",
  path: "/members/{guid}/card/downloadTransactionHistory",
  summary: "The card's transactions of up to 30 days with the running balance, as PDF or CSV",
  access: "member",
  feature: "transactionHistory",
  params: guidParams,
  query: z.object({ startDate: day, endDate: day, format: z.optional(z.enum(["pdf", "csv"])) }),
  file: "document",
  refusals: [
    "not_found",
    "no_eon_account",
    "statement_reversed",
    "statement_span",
    "statement_in_future",
    "statement_before_opening",
    "statement_too_long",
    "busy",
    "unavailable",
  ],
});
