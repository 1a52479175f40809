import * as z from "zod/mini";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { fieldTexts, lines, requiredCode, requiredText, textFor } from "#contract/fields.ts";
import { loanMonths } from "#contract/loanFields.ts";
import { applicationNo } from "#contract/loanIntent.ts";
import type { ApplicationState } from "#contract/loans.ts";
import { type LoanType, loanTypes } from "#contract/loanTypes.ts";
import {
  choiceFilter,
  dayFilter,
  exportQuery,
  listAnswer,
  listQuery,
  numberFilter,
  textFilter,
} from "./list.ts";
import { loanFigures } from "./loanFigures.ts";

/** Where an application stands: the steps of loan_application_transition up to the release. */
export const LOAN_STAGES = [
  "submitted",
  "for_verification",
  "for_documents",
  "for_approval",
  "approved",
  "for_signing",
  "released",
  "rejected",
  "cancelled",
] as const satisfies readonly ApplicationState[];
export type LoanStage = (typeof LOAN_STAGES)[number];

/** The queues of the desk; 'late' waits longer than two days for the desk. */
export const LOAN_QUEUES = [
  "open",
  "for_desk",
  "unassigned",
  "mine",
  "for_approval",
  "to_release",
  "late",
  "all",
] as const;
export type LoanQueue = (typeof LOAN_QUEUES)[number];

