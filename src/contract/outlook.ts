import * as z from "zod/mini";
import { movement } from "./accounts.ts";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { guidParams } from "./fields.ts";

/** How far an outlook looks ahead, in days. */
export const OUTLOOK_DAYS = 30;
/** How many of the newest movements it shows. */
export const OUTLOOK_MOVEMENTS = 5;

const comingMoney = z.object({
  /** yyyy-MM-dd; of what is past due, since when. */
  on: z.string(),
  /**
   * past_due and due: to be paid by the member; debit: taken from an account by itself; deduction: from the pay;
   * release: locked money that comes free; saving: put aside from the pay, by the end of the month; transfer: sent by
   * a schedule, with its fee.
   */
  kind: z.enum(["past_due", "due", "debit", "deduction", "release", "saving", "transfer"]),
  /** Whom a transfer goes to, by name or number; null of everything else. */
  payee: z.nullable(z.string()),
  /** null of what is no loan's. */
  loan: z.nullable(z.object({ loanNo: z.string(), name: z.string() })),
  amount: pesosOut,
  /** Of a deduction: it was asked of the pay, and has not come. */
  isUnderWay: z.boolean(),
  /** Of what is due of a loan: the employer is asked for it, and an automatic debit takes what no deduction covers. */
  isDeducted: z.boolean(),
  /**
   * The account that it is taken from, comes free on or goes into, of what the member pays the one that they would pay from, and
   * what is available on it afterwards, which is less than nothing where it does not suffice; null from the pay.
   */
  account: z.nullable(
    z.object({
      accountNumber: z.string(),
      name: z.string(),
      after: pesosOut,
      /** How much of what comes cannot be taken out: of the contribution a tenth may stay. */
      stays: pesosOut,
    }),
  ),
});
export type ComingMoney = z.output<typeof comingMoney>;

const outlook = z.object({
  /** The newest first, of all accounts. */
  latest: z.array(z.extend(movement, { accountNumber: z.string(), accountName: z.string() })),
  /** In the order in which it comes. */
  coming: z.array(comingMoney),
  /** The newest first, 20 at most. `endedOn` is yyyy-MM-dd. */
  paidLoans: z.array(z.object({ loanNo: z.string(), name: z.string(), endedOn: z.string() })),
});
export type Outlook = z.output<typeof outlook>;

export const getOutlook = endpoint({
  name: "getOutlook",
  method: "GET",
  path: "/members/{guid}/outlook",
  summary: `The newest movements of all own accounts, what comes in the next ${OUTLOOK_DAYS} days with the balance after it, the next due day of each loan at least, and loans that are paid`,
  access: "member",
  params: guidParams,
  result: outlook,
  refusals: ["not_found"],
});

export const outlookCalls = [getOutlook] as const;
