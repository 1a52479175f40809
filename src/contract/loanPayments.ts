import * as z from "zod/mini";
import { pesos, pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, otpCode, textFor, uuid } from "./fields.ts";
import { payingAccount } from "./loanDebits.ts";
import { loanNo, loanParams } from "./loanFields.ts";

const error = textFor(fieldTexts.invalid);

/** What a member pays on a loan: from where, how much, and whether it ends the loan. */
const payment = {
  accountNumber: payingAccount,
  amount: pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount)),
  /** 'all': the amount is what ends the loan today. */
  pays: z.enum(["part", "all"], { error }),
};

/** What a code approves: exactly this payment. */
export const payLoanIntent = z.object(
  { kind: z.literal("pay_loan"), loanNo, ...payment },
  { error },
);

export const getLoanQuote = endpoint({
  name: "getLoanQuote",
  method: "GET",
  path: "/members/{guid}/loans/{loanNo}/quote",
  summary:
    "What can be paid on a loan now, from which accounts, what a deduction under way will pay, and what ends the loan on a day up to 62 days from now",
  access: "member",
  params: loanParams,
  query: z.object({ day: z.optional(z.iso.date({ error })) }),
  result: z.object({
    /** Overdue instalments and penalties; 0 where none are. */
    arrears: pesosOut,
    /** The next instalment that is due; null where none is left, or less than it ends the loan today. */
    nextDue: z.nullable(z.object({ dueOn: z.string(), amount: pesosOut })),
    /** What was asked of the employer and has not arrived; null where nothing was. */
    deduction: z.nullable(z.object({ month: z.string(), amount: pesosOut })),
    /** The most that is taken today: what ends the loan, less what the deduction will pay. */
    most: pesosOut,
    /** What ends the loan on the day that was asked for, today if none was, if nothing is paid until then. */
    ending: z.object({
      on: z.string(),
      principal: pesosOut,
      interest: pesosOut,
      penalties: pesosOut,
      advance: pesosOut,
      total: pesosOut,
    }),
    accounts: z.array(
      z.object({ accountNumber: z.string(), name: z.string(), available: pesosOut }),
    ),
  }),
  refusals: ["not_found", "loan_not_open", "loan_quote_day"],
});

export const payOwnLoan = endpoint({
  name: "payOwnLoan",
  method: "POST",
  path: "/members/{guid}/loans/{loanNo}/payments",
  summary:
    "Pay on a loan from an own account, with a code for exactly this. The same key again answers the same payment.",
  access: "member",
  bodyType: "json",
  params: loanParams,
  body: z.object({ ...payment, pinId: z.optional(uuid), pin: z.optional(otpCode) }),
  needsIdempotencyKey: true,
  result: z.object({
    reference: z.string(),
    paidOn: z.string(),
    amount: pesosOut,
    penalty: pesosOut,
    interest: pesosOut,
    principal: pesosOut,
    /** Kept for the instalments to come. */
    advance: pesosOut,
    /** The loan ended with it. */
    isEnd: z.boolean(),
  }),
  refusals: [
    "not_found",
    "own_account_unknown",
    "loan_not_open",
    "loan_in_trouble",
    "loan_payment_too_much",
    "loan_settlement_amount",
    "loan_deduction_under_way",
    "insufficient_funds",
    "idempotency_key_missing",
    "idempotency_key_reused",
    "otp_needed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const loanPaymentCalls = [getLoanQuote, payOwnLoan] as const;