/** Why an application is declined; the member is told its words. */
export const DECLINE_REASONS = [
  "take_home_pay",
  "over_limit",
  "past_due",
  "not_eligible",
  "documents",
  "information",
  "other",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

// The keys of this very object.
export const LOAN_CODES = Object.keys(loanTypes) as [LoanType, ...LoanType[]];

const SORTS = ["filedAt", "member", "amount"] as const;
const filters = {
  show: choiceFilter(LOAN_QUEUES),
  stage: choiceFilter(LOAN_STAGES),
  product: choiceFilter(LOAN_CODES),
  branch: textFilter,
  /** Name, membership number or number of the application. */
  member: textFilter,
  /** Username. */
  owner: textFilter,
  /** Days in Manila on which it was filed, both included. */
  from: dayFilter,
  to: dayFilter,
  minDays: numberFilter,
  maxDays: numberFilter,
};

const moment = z.string();
const none = z.nullable;

const applicationRow = z.object({
  applicationNo: z.string(),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  product: z.string(),
  amount: pesosOut,
  stage: z.enum(LOAN_STAGES),
  branchName: z.string(),
  owner: none(z.string()),
  filedAt: moment,
  /** It waits for the desk since then; null when it does not. */
  waitsSince: none(moment),
});
export type LoanApplicationRow = z.output<typeof applicationRow>;

const assessment = z.object({
  /** A month's, as on the payslip that was shown. */
  pay: pesosOut,
  deductions: pesosOut,
  collateral: pesosOut,
  by: z.string(),
  at: moment,
});

const proposal = z.extend(loanFigures, {
  version: z.int(),
  madeBy: z.string(),
  madeAt: moment,
  /** How many must approve it, and who has. */
  approversNeeded: z.int(),
  approvedBy: z.array(z.string()),
});

/** What was approved, as the member is asked to accept it. */
const offer = z.object({
  disclosureNo: z.string(),
  principal: pesosOut,
  months: z.int(),
  netProceeds: pesosOut,
  amortization: pesosOut,
  madeAt: moment,
  expiresAt: moment,
  acceptedAt: none(moment),
});

const applicationFile = z.extend(applicationRow, {
  /** Over how many months the member wishes to pay; null where the form did not say. */
  monthsWished: none(z.int()),
  /** The form as the member sent it; contact masked for whoever may not see it. */
  form: z.record(z.string(), z.string()),
  /** What on the form is not what the member's own file says. */
  differs: z.array(z.string()),
  standing: z.object({
    memberSince: moment,
    employer: z.string(),
    rank: z.string(),
    age: none(z.int()),
    isActive: z.boolean(),
    deposits: pesosOut,
    capital: pesosOut,
    freeCapital: pesosOut,
    loans: z.array(
      z.object({
        loanNo: z.string(),
        name: z.string(),
        principal: pesosOut,
        overdue: pesosOut,
        amortization: pesosOut,
      }),
    ),
    /** Other applications of the member that are not at their end. */
    openApplications: z.array(z.string()),
  }),
  productFacts: z.object({
    label: z.string(),
    annualRate: z.string(),
    months: z.array(z.int()),
    minimum: pesosOut,
    maximum: pesosOut,
    needsCollateral: z.boolean(),
  }),
  assessment: none(assessment),
  proposal: none(proposal),
  offer: none(offer),
  /** The request that waits for a second person. */
  openRequestId: none(z.string()),
  /** The loan it became. */
  loanNo: none(z.string()),
  reason: z.string(),
  events: z.array(z.object({ at: moment, who: z.string(), what: z.string(), detail: z.string() })),
  may: z.object({
    assign: z.boolean(),
    take: z.boolean(),
    verify: z.boolean(),
    askDocuments: z.boolean(),
    takeDocuments: z.boolean(),
    assess: z.boolean(),
    propose: z.boolean(),
    askApproval: z.boolean(),
    sendBack: z.boolean(),
    decline: z.boolean(),
    revise: z.boolean(),
    cancel: z.boolean(),
    release: z.boolean(),
    seeDisclosure: z.boolean(),
  }),
  /** Up to here one approver is enough. */
  aloneUpTo: pesosOut,
});
export type LoanApplicationFile = z.output<typeof applicationFile>;

export const listLoanApplications = endpoint({
  name: "listLoanApplications",
  method: "GET",
  path: "/staff/loan-applications",
  summary: "Applications for loans in one's branches, queue by queue, the longest waiting first",
  access: "staff",
  action: "loan_application.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(applicationRow),
  refusals: [],
});

export const exportLoanApplications = endpoint({
  name: "exportLoanApplications",
  method: "GET",
  path: "/staff/loan-applications/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "loan_application.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

const ofApplication = {
  access: "staff",
  object: "loan_application",
  params: z.object({ applicationNo }),
} as const;
const path = "/staff/loan-applications/{applicationNo}";
const words = requiredText(300);
const positive = pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount));
const atMost = pesos.check(
  z.refine((amount) => amount <= 999_999_999_00n, fieldTexts.invalidAmount),
);

export const getLoanApplicationFile = endpoint({
  ...ofApplication,
  name: "getLoanApplicationFile",
  method: "GET",
  path,
  summary: "One application with the member's standing, figures and history. It is recorded.",
  action: "loan_application.view",
  result: applicationFile,
  refusals: ["not_found"],
});

export const assignLoanApplication = endpoint({
  ...ofApplication,
  name: "assignLoanApplication",
  method: "POST",
  path: `${path}/assign`,
  summary: "Take an application, or give it to a colleague of the branch",
  action: "loan_application.work",
  bodyType: "json",
  body: z.object({ to: requiredCode(32) }),
  refusals: ["not_found", "loan_application_ended", "loan_owner_unknown"],
});

export const moveLoanApplication = endpoint({
  ...ofApplication,
  name: "moveLoanApplication",
  method: "POST",
  path: `${path}/move`,
  summary: "Begin to verify it, ask the member for documents, or note that they came",
  action: "loan_application.work",
  bodyType: "json",
  body: z.object({
    to: z.enum(["for_verification", "for_documents"], { error: textFor(fieldTexts.invalid) }),
    /** What the member is asked for, or why it goes back. */
    words: z._default(lines(300), ""),
  }),
  refusals: ["not_found", "loan_application_state", "loan_words_missing"],
});

export const assessLoanApplication = endpoint({
  ...ofApplication,
  name: "assessLoanApplication",
  method: "POST",
  path: `${path}/assessment`,
  summary: "Write down pay, deductions and collateral as the documents show them",
  action: "loan_application.work",
  bodyType: "json",
  body: z.object({ pay: positive, deductions: atMost, collateral: atMost }),
  refusals: ["not_found", "loan_application_state"],
});

export const quoteLoan = endpoint({
  ...ofApplication,
  name: "quoteLoan",
  method: "GET",
  path: `${path}/quote`,
  summary: "What a loan of this size and term would be, and which rules it breaks",
  action: "loan_application.work",
  query: z.object({
    principal: requiredCode(12).check(
      z.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, fieldTexts.invalidAmount),
    ),
    months: requiredCode(3).check(z.regex(/^[1-9]\d{0,2}$/, fieldTexts.invalid)),
  }),
  result: loanFigures,
  refusals: ["not_found", "invalid_parameters"],
});

