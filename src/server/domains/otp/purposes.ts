import { APPROVED_ACT_NAMES, type ApprovedAct } from "#contract/approvalPolicy.ts";

/** What a code is for. */
export type Purpose =
  | "signup"
  | "login"
  | "recover_username"
  | "recover_password"
  | "freeze"
  | "lift_freeze"
  | SessionPurpose;

/** The orders of a signed-in member that a code or a passkey approves; the order spends the approval. */
export type SessionPurpose = "transfer" | ApprovedAct;
export const sessionPurposes: readonly SessionPurpose[] = ["transfer", ...APPROVED_ACT_NAMES];
/** Of any purpose. */
export const isSessionPurpose = (purpose: Purpose): purpose is SessionPurpose =>
  sessionPurposes.some((one) => one === purpose);

/** The steps that anyone may begin, without a session or a password. */
export type ChallengePurpose =
  | "signup"
  | "recover_username"
  | "recover_password"
  | "freeze"
  | "lift_freeze";

const challengePurposes: readonly ChallengePurpose[] = [
  "signup",
  "recover_username",
  "recover_password",
  "freeze",
  "lift_freeze",
];

/** Of a stored purpose. */
export function isChallengePurpose(purpose: string): purpose is ChallengePurpose {
  return challengePurposes.some((one) => one === purpose);
}

/** Whose code counts without a session. */
export const purposesOfVisitors: readonly Purpose[] = ["login", ...challengePurposes];

/** A code works for five minutes. */
export const CODE_SECONDS = 300;

/** Wrong codes that use one up (row D04). */
export const CODE_TRIES = 3;

/** Seconds until another may be sent; at once when the tries of the last are used up. */
export const secondsToResend = (purpose: Purpose): number =>
  purposesOfVisitors.includes(purpose) ? 300 : 60;

/** How long the browser in which a sign-in, sign-up or recovery began may go on with it after a code was sent. */
export const CHALLENGE_SECONDS = 30 * 60;

/** A code that is waited for, as it is stored. */
export type OpenCode = { resend_after: Date; wrong_tries: number; in_budget: boolean };

/** What is answered of a code that is waited for while no other may be sent: the same again. */
export type StandingCode = {
  pinId: string;
  delaySec: number;
  triesLeft?: number;
  sentBefore: true;
};

/**
 * The code that whoever asks for one waits for already, while its countdown runs. The answer with its pinId may have
 * been lost on the way: asking again gives it, sends nothing and makes nothing younger. Undefined once another may be
 * sent.
 */
export function standingCode(
  open: (OpenCode & { pin_id: string }) | undefined,
  now: Date,
): StandingCode | undefined {
  if (open === undefined) return undefined;
  const delaySec = secondsToReplace(open, now);
  if (delaySec === 0) return undefined;
  const { pin_id: pinId, wrong_tries } = open;
  const left = wrong_tries > 0 && { triesLeft: CODE_TRIES - wrong_tries };
  return { pinId, delaySec, ...left, sentBefore: true };
}

/** Seconds until a new code may take its place: the countdown, and none once its tries are used up. */
export function secondsToReplace(
  { resend_after, wrong_tries, in_budget }: OpenCode,
  now: Date,
): number {
  if (wrong_tries >= CODE_TRIES || !in_budget) return 0;
  return Math.max(0, Math.ceil((resend_after.getTime() - now.getTime()) / 1000));
}
