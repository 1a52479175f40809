import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, textFor, words } from "./fields.ts";
import { HISTORY_SEARCH_LENGTH } from "./history.ts";
import { account } from "./members.ts";

export const MOVEMENTS_PAGE_ROWS = 20;

export const accountParams = z.extend(guidParams, {
  accountNo: codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid)),
});
const day = z.iso.date({ error: textFor(fieldTexts.invalid) });

export const movement = z.object({
  /** Of the posting that it begins with: what older ones are asked for by. */
  id: z.string(),
  /** ISO 8601, when it was booked. */
  bookedAt: z.string(),
  /** The recipe that booked it and its step (movementKinds.ts). */
  kind: z.string(),
  refNo: z.string(),
  /**
   * Who was paid, as the member calls them, or who sent what came from another bank, without what could be called or
   * opened; else null.
   */
  party: z.nullable(z.string()),
  /** Negative is money out. */
  amount: pesosOut,
  /** What was on the account afterwards. */
  balance: pesosOut,
});
export type Movement = z.output<typeof movement>;

const monthly = z.object({ monthly: pesosOut, firstMonth: z.string() });

export const getAccount = endpoint({
  name: "getAccount",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}",
  summary: "One account of the member, and since when its movements are here",
  access: "member",
  params: accountParams,
  result: z.extend(account, {
    /** The day of Manila of its first movement, or on which it was opened: yyyy-MM-dd. */
    since: z.string(),
    /**
     * What is deducted from the member's pay for it each month, from a month on ('yyyy-MM'); null where nothing is.
     * `next` takes its place in its own first month.
     */
    fromPay: z.nullable(z.extend(monthly, { next: z.nullable(monthly) })),
  }),
  refusals: ["not_found"],
});

export const getMovements = endpoint({
  name: "getMovements",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}/movements",
  summary: `Movements of one account with the balance after each, newest first, ${MOVEMENTS_PAGE_ROWS} at a time; lastTranId is the last one loaded`,
  access: "member",
  params: accountParams,
  query: z.object({
    lastTranId: z.optional(codeText().check(z.regex(/^\d{0,18}$/, fieldTexts.invalid))),
    /** Nothing after this day of Manila. */
    toDate: z.optional(day),
    /** Words of the kind or of a name, a part of the reference, or an amount. */
    search: z.optional(words(HISTORY_SEARCH_LENGTH)),
  }),
  result: z.array(movement),
  refusals: ["not_found"],
});

export const downloadAccountStatement = endpoint({
  name: "downloadAccountStatement",
  method: "GET",
  path: "/members/{guid}/accounts/{accountNo}/statement",
  summary:
    "One account's movements of any days with the running balance, as PDF, CSV or OFX 2.2 for programs that keep books",
  access: "member",
  params: accountParams,
  query: z.object({
    startDate: day,
    endDate: day,
    format: z.optional(z.enum(["pdf", "csv", "ofx"])),
  }),
  file: "document",
  refusals: [
    "not_found",
    "statement_reversed",
    "statement_in_future",
    "statement_before_opening",
    "statement_too_long",
    "busy",
    "unavailable",
  ],
});

export const accountCalls = [getAccount, getMovements, downloadAccountStatement] as const;
