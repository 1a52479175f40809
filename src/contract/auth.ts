import * as z from "zod/mini";
import {
  raiseLimitIntent,
  replaceCardIntent,
  resetPinIntent,
  revealCvvIntent,
} from "./cardIntents.ts";
import { cashWithdrawalIntent } from "./cashWithdrawals.ts";
import { endpoint } from "./endpoint.ts";
import { frozen } from "./frozen.ts";
import { fieldTexts, otpCode, requiredCode, textFor, uuid } from "./fields.ts";
import { acceptLoanIntent } from "./loanIntent.ts";
import { automaticDebitIntent } from "./loanDebits.ts";
import { payLoanIntent } from "./loanPayments.ts";
import { addPasskeyIntent, removePasskeyIntent } from "./passkeyIntents.ts";
import { releaseLockIntent } from "./moneyLock.ts";
import { raiseOwnLimitIntent } from "./ownLimits.ts";
import { transferIntent } from "./transfers.ts";

/** What a signed-in member may approve with a code. */
export const codeIntent = z.discriminatedUnion(
  "kind",
  [
    transferIntent,
    raiseLimitIntent,
    replaceCardIntent,
    resetPinIntent,
    revealCvvIntent,
    acceptLoanIntent,
    addPasskeyIntent,
    removePasskeyIntent,
    raiseOwnLimitIntent,
    releaseLockIntent,
    payLoanIntent,
    automaticDebitIntent,
    cashWithdrawalIntent,
  ],
  { error: textFor(fieldTexts.invalid) },
);
export type CodeIntent = z.output<typeof codeIntent>;

export const passwordAged = z.object({
  isPasswordAged: z.optional(z.object({ message: z.string() })),
});

/** A code was sent by SMS and is waited for. */
export const codeSent = z.object({
  guid: uuid,
  /** Masked: +63******1234. */
  mobileNumber: z.string(),
  pinId: uuid,
  /** Seconds until the code may be sent again. */
  delaySec: z.number(),
  /** Tries left of a code that was sent before and is still waited for; 3 when it is absent. */
  triesLeft: z.optional(z.number()),
  /** True where nothing was sent now: the code that was sent before stands. */
  sentBefore: z.optional(z.boolean()),
  /** To be shown in place of where the code went: none was sent, and why, or it may not have been. */
  notice: z.optional(z.string()),
  /** A sign-in's: true where the code is asked for because the browser is not known. */
  isNewDevice: z.optional(z.boolean()),
});

export const signedIn = z.object({ guid: uuid, token: z.string() });

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/v2/login",
  summary: "Sign in. A browser that is new to the member gets a code by SMS first, and no token.",
  access: "public",
  bodyType: "sealed",
  body: z.object({
    username: requiredCode(64),
    // 128 code points at most; longer is refused before any hashing.
    password: z
      .string(fieldTexts.required)
      .check(z.minLength(1, fieldTexts.required), z.maxLength(512, fieldTexts.tooLong)),
  }),
  result: z.union([signedIn, codeSent]),
  extras: passwordAged,
  refusals: [
    "login_incorrect",
    "login_suspended",
    "recovery_needed",
    "access_suspended",
    "access_cancelled",
    "access_closed",
    "access_frozen",
    "passkey_needed_to_sign_in",
    "busy",
    "too_many_requests",
  ],
});

/** What takes no code any more, since it was sent: the policy has changed, or the member has a passkey now. */
const CODE_FORBIDDEN = ["passkey_needed", "office_needed", "passkey_needed_to_sign_in"] as const;

