import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams } from "./fields.ts";

export const HISTORY_PAGE_ROWS = 20;

const cardTransaction = z.object({
  id: z.string(),
  /** ISO 8601. */
  tranDate: z.string(),
  description: z.string(),
  subDescription: z.string(),
  /** Negative is money out. */
  amount: pesosOut,
  refNo: z.string(),
});
export type CardTransaction = z.output<typeof cardTransaction>;

export const getTransactionHistory = endpoint({
  name: "getTransactionHistory",
  method: "GET",
  path: "/members/{guid}/card/transactionHistory",
  summary: "Card transactions, newest first, 20 at a time; lastTranId is the last one loaded",
  access: "member",
  feature: "transactionHistory",
  params: guidParams,
  query: z.object({
    fromDate: z.iso.date(fieldTexts.invalid),
    toDate: z.iso.date(fieldTexts.invalid),
    lastTranId: z.optional(z.string().check(z.regex(/^\d{0,18}$/, fieldTexts.invalid))),
  }),
  result: z.array(cardTransaction),
  refusals: ["not_found", "no_eon_account"],
});
