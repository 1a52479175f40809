import type { Failure } from "#contract/endpoint.ts";
import { loadOtpScreen } from "#portal/otp/loadOtpScreen.ts";
import { type SentCode, sentNow } from "#portal/otp/sentCode.ts";
import {
  countAttempt,
  forgetAttempts,
  MAXIMUM_ATTEMPTS,
  suspend,
  suspendedUntil,
} from "#portal/shared/suspension.ts";

export type Draft = { username: string; password: string };

export type LoginProblem =
  | { name: "wrong"; triesLeft: number }
  | { name: "suspended"; until: number }
  | { name: "offline" }
  /** Nothing came back, or what the answer needs to be shown could not be fetched. */
  | { name: "unreached" }
  /** The bank's books are away. */
  | { name: "outage" }
  | { name: "other"; text: string; isFrozen: boolean; referenceId?: string | undefined };

/** What is wrong with a field: that it is empty, or the server's words in the page's language. */
export type LoginFieldError = "required" | { text: string };
export type LoginErrors = { [Field in keyof Draft]?: LoginFieldError | undefined };

export type LoginOutcome =
  | { name: "signed_in" }
  | { name: "code_sent"; sent: SentCode }
  | { name: "problem"; problem: LoginProblem }
  | { name: "field_errors"; errors: LoginErrors };

/** Sealing, calls and the session are a chunk of their own, fetched when someone means to sign in. */
export const loadSession = () => import("#portal/api/session.ts");

/** Tries to sign in. While the marker of three failures stands, it refuses before any call. */
export async function attemptLogin(typed: Draft): Promise<LoginOutcome> {
  try {
    return await attempt(typed);
  } catch {
    // A part of the page that is fetched only now was not to be had.
    return { name: "problem", problem: { name: "unreached" } };
  }
}

async function attempt(typed: Draft): Promise<LoginOutcome> {
  const until = suspendedUntil(typed.username);
  if (until !== undefined) return { name: "problem", problem: { name: "suspended", until } };
  const session = navigator.onLine ? await loadSession().catch(() => undefined) : undefined;
  if (session === undefined) return { name: "problem", problem: { name: "offline" } };

  const answer = await session.signIn(typed.username.trim(), typed.password);
  if (answer.name === "refused") return explain(answer.failure, typed);
  forgetAttempts(typed.username);
  if (answer.name === "signed_in") return answer;
  const { name, ...sent } = answer;
  const waited = sentNow(sent);
  await loadOtpScreen();
  return { name, sent: waited };
}

async function explain(failure: Failure, typed: Draft): Promise<LoginOutcome> {
  if (failure.code === "login_incorrect") return { name: "problem", problem: countFailure(typed) };
  if (failure.code === "login_suspended") {
    const until = suspend(typed.username, failure.retryAfterSeconds);
    return { name: "problem", problem: { name: "suspended", until } };
  }
  if (failure.httpStatus === 503 || failure.httpStatus === 0) {
    const { askStatus, outage } = await import("#client/outage.ts");
    if ((await askStatus()) !== undefined && outage.get())
      return { name: "problem", problem: { name: "outage" } };
  }
  const { failureText, fieldErrorText } = await import("#portal/texts/serverTexts.ts");
  const errors: LoginErrors = {};
  for (const { param, msg } of failure.errors) {
    if (param === "username" || param === "password") errors[param] = { text: fieldErrorText(msg) };
  }
  if (Object.keys(errors).length > 0) return { name: "field_errors", errors };
  const problem: LoginProblem = {
    name: "other",
    text: failureText(failure),
    isFrozen: failure.code === "access_frozen",
    ...(failure.httpStatus >= 500 && { referenceId: failure.correlationId }),
  };
  return { name: "problem", problem };
}

function countFailure(typed: Draft): LoginProblem {
  const count = countAttempt(typed.username);
  if (count < MAXIMUM_ATTEMPTS) return { name: "wrong", triesLeft: MAXIMUM_ATTEMPTS - count };
  forgetAttempts(typed.username);
  return { name: "suspended", until: suspend(typed.username) };
}
