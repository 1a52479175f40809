import { deviceNow } from "#client/clock.ts";

/** What a call answers that has sent a code: whose it is, where it went, when another may be sent. */
export type CodeSent = {
  guid: string;
  mobileNumber: string;
  pinId: string;
  delaySec: number;
  triesLeft?: number | undefined;
  /** Nothing was sent now: it is the code that was sent before. */
  sentBefore?: boolean | undefined;
  /** The server's words in place of where the code went. */
  notice?: string | undefined;
  /** Of a sign-in: the browser is not known. */
  isNewDevice?: boolean | undefined;
};

/** A code that is waited for. Moments are deviceNow. */
export type SentCode = Omit<CodeSent, "delaySec"> & { resendAt: number; tooOldAt: number };

/**
 * The code of an answer that came just now. The codes of sign-in, sign-up and recovery live for as
 * long as another may not be sent: when the countdown is over, the code is too old.
 */
export function sentNow({ delaySec, ...sent }: CodeSent): SentCode {
  const resendAt = deviceNow() + delaySec * 1000;
  return { ...sent, resendAt, tooOldAt: resendAt };
}
