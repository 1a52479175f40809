import * as z from "zod/mini";
import { pesos, pesosOut } from "./amounts.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import {
  codeText,
  fieldTexts,
  guidParams,
  otpCode,
  requiredCode,
  textFor,
  uuid,
} from "./fields.ts";

const error = textFor(fieldTexts.invalid);
/** Which of the own accounts, and how much of it. */
const lockedMoney = {
  accountNumber: codeText(fieldTexts.required).check(
    z.minLength(1, fieldTexts.required),
    z.regex(/^[0-9-]{1,30}$/, fieldTexts.invalid),
  ),
  amount: pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount)),
};

/** The release of exactly this much of what is locked on an account. */
export const releaseLockIntent = z.object(
  { kind: z.literal("release_lock"), ...lockedMoney },
  { error },
);
export type LockedMoney = Omit<z.output<typeof releaseLockIntent>, "kind">;

/** A release that was asked for and is yet to come. */
const lockRelease = z.object({
  releaseId: z.string(),
  amount: pesosOut,
  /** ISO 8601. */
  freeFrom: z.string(),
});
export type LockRelease = z.output<typeof lockRelease>;

const lockableAccount = z.object({
  accountNumber: z.string(),
  name: z.string(),
  /** What can still be locked. */
  available: pesosOut,
  /** All that is locked, with what will be released. */
  locked: pesosOut,
  releases: z.array(lockRelease),
});
export type LockableAccount = z.output<typeof lockableAccount>;

export const moneyLocks = z.object({
  accounts: z.array(lockableAccount),
  /** Until when nothing can be released, ISO 8601. */
  pausedUntil: z.nullable(z.string()),
});
export type MoneyLocks = z.output<typeof moneyLocks>;

export const getMoneyLocks = endpoint({
  name: "getMoneyLocks",
  method: "GET",
  path: "/members/{guid}/moneyLocks",
  summary: "What the member has locked on the own accounts, and what will be released",
  access: "member",
  params: guidParams,
  result: moneyLocks,
  refusals: ["not_found"],
});

export const lockMoney = endpoint({
  name: "lockMoney",
  method: "POST",
  path: "/members/{guid}/moneyLocks",
  summary: "Lock money on an own account at once: it stays in the balance, and nothing takes it",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object(lockedMoney),
  result: moneyLocks,
  needsIdempotencyKey: true,
  refusals: [
    "not_found",
    "own_account_unknown",
    "insufficient_funds",
    "idempotency_key_missing",
    "idempotency_key_reused",
  ],
});

export const releaseLock = endpoint({
  name: "releaseLock",
  method: "POST",
  path: "/members/{guid}/moneyLocks/release",
  summary:
    "Ask for the release of locked money, with a code for exactly this: it is free 24 hours later, or as long as the policy says",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ ...lockedMoney, pinId: z.optional(uuid), pin: z.optional(otpCode) }),
  result: moneyLocks,
  refusals: [
    "not_found",
    "own_account_unknown",
    "locked_too_little",
    "release_paused",
    "otp_needed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const keepLocked = endpoint({
  name: "keepLocked",
  method: "POST",
  path: "/members/{guid}/moneyLocks/keep",
  summary: "Take back a release that is yet to come: the money stays locked",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    releaseId: requiredCode(20).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid)),
  }),
  result: moneyLocks,
  refusals: ["not_found"],
});

export const moneyLockCalls: readonly Endpoint[] = [
  getMoneyLocks,
  lockMoney,
  releaseLock,
  keepLocked,
];
