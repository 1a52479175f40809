import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, otpCode, textFor, uuid } from "./fields.ts";
import { applicationParams, loanForm, loanParams, loanType } from "./loanFields.ts";
import { automaticDebit } from "./loanDebits.ts";
import { applicationNo } from "./loanIntent.ts";

export const applicationState = z.enum([
  "submitted",
  "for_verification",
  "for_documents",
  "for_approval",
  "approved",
  "for_signing",
  "released",
  "rejected",
  "cancelled",
]);
export type ApplicationState = z.output<typeof applicationState>;

export const loanState = z.enum([
  "active",
  "past_due",
  "restructured",
  "fully_paid",
  "written_off",
]);
export type LoanState = z.output<typeof loanState>;

/** In percent, '12.00' or '12.6825'. */
const percent = z.string();
/** yyyy-MM-dd */
const day = z.string();
/** ISO 8601 */
const moment = z.string();

export const loanProduct = z.object({
  code: loanType,
  label: z.string(),
  /** Nominal, of a year, on the diminishing balance. */
  annualRate: percent,
  terms: z.array(z.number()),
  minimum: pesosOut,
  maximum: pesosOut,
  limitRule: z.string(),
  security: z.string(),
});

export const loanApplication = z.object({
  applicationNo,
  loanType,
  name: z.string(),
  amount: pesosOut,
  /** Over how many months the member wishes to pay; null where the form did not say. */
  monthsWished: z.nullable(z.number()),
  /**
   * About what a month of that would cost, by the rules of an offer; null once there is an offer, where it has
   * ended, and where the product is not lent so.
   */
  estimatedMonthly: z.nullable(pesosOut),
  state: applicationState,
  filedAt: moment,
  changedAt: moment,
  canWithdraw: z.boolean(),
  /** An offer waits to be accepted. */
  hasOffer: z.boolean(),
  /** The offer was accepted and waits for its release. */
  isAccepted: z.boolean(),
  /** Which documents are missing, or why it ended; empty where there is nothing to say. */
  reason: z.string(),
  /** The loan it became. */
  loanNo: z.nullable(z.string()),
  /** What happened, oldest first, the filing included; "accepted": the member's yes to the offer before it. */
  steps: z.array(
    z.object({ state: z.enum([...applicationState.options, "accepted"]), at: moment }),
  ),
});
export type LoanApplication = z.output<typeof loanApplication>;

/** One instalment of a schedule; `balance` is the principal left after it. */
const planned = z.object({
  number: z.number(),
  dueOn: day,
  principal: pesosOut,
  interest: pesosOut,
  payment: pesosOut,
  balance: pesosOut,
});

/** What R.A. 3765 has a borrower see before being bound. */
export const loanOffer = z.object({
  applicationNo,
  version: z.number(),
  loanType,
  name: z.string(),
  principal: pesosOut,
  months: z.number(),
  annualRate: percent,
  processingFee: pesosOut,
  stampTax: pesosOut,
  premium: pesosOut,
  totalCharges: pesosOut,
  netProceeds: pesosOut,
  monthlyAmortization: pesosOut,
  totalInterest: pesosOut,
  totalPayments: pesosOut,
  /** Interest and charges together. */
  totalCost: pesosOut,
  /** Of a month, and compounded to a year. */
  effectiveMonthlyRate: percent,
  effectiveAnnualRate: percent,
  penaltyRate: percent,
  graceDays: z.number(),
  /** Days as they are if the money is released today, or was on the day of the offer. */
  schedule: z.array(planned),
  disclosureNo: z.string(),
  /** Where the money goes; null while the member has no savings account. */
  creditedTo: z.nullable(z.string()),
  madeAt: moment,
  expiresAt: moment,
  acceptedAt: z.nullable(moment),
});
export type LoanOffer = z.output<typeof loanOffer>;

const instalment = z.object({
  number: z.number(),
  dueOn: day,
  principal: pesosOut,
  interest: pesosOut,
  payment: pesosOut,
  /** The principal left after it, if paid as planned. */
  balance: pesosOut,
  paid: pesosOut,
  /** The part of what is paid ahead that goes to it when it falls due. */
  ahead: pesosOut,
  /** due: today; next: the first of those to come that is not paid ahead. */
  state: z.enum(["paid", "paid_ahead", "partly_paid", "overdue", "due", "next", "planned"]),
});

const payment = z.object({
  reference: z.string(),
  source: z.enum(["payroll", "counter", "cash", "online", "automatic", "advance"]),
  /** The day that it counts for, and when it was booked. */
  paidOn: day,
  bookedAt: moment,
  /** The member's own account that paid; null where pay, cash or what was paid ahead did. */
  from: z.nullable(z.object({ accountNumber: z.string(), name: z.string() })),
  amount: pesosOut,
  penalty: pesosOut,
  interest: pesosOut,
  principal: pesosOut,
  advance: pesosOut,
  /** The principal left after it. */
  balance: pesosOut,
});

