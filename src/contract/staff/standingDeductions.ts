import * as z from "zod/mini";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText } from "#contract/fields.ts";
import { rowNumber } from "./cards.ts";
import { choiceFilter, listAnswer, listQuery, textFilter } from "./list.ts";
import { monthField, REMITTED_MOST_CENTAVOS } from "./payroll.ts";

export const STANDING_DEDUCTION_STATES = ["running", "ended"] as const;

/** Of a member's own account: digits, and dashes in older ones. */
export const accountNumber = codeText(fieldTexts.required).check(
  z.regex(/^[\d-]{1,30}$/, fieldTexts.invalid),
);

const standingDeduction = z.object({
  deductionId: z.string(),
  guid: z.string(),
  accountNo: z.string(),
  accountType: z.enum(["me", "savings", "storage"]),
  name: z.string(),
  membershipNo: z.string(),
  employer: z.string(),
  /** Deducted each month. */
  monthly: pesosOut,
  /** 'yyyy-MM' */
  firstMonth: z.string(),
  /** 'yyyy-MM'; null for what goes on until it is ended. */
  lastMonth: z.nullable(z.string()),
  /** The paper that the member signed, as the office files it. */
  authority: z.string(),
  state: z.enum(STANDING_DEDUCTION_STATES),
  setBy: z.string(),
  setAt: z.string(),
  endedBy: z.string(),
  endedAt: z.nullable(z.string()),
});
export type StandingDeduction = z.output<typeof standingDeduction>;

export const listStandingDeductions = endpoint({
  name: "listStandingDeductions",
  method: "GET",
  path: "/staff/standing-deductions",
  summary: "What members have deducted from pay each month for their contribution and savings",
  access: "staff",
  action: "payroll.view",
  query: listQuery(["setAt"], {
    show: choiceFilter([...STANDING_DEDUCTION_STATES, "all"]),
    employer: textFilter,
    accountNo: textFilter,
  }),
  result: listAnswer(standingDeduction),
  refusals: [],
});

export const setStandingDeduction = endpoint({
  name: "setStandingDeduction",
  method: "POST",
  path: "/staff/standing-deductions",
  summary:
    "Set what is deducted each month for an account from a month on; what runs goes on until then",
  access: "staff",
  action: "payroll.set_deduction",
  bodyType: "json",
  body: z.object({
    accountNo: accountNumber,
    monthly: pesos.check(
      z.refine((amount) => amount > 0n, fieldTexts.invalidAmount),
      // What no remittance could bring is asked of no employer.
      z.refine((amount) => amount <= REMITTED_MOST_CENTAVOS, "The most is ₱999,999,999.99"),
    ),
    firstMonth: monthField,
    authority: requiredText(60),
  }),
  result: standingDeduction,
  refusals: ["deduction_account", "deduction_employer", "deduction_month"],
});

export const endStandingDeduction = endpoint({
  name: "endStandingDeduction",
  method: "POST",
  path: "/staff/standing-deductions/{deductionId}/end",
  summary: "End all deductions for its account: no file made from now on asks for one",
  access: "staff",
  action: "payroll.set_deduction",
  bodyType: "json",
  params: z.object({ deductionId: rowNumber }),
  body: z.object({ reason: requiredText(300) }),
  refusals: ["not_found", "deduction_ended"],
});

/** Every call about what is deducted for accounts each month. */
export const standingDeductionCalls = [
  listStandingDeductions,
  setStandingDeduction,
  endStandingDeduction,
] as const;
