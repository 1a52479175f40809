import * as z from "zod/mini";
import { accountParams } from "./accounts.ts";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts } from "./fields.ts";

export const STATEMENTS_PAGE_ROWS = 12;

/** 'yyyy-MM' */
const month = codeText().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, fieldTexts.invalid));

const monthlyStatement = z.object({
  /** 'yyyy-MM' */
  month: z.string(),
  opening: pesosOut,
  moneyIn: pesosOut,
  moneyOut: pesosOut,
  closing: pesosOut,
  entries: z.int(),
});
export type MonthlyStatement = z.output<typeof monthlyStatement>;

export const listStatements = endpoint({
  name: "listStatements",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}/statements",
  summary: `Monthly statements of one account, newest first, ${STATEMENTS_PAGE_ROWS} at a time; before is the month of the last one loaded`,
  access: "member",
  params: accountParams,
  query: z.object({ before: z.optional(month) }),
  result: z.array(monthlyStatement),
  refusals: ["not_found"],
});

export const downloadMonthlyStatement = endpoint({
  name: "downloadMonthlyStatement",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}/statements/{month}",
  summary:
    "One month's statement of an account as PDF: the same lines and balances whenever it is opened",
  access: "member",
  params: z.extend(accountParams, { month }),
  file: "document",
  refusals: ["not_found", "statement_too_long", "busy", "unavailable"],
});

export const statementCalls = [listStatements, downloadMonthlyStatement] as const;
