import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, otpCode, textFor, uuid } from "./fields.ts";
import { loanNo, loanParams } from "./loanFields.ts";

const error = textFor(fieldTexts.invalid);

/** The account of the member's own that pays: grammar alone, whose it is the server says. */
export const payingAccount = codeText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.regex(/^[0-9-]{1,30}$/, fieldTexts.invalid),
);

/** What a code approves: that what falls due of this loan is taken from this account. */
export const automaticDebitIntent = z.object(
  { kind: z.literal("automatic_debit"), loanNo, accountNumber: payingAccount },
  { error },
);

/** An automatic debit that stands. Days are yyyy-MM-dd. */
export const automaticDebit = z.object({
  accountNumber: z.string(),
  accountName: z.string(),
  /** Due days after this one are debited, and what the account before it was still to pay. */
  begunOn: z.string(),
  /** The next of them; null where nothing is left to fall due. */
  nextOn: z.nullable(z.string()),
  /** The last due day on which the money was not there; null where there is none. */
  unpaidOn: z.nullable(z.string()),
});

export const beginAutomaticDebit = endpoint({
  name: "beginAutomaticDebit",
  method: "POST",
  path: "/members/{guid}/loans/{loanNo}/automaticDebit",
  summary:
    "Have what falls due of a loan taken from an own account on each due day after today, with a code for exactly this. One stands at a time: another account takes its place, also for what is to be taken today.",
  access: "member",
  bodyType: "json",
  params: loanParams,
  body: z.object({
    accountNumber: payingAccount,
    pinId: z.optional(uuid),
    pin: z.optional(otpCode),
  }),
  result: automaticDebit,
  refusals: [
    "not_found",
    "own_account_unknown",
    "loan_not_open",
    "otp_needed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const stopAutomaticDebit = endpoint({
  name: "stopAutomaticDebit",
  method: "POST",
  path: "/members/{guid}/loans/{loanNo}/stopAutomaticDebit",
  summary: "Stop the automatic debit of a loan; where none stands nothing changes",
  access: "member",
  params: loanParams,
  refusals: ["not_found"],
});

export const getLoanCertificate = endpoint({
  name: "getLoanCertificate",
  method: "GET",
  path: "/members/{guid}/loans/{loanNo}/certificate",
  summary: "The certificate that a loan is paid in full, as PDF",
  access: "member",
  params: loanParams,
  file: "document",
  refusals: ["not_found", "loan_not_paid", "busy", "too_many_requests"],
});

export const loanDebitCalls = [
  beginAutomaticDebit,
  stopAutomaticDebit,
  getLoanCertificate,
] as const;
