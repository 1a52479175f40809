import * as z from "zod/mini";
import { pesos, pesosOut } from "./amounts.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, otpCode, textFor, uuid } from "./fields.ts";

const error = textFor(fieldTexts.invalid);

/** What an approval is of: exactly this withdrawal, as a teller asked for it. */
export const cashWithdrawalIntent = z.object(
  {
    kind: z.literal("cash_withdrawal"),
    withdrawalId: uuid,
    accountNumber: codeText(fieldTexts.required).check(
      z.minLength(1, fieldTexts.required),
      z.regex(/^[0-9-]{1,30}$/, fieldTexts.invalid),
    ),
    amount: pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount)),
  },
  { error },
);

/** A withdrawal at a counter that waits for its member. */
const waitingWithdrawal = z.object({
  withdrawalId: z.string(),
  amount: pesosOut,
  accountNumber: z.string(),
  branch: z.string(),
  /** ISO 8601: after that it counts for nothing. */
  expiresAt: z.string(),
});
export type WaitingWithdrawal = z.output<typeof waitingWithdrawal>;

const withdrawalParams = z.object({ ...guidParams.shape, withdrawalId: uuid });

export const getCashWithdrawals = endpoint({
  name: "getCashWithdrawals",
  method: "GET",
  path: "/members/{guid}/cashWithdrawals",
  summary: "What a teller has entered for the member to approve at this moment: one or nothing",
  access: "member",
  params: guidParams,
  result: z.array(waitingWithdrawal),
  refusals: ["not_found"],
});

export const approveCashWithdrawal = endpoint({
  name: "approveCashWithdrawal",
  method: "POST",
  path: "/members/{guid}/cashWithdrawals/{withdrawalId}/approve",
  summary:
    "Approve a withdrawal that a teller entered, with an approval of exactly this: it is booked, and the teller pays it out",
  access: "member",
  bodyType: "json",
  params: withdrawalParams,
  body: z.object({ pinId: z.optional(uuid), pin: z.optional(otpCode) }),
  result: z.object({ receiptNo: z.string(), amount: pesosOut }),
  refusals: [
    "not_found",
    "cash_withdrawal_over",
    "insufficient_funds",
    "otp_needed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const refuseCashWithdrawal = endpoint({
  name: "refuseCashWithdrawal",
  method: "POST",
  path: "/members/{guid}/cashWithdrawals/{withdrawalId}/refuse",
  summary: "Refuse a withdrawal that a teller entered: its code is void, and the teller sees it",
  access: "member",
  params: withdrawalParams,
  refusals: ["not_found", "cash_withdrawal_over"],
});

export const cashWithdrawalCalls: readonly Endpoint[] = [
  getCashWithdrawals,
  approveCashWithdrawal,
  refuseCashWithdrawal,
];
