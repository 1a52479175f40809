import type { Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { isFinal, NOT_SENT } from "#client/failure.ts";
import { failureText, fieldErrorText } from "#portal/texts/serverTexts.ts";
import { texts as textsNow } from "#portal/texts/texts.ts";

const MAXIMUM_TRIES = 3;

/** The code that was sent and where its dialog stands. */
export type CodeState = {
  pinId: string;
  mobileNumber: string;
  /** deviceNow from which a new code may be asked for while this one has tries left. */
  resendAt: number;
  /** deviceNow before which the server said that it sends none. */
  notBefore?: number;
  tries: number;
  /** No more typing helps; the server may say so before three tries were wrong here. */
  isUsedUp: boolean;
  value: string;
  error: string | undefined;
  /** Why the code that stands there was not answered. It may be sent again. */
  unanswered: Failure | undefined;
  status: "typing" | "verifying" | "doing" | "resending";
  /** The server sent nothing: the code came before. */
  sentBefore?: boolean | undefined;
};

/** The code that the server says it has sent, now or before: how many of its tries are used, and when another may be. */
export const sentCode = (answer: {
  pinId: string;
  mobileNumber: string;
  delaySec: number;
  triesLeft?: number | undefined;
  sentBefore?: boolean | undefined;
}): CodeState => ({
  ...freshCode({
    ...answer,
    resendAt: deviceNow() + answer.delaySec * 1000,
    tries: MAXIMUM_TRIES - (answer.triesLeft ?? MAXIMUM_TRIES),
  }),
  sentBefore: answer.sentBefore,
});

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
    isUsedUp: sent.tries >= MAXIMUM_TRIES,
    value: "",
    error: undefined,
    unanswered: undefined,
    status: "typing",
  };
}

/** Where the dialog stands after a code was not accepted, with so many wrong ones by now. */
export function afterRefusal(tries: number, failure: Failure): Partial<CodeState> {
  if (isWrongCode(failure)) {
    const otp = textsNow("otp");
    return {
      tries,
      isUsedUp: tries >= MAXIMUM_TRIES,
      value: "",
      status: "typing",
      error: `${otp.wrong} ${otp.triesLeft(MAXIMUM_TRIES - tries)}`,
    };
  }
  if (isSpent(failure)) return { isUsedUp: true, value: "", status: "typing", error: undefined };
  // Nobody has looked at the code: it stays, and is sent again.
  if (isUnanswered(failure)) return { status: "typing", unanswered: failure };
  // What is said of the code itself says more than the whole.
  const aboutCode = failure.errors.find(isOfCode)?.msg;
  const error = aboutCode === undefined ? failureText(failure) : fieldErrorText(aboutCode);
  return { value: "", status: "typing", error };
}

const isOfCode = ({ param }: Failure["errors"][number]) => param === "pin" || param === "pinId";

/** Nobody has looked at what was sent, or it is not known. */
export const isUnanswered = (failure: Failure): boolean => !isFinal(failure);

/** A refusal that belongs into the dialog of the code. */
export const isAboutCode = (failure: Failure): boolean =>
  isWrongCode(failure) || failure.errors.some(isOfCode);

/** No more typing helps: another code must be asked for. */
const SPENT = new Set(["otp_used_up", "otp_not_for_this_transfer", "otp_not_for_this"]);

export const isSpent = ({ code }: Failure): boolean => SPENT.has(code ?? "");

export const isWrongCode = (failure: Failure): boolean =>
  failure.code === "otp_incorrect" || failure.httpStatus === 401;

/** When a new code may be asked for: at once where the last is used up, unless the server said otherwise. */
export const mayResendAt = ({ isUsedUp, resendAt, notBefore = 0 }: CodeState): number =>
  Math.max(isUsedUp ? 0 : resendAt, notBefore);

/** Where it stands after its dialog was closed: what never left the phone does not go by itself any more. */
export const afterClose = (state: CodeState | undefined): Partial<CodeState> =>
  state?.unanswered?.code === NOT_SENT ? { value: "", unanswered: undefined } : {};

/** Where it stands after a new code was not sent: the last one is what it was. */
export function afterNoResend({ retryAfterSeconds }: Failure): Partial<CodeState> {
  return {
    status: "typing",
    ...(retryAfterSeconds === undefined
      ? {}
      : { notBefore: deviceNow() + retryAfterSeconds * 1000 }),
  };
}
