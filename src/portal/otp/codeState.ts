import type { Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { texts as textsNow } from "#portal/texts/texts.ts";

const MAXIMUM_TRIES = 3;

/** The code that was sent and where its dialog stands. */
export type CodeState = {
  pinId: string;
  mobileNumber: string;
  /** deviceNow from which a new code may be asked for. */
  resendAt: number;
  tries: number;
  value: string;
  error: string | undefined;
  status: "typing" | "verifying" | "doing" | "used_up" | "resending";
};

/** A code that was just sent, or is found again, before anything is typed. */
export function freshCode(sent: {
  pinId: string;
  mobileNumber: string;
  resendAt: number;
  tries: number;
}): CodeState {
  return {
    pinId: sent.pinId,
    mobileNumber: sent.mobileNumber,
    resendAt: sent.resendAt,
    tries: sent.tries,
    value: "",
    error: undefined,
    status: sent.tries >= MAXIMUM_TRIES ? "used_up" : "typing",
  };
}

/** Where the dialog stands after a code was not accepted, with so many wrong ones by now. */
export function afterRefusal(tries: number, failure: Failure): Partial<CodeState> {
  const otp = textsNow("otp");
  if (isWrongCode(failure)) {
    return {
      tries,
      value: "",
      status: tries >= MAXIMUM_TRIES ? "used_up" : "typing",
      error: `${otp.wrong} ${otp.triesLeft(MAXIMUM_TRIES - tries)}`,
    };
  }
  if (SPENT.has(failure.code ?? "")) return { value: "", status: "used_up", error: undefined };
  return { value: "", status: "typing", error: failureText(failure) };
}

/** No more typing helps: another code must be asked for. */
const SPENT = new Set(["otp_used_up", "otp_not_for_this_transfer", "otp_not_for_this"]);

export const isWrongCode = (failure: Failure): boolean =>
  failure.code === "otp_incorrect" || failure.httpStatus === 401;

/** Where it stands after a new code was not sent. */
export function afterNoResend(sent: CodeState, failure: Failure): Partial<CodeState> {
  const { retryAfterSeconds } = failure;
  return {
    status: sent.tries >= MAXIMUM_TRIES ? "used_up" : "typing",
    ...(retryAfterSeconds === undefined
      ? {}
      : { resendAt: deviceNow() + retryAfterSeconds * 1000 }),
  };
}