export const verifyOtp = endpoint({
  name: "verifyOtp",
  method: "POST",
  path: "/otp/verify",
  summary:
    "Check a one-time password. At sign-in the answer carries the token; in a recovery it brings the cookie that setPassword and setUsername need; the code of reportIntruder freezes the account, that of askToUnfreeze ends a freeze.",
  access: "public",
  bodyType: "sealed",
  body: z.object({ memberGuid: uuid, pinId: uuid, pin: otpCode }),
  result: z.object({
    guid: uuid,
    token: z.optional(z.string()),
    /** Of a code that was sent to freeze the account: what was done. */
    frozen: z.optional(frozen),
    /** Of a code that was sent to end a freeze: it is over. */
    isUnfrozen: z.optional(z.boolean()),
    /** And how many scheduled transfers it had paused, which the member resumes or not. */
    pausedSchedules: z.optional(z.int().check(z.nonnegative())),
  }),
  extras: passwordAged,
  // The two of username and password at sign-up only, on the fields of its form: the code stays good for another try.
  refusals: [
    "otp_incorrect",
    "otp_used_up",
    "tampered",
    "too_many_requests",
    "username_taken",
    "password_is_personal",
    ...CODE_FORBIDDEN,
  ],
});

export const resendOtp = endpoint({
  name: "resendOtp",
  method: "POST",
  path: "/otp/resend",
  summary: "Send a new code in place of the last one, which then no longer works",
  access: "public",
  bodyType: "form",
  body: z.object({ memberGuid: uuid, pinId: z.optional(uuid) }),
  result: codeSent,
  refusals: [
    "otp_too_soon",
    "otp_limit",
    "otp_source_limit",
    "texts_spent",
    "otp_incorrect",
    "mobile_missing",
    ...CODE_FORBIDDEN,
    "too_many_requests",
  ],
});

/** What is refused before a code is sent, or a passkey asked: what the act itself would be refused now. */
export const ORDER_QUESTION_REFUSALS = [
  "not_found",
  "schedule_day",
  "schedule_too_many",
  "insufficient_funds",
  "source_account_unknown",
  "destination_not_own_card",
  "load_limit_exceeded",
  "amount_too_low",
  "instapay_closed",
  "over_transaction_limit",
  "over_daily_limit",
  "over_monthly_limit",
  "bank_unknown",
  "shop_code_unreadable",
  "shop_code_differs",
  "shop_code_paid",
  "shop_code_later",
  "destination_unknown",
  "destination_same",
  "destination_over_load_limit",
  "payee_paused",
  "raise_paused",
  "pin_reset_paused",
  "own_limit_off",
  "own_payee_off",
  "over_own_transfer_limit",
  "over_own_daily_limit",
  "over_own_monthly_limit",
  "over_own_payee_limit",
  "own_limit_too_high",
  "own_account_unknown",
  "locked_too_little",
  "release_paused",
  "fee_changed",
  "too_many_requests",
  "no_eon_account",
  "card_suspended",
  "card_deactivated",
  "card_admin_locked",
  "card_member_locked",
  "card_state",
  "card_stop_open",
  "card_maintenance",
  "card_fee_not_covered",
  "pickup_office_unknown",
  "withdrawal_limit_too_high",
  "cvv_nothing_to_show",
  "loan_application_state",
  "loan_offer_changed",
  "loan_offer_expired",
  "loan_statement_not_ready",
  "loan_needs_savings",
  "loan_not_open",
  "loan_payment_too_much",
  "loan_settlement_amount",
  "loan_deduction_under_way",
  "cash_withdrawal_over",
  "passkey_needed",
  "passkey_removed_lately",
  "office_needed",
] as const;

export const sendOtp = endpoint({
  name: "sendOtp",
  method: "POST",
  path: "/otp/send",
  summary:
    "Send a code that approves exactly what `intent` describes: a transfer, a raise of the withdrawal limit or of an own limit, the release of locked money, a look at a new CVV, a new card for one that was lost, a new PIN for one that was forgotten, a loan offer, a payment on a loan, a passkey",
  access: "member",
  bodyType: "json",
  body: z.object({ memberGuid: uuid, intent: codeIntent }),
  result: codeSent,
  refusals: [...ORDER_QUESTION_REFUSALS, "otp_limit", "mobile_missing"],
});

export const logout = endpoint({
  name: "logout",
  method: "POST",
  path: "/logout",
  summary: "End this session",
  access: "member",
  refusals: [],
});

export const refreshSession = endpoint({
  name: "refreshSession",
  method: "POST",
  path: "/session/refresh",
  summary: "Restart the idle time; the token is replaced",
  access: "member",
  result: z.object({ token: z.string() }),
  refusals: [],
});
