import * as z from "zod/mini";
import { isPaperCode, readPaperCode } from "#common/paperCode.ts";
import { accountParams } from "./accounts.ts";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, textFor } from "./fields.ts";
import { sealedMonths } from "./statementProof.ts";

export type { SealedMonths } from "./statementProof.ts";

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
  /** Its month is sealed, and there is a proof that it was among its statements. */
  isSealed: z.boolean(),
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

export const downloadStatementProof = endpoint({
  name: "downloadStatementProof",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}/statements/{month}/proof",
  summary:
    "The proof that one month's statement of an account is among those that the month's record seals, as JSON",
  access: "member",
  params: z.extend(accountParams, { month }),
  file: "json",
  refusals: ["not_found", "unavailable"],
});

export const readStatementMonths = endpoint({
  name: "readStatementMonths",
  method: "GET",
  path: "/statements/months",
  summary:
    "The signed records of all months whose statements are sealed, oldest first: each has the root over the statements of its month and the hash of the record before",
  access: "public",
  cacheSeconds: 300,
  result: sealedMonths,
  refusals: ["too_many_requests"],
});

/** What a paper of ours says of itself: enough to compare it, and nothing that is not on it. */
const paper = z.object({
  /** 'yyyy-MM' */
  month: z.string(),
  /** The account's last four digits. */
  lastFour: z.string(),
  closing: pesosOut,
  /** When the statement was made, ISO 8601. */
  madeAt: z.string(),
});
export type Paper = z.output<typeof paper>;

export const checkPaper = endpoint({
  name: "checkPaper",
  method: "POST",
  path: "/statements/check",
  summary:
    "What the monthly statement with this code says, for whoever holds the paper; null where no statement of ours has it",
  access: "public",
  bodyType: "json",
  body: z.object({
    paperCode: codeText(fieldTexts.required).check(
      z.overwrite(readPaperCode),
      z.refine(isPaperCode, { error: textFor(fieldTexts.invalid) }),
    ),
  }),
  result: z.object({ paper: z.nullable(paper) }),
  refusals: ["too_many_requests"],
});

export const statementCalls = [
  listStatements,
  downloadMonthlyStatement,
  downloadStatementProof,
  readStatementMonths,
  checkPaper,
] as const;