export const loanAccount = z.object({
  loanId: z.string(),
  type: z.string(),
  name: z.string(),
  state: loanState,
  principal: pesosOut,
  prin_out_balance: pesosOut,
  monthlyAmort: pesosOut,
  months: z.number(),
  annualRate: percent,
  /** null where the charges of the release are not known. */
  effectiveAnnualRate: z.nullable(percent),
  releasedOn: day,
  /** The last instalment's. */
  maturesOn: day,
  /** The next instalment that is not overdue and neither paid nor paid ahead, and what it still lacks; null when there is none. */
  nextDue: z.nullable(z.object({ dueOn: day, amount: pesosOut })),
  /** Overdue instalments and penalties: what the dashboard shows as due. */
  arrears: z.object({
    instalments: pesosOut,
    penalties: pesosOut,
    total: pesosOut,
    /** When the oldest of them was due. */
    since: z.nullable(day),
    /** When each of them was due, the oldest first. */
    dueOns: z.array(day),
    /** The next penalty if nothing is paid before its day; null where none is charged in the next 62 days. */
    nextPenalty: z.nullable(z.object({ on: day, amount: pesosOut })),
    /**
     * What takes it by itself if it is not paid before, on which due day, and how much that takes in all with what is
     * due by then: the automatic debit, or the next file of deductions from the pay that is made. Penalties of the
     * days until then are not in it; null where the member alone can pay.
     */
    nextTaking: z.nullable(
      z.object({ by: z.enum(["debit", "deduction"]), on: day, amount: pesosOut }),
    ),
  }),
  penaltyRate: percent,
  graceDays: z.number(),
  /** Paid ahead: waits, and goes to the next instalments as they fall due. It ends no interest, and `nextDue` is without it. */
  advance: pesosOut,
  interestPaid: pesosOut,
  principalPaid: pesosOut,
  /** What would end the loan today: all principal, interest to the day, penalties, less what is paid ahead. */
  settlement: z.object({
    total: pesosOut,
    principal: pesosOut,
    interest: pesosOut,
    penalties: pesosOut,
    advance: pesosOut,
    on: day,
  }),
  /** The employer is asked each month to deduct from the pay what falls due: an automatic debit takes what no deduction covers. */
  isDeducted: z.boolean(),
  /** Asked of the pay and not come yet, the newest month of it: the loan can be ended once it has come. */
  deduction: z.nullable(z.object({ month: z.string(), amount: pesosOut })),
  /** What is taken by itself on due days, from which account; null where nothing is. */
  automaticDebit: z.nullable(automaticDebit),
  schedule: z.array(instalment),
  /** The newest first, 200 at most. */
  payments: z.array(payment),
});
export type LoanAccount = z.output<typeof loanAccount>;

export const getLoanProducts = endpoint({
  name: "getLoanProducts",
  method: "GET",
  path: "/members/{guid}/loanProducts",
  summary: "What is lent, in the order of the form",
  access: "member",
  params: guidParams,
  result: z.array(loanProduct),
  refusals: ["not_found"],
});

export const sendLoanApplication = endpoint({
  name: "sendLoanApplication",
  method: "POST",
  path: "/members/{guid}/sendLoanApplication",
  summary:
    "File a loan application. While it is open, the same form again answers with the same number; five a day at most.",
  access: "member",
  feature: "loans",
  bodyType: "json",
  params: guidParams,
  body: loanForm,
  result: z.object({ applicationNo, state: applicationState }),
  refusals: ["not_found", "loan_applications_today", "too_many_requests"],
});

export const getLoanApplications = endpoint({
  name: "getLoanApplications",
  method: "GET",
  path: "/members/{guid}/loanApplications",
  summary: "The member's loan applications, the newest first, 50 at most",
  access: "member",
  params: guidParams,
  result: z.array(loanApplication),
  refusals: ["not_found"],
});

export const withdrawLoanApplication = endpoint({
  name: "withdrawLoanApplication",
  method: "POST",
  path: "/members/{guid}/withdrawLoanApplication",
  summary: "Take back an application that is open; one that was withdrawn stays so",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ applicationNo }),
  refusals: ["not_found", "loan_application_state"],
});

export const getLoanOffer = endpoint({
  name: "getLoanOffer",
  method: "GET",
  path: "/members/{guid}/loanApplications/{applicationNo}/offer",
  summary: "The newest offer of an application, with every charge and the schedule",
  access: "member",
  params: applicationParams,
  result: loanOffer,
  refusals: ["not_found"],
});

export const acceptLoanOffer = endpoint({
  name: "acceptLoanOffer",
  method: "POST",
  path: "/members/{guid}/loanApplications/{applicationNo}/acceptOffer",
  summary:
    "Accept the offer, with a code for exactly its figures. Accepting the same version again answers the same.",
  access: "member",
  bodyType: "json",
  params: applicationParams,
  body: z.object({
    version: z
      .int({ error: textFor(fieldTexts.invalid) })
      .check(z.minimum(1, fieldTexts.invalid), z.maximum(9999, fieldTexts.invalid)),
    pinId: uuid,
    pin: otpCode,
  }),
  result: z.object({ acceptedAt: moment }),
  refusals: [
    "not_found",
    "loan_application_state",
    "loan_offer_changed",
    "loan_offer_expired",
    "loan_statement_not_ready",
    "loan_needs_savings",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "passkey_removed_lately",
    "office_needed",
  ],
});

export const getLoanDisclosure = endpoint({
  name: "getLoanDisclosure",
  method: "GET",
  path: "/members/{guid}/loanApplications/{applicationNo}/disclosure",
  summary: "The disclosure statement of the newest offer, as PDF",
  access: "member",
  params: applicationParams,
  file: "document",
  refusals: ["not_found", "loan_statement_not_ready", "too_many_requests"],
});

export const getLoanAccount = endpoint({
  name: "getLoanAccount",
  method: "GET",
  path: "/members/{guid}/loans/{loanNo}",
  summary: "A loan: schedule, what is due, arrears, payments, and what would end it today",
  access: "member",
  params: loanParams,
  result: loanAccount,
  refusals: ["not_found"],
});

export const loanCalls = [
  getLoanProducts,
  sendLoanApplication,
  getLoanApplications,
  withdrawLoanApplication,
  getLoanOffer,
  acceptLoanOffer,
  getLoanDisclosure,
  getLoanAccount,
] as const;