export const proposeLoan = endpoint({
  ...ofApplication,
  name: "proposeLoan",
  method: "POST",
  path: `${path}/proposal`,
  summary: "Propose principal and term for approval; a new one takes the place of the last",
  action: "loan_application.work",
  bodyType: "json",
  body: z.object({ principal: positive, months: loanMonths }),
  result: z.object({ version: z.int() }),
  refusals: [
    "not_found",
    "loan_application_state",
    "loan_not_assessed",
    "loan_breaks_rule",
    "loan_needs_savings",
  ],
});

export const sendBackLoanApplication = endpoint({
  ...ofApplication,
  name: "sendBackLoanApplication",
  method: "POST",
  path: `${path}/send-back`,
  summary: "From approval back to the desk, with what must change",
  action: "loan_application.decline",
  bodyType: "json",
  body: z.object({ words }),
  refusals: ["not_found", "loan_application_state", "loan_processor_approves"],
});

export const declineLoanApplication = endpoint({
  ...ofApplication,
  name: "declineLoanApplication",
  method: "POST",
  path: `${path}/decline`,
  summary: "Decline it for a reason that the member is told; never by who processed it",
  action: "loan_application.decline",
  bodyType: "json",
  body: z.object({
    reason: z.enum(DECLINE_REASONS, { error: textFor(fieldTexts.invalid) }),
    /** For the file; the member does not see it. */
    words,
  }),
  refusals: ["not_found", "loan_application_state", "loan_processor_approves"],
});

export const reviseLoanOffer = endpoint({
  ...ofApplication,
  name: "reviseLoanOffer",
  method: "POST",
  path: `${path}/revise`,
  summary: "Take back an offer that is not accepted, or over, to be proposed and approved anew",
  action: "loan_application.work",
  bodyType: "json",
  body: z.object({ words }),
  refusals: ["not_found", "loan_application_state"],
});

export const cancelLoanApplication = endpoint({
  ...ofApplication,
  name: "cancelLoanApplication",
  method: "POST",
  path: `${path}/cancel`,
  summary: "Cancel it because the member asked for that at the counter",
  action: "loan_application.cancel",
  bodyType: "json",
  body: z.object({ words }),
  refusals: ["not_found", "loan_application_state"],
});

export const getDeskDisclosure = endpoint({
  ...ofApplication,
  name: "getDeskDisclosure",
  method: "GET",
  path: `${path}/disclosure`,
  summary: "The disclosure statement of the approved offer (R.A. 3765), the same bytes each time",
  action: "loan_application.view",
  file: "document",
  refusals: [
    "not_found",
    "loan_application_state",
    "loan_statement_not_ready",
    "too_many_requests",
  ],
});

/** Every call about applications for loans at the desk. */
export const loanDeskCalls = [
  listLoanApplications,
  exportLoanApplications,
  getLoanApplicationFile,
  assignLoanApplication,
  moveLoanApplication,
  assessLoanApplication,
  quoteLoan,
  proposeLoan,
  sendBackLoanApplication,
  declineLoanApplication,
  reviseLoanOffer,
  cancelLoanApplication,
  getDeskDisclosure,
] as const;
