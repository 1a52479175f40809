/** What a code is for. */
export type Purpose = "signup" | "login" | "recover_username" | "recover_password" | SessionPurpose;

/** The orders of a signed-in member that a code approves; the order spends the code. */
export type SessionPurpose = "transfer" | "raise_limit" | "reveal_cvv" | "accept_loan";
/** What a code of a session approves besides a transfer. */
export type ApprovalPurpose = Exclude<SessionPurpose, "transfer">;
export const sessionPurposes: readonly SessionPurpose[] = [
  "transfer",
  "raise_limit",
  "reveal_cvv",
  "accept_loan",
];

/** The steps that anyone may begin, without a session or a password. */
export type ChallengePurpose = "signup" | "recover_username" | "recover_password";

/** Of a stored purpose. */
export function isChallengePurpose(purpose: string): purpose is ChallengePurpose {
  return purpose === "signup" || purpose === "recover_username" || purpose === "recover_password";
}

/** Whose code counts without a session. */
export const purposesOfVisitors: readonly Purpose[] = [
  "login",
  "signup",
  "recover_username",
  "recover_password",
];

/** A code works for five minutes. */
export const CODE_SECONDS = 300;

/** Wrong codes that use one up (row D04). */
export const CODE_TRIES = 3;

/** Seconds until another may be sent; at once when the tries of the last are used up. */
export const RESEND_SECONDS: Record<Purpose, number> = {
  signup: 300,
  login: 300,
  recover_username: 300,
  recover_password: 300,
  transfer: 60,
  raise_limit: 60,
  reveal_cvv: 60,
  accept_loan: 60,
};

/** How long the browser in which a sign-in, sign-up or recovery began may go on with it after a code was sent. */
export const CHALLENGE_SECONDS = 30 * 60;

/** A code that is waited for, as it is stored. */
export type OpenCode = { resend_after: Date; wrong_tries: number; in_budget: boolean };

/** Seconds until a new code may take its place: the countdown, and none once its tries are used up. */
export function secondsToReplace(
  { resend_after, wrong_tries, in_budget }: OpenCode,
  now: Date,
): number {
  if (wrong_tries >= CODE_TRIES || !in_budget) return 0;
  return Math.max(0, Math.ceil((resend_after.getTime() - now.getTime()) / 1000));
}
