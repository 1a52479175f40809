import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams } from "./fields.ts";
import { loanAmount, loanType } from "./loanFields.ts";

/** In percent, '12.00' or '12.6825'. */
const percent = z.string();

const example = z.object({
  principal: pesosOut,
  months: z.number(),
  monthlyAmortization: pesosOut,
  processingFee: pesosOut,
  stampTax: pesosOut,
  premium: pesosOut,
  totalCharges: pesosOut,
  netProceeds: pesosOut,
  /** All of it as of a release today. */
  totalInterest: pesosOut,
  totalPayments: pesosOut,
  /** Interest and charges together. */
  totalCost: pesosOut,
  /** Of a year, with the charges. */
  effectiveAnnualRate: percent,
  /** A month, of what is late for longer than `graceDays`. */
  penaltyRate: percent,
  graceDays: z.number(),
});

const months = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,2}$/, fieldTexts.invalid));

export const getLoanExample = endpoint({
  name: "getLoanExample",
  method: "GET",
  path: "/members/{guid}/loanExample",
  summary:
    "What a loan of an amount and length would come to, by the rules of an offer; it promises nothing",
  access: "member",
  params: guidParams,
  query: z.object({ loan_type: loanType, loan_amount: loanAmount, months }),
  result: example,
  refusals: ["not_found", "loan_terms_not_allowed"],
});

export const getLoanForPayment = endpoint({
  name: "getLoanForPayment",
  method: "GET",
  path: "/members/{guid}/loanForPayment",
  summary:
    "The largest loan, in hundreds of pesos, whose monthly payment is no more than an amount; it promises nothing",
  access: "member",
  params: guidParams,
  query: z.object({ loan_type: loanType, monthly_payment: loanAmount, months }),
  result: example,
  refusals: ["not_found", "loan_terms_not_allowed", "loan_payment_too_small"],
});
