import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { loanNo } from "#contract/loanFields.ts";

const moment = z.string();
const day = z.string();

const loanFile = z.object({
  loanNo: z.string(),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  branchName: z.string(),
  product: z.string(),
  name: z.string(),
  state: z.string(),
  applicationNo: z.nullable(z.string()),
  principal: pesosOut,
  outstanding: pesosOut,
  overdue: pesosOut,
  amortization: pesosOut,
  /** Nominal, a year, in percent: '12.00'. */
  annualRate: z.string(),
  months: z.int(),
  releasedAt: moment,
  firstDueOn: day,
  pastDueSince: z.nullable(day),
  /** Charged and not paid; paid ahead of what is due. */
  penaltyDue: pesosOut,
  advance: pesosOut,
  instalments: z.array(
    z.object({
      number: z.int(),
      dueOn: day,
      principal: pesosOut,
      interest: pesosOut,
      due: pesosOut,
      paid: pesosOut,
      isPaid: z.boolean(),
      isOverdue: z.boolean(),
    }),
  ),
  /** Newest first, 200 at most. */
  payments: z.array(
    z.object({
      reference: z.string(),
      source: z.string(),
      paidOn: day,
      amount: pesosOut,
      penalty: pesosOut,
      interest: pesosOut,
      principal: pesosOut,
      advance: pesosOut,
    }),
  ),
  /** What the clock booked, newest first, 200 at most. */
  accruals: z.array(
    z.object({ kind: z.enum(["interest", "penalty"]), month: z.string(), amount: pesosOut }),
  ),
  /** What may be taken from the savings account now; null where there is none. */
  savings: z.nullable(pesosOut),
  /** The last four digits of the account that an automatic debit is taken from, and since when; null where none stands. */
  automaticDebit: z.nullable(z.object({ account: z.string(), begunOn: day })),
  /** What ends the loan today; null for one that takes no payments. */
  settlement: z.nullable(pesosOut),
  openRequestId: z.nullable(z.string()),
  mayPay: z.boolean(),
});
export type LoanFile = z.output<typeof loanFile>;

export const getLoanFile = endpoint({
  name: "getLoanFile",
  method: "GET",
  path: "/staff/loans/{loanNo}",
  summary: "One loan: schedule, payments, what the clock booked. It is recorded.",
  access: "staff",
  action: "loan.view",
  object: "loan",
  params: z.object({ loanNo }),
  result: loanFile,
  refusals: ["not_found"],
});

export const getDeskCertificate = endpoint({
  name: "getDeskCertificate",
  method: "GET",
  path: "/staff/loans/{loanNo}/certificate",
  summary:
    "The certificate that a loan is paid in full, as PDF in its member's language. It is recorded.",
  access: "staff",
  action: "loan.view",
  object: "loan",
  params: z.object({ loanNo }),
  file: "document",
  refusals: ["not_found", "loan_not_paid", "busy"],
});

/** Every call about released loans at the desk. */
export const loanAccountCalls = [getLoanFile, getDeskCertificate] as const;
