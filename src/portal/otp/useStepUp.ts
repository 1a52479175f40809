import { resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import type { CallInput, Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#portal/api/sessionEnd.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { texts as textsNow } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import {
  afterNoResend,
  afterRefusal,
  type CodeState,
  freshCode,
  isWrongCode,
} from "./codeState.ts";

/** What a code approves. */
type Intent = CallInput<typeof sendOtp>["body"]["intent"];
/** The code that was typed and is right; the call that it approves spends it. */
export type TypedCode = { pinId: string; pin: string };

/**
 * One more proof before something sensitive: a code by text that approves exactly `intent`. `act` does it
 * with the code and answers what was refused; undefined when it went through. A refusal about the code
 * stays in the dialog, any other closes it and is `onRefused`'s to show.
 */
export function useStepUp(
  act: (code: TypedCode) => Promise<Failure | undefined>,
  onRefused: (failure: Failure) => void,
) {
  const memberGuid = useGuid();
  const [sent, setSent] = useState<CodeState & { for: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const change = (part: Partial<CodeState>) =>
    setSent((before) => (before === undefined ? undefined : { ...before, ...part }));

  /** Sends a code, or opens the dialog of the one that was sent for the same and may not be sent again yet. */
  async function start(intent: Intent): Promise<Failure | undefined> {
    const wanted = JSON.stringify(intent);
    if (sent?.for === wanted && sent.resendAt > deviceNow()) {
      setIsOpen(true);
      return undefined;
    }
    setIsSending(true);
    const answer = await call(sendOtp, { body: { memberGuid, intent } });
    setIsSending(false);
    if (!answer.status) return answer;
    setSent({ ...sentNow(answer.result), for: wanted });
    setIsOpen(true);
    return undefined;
  }

  async function resend() {
    if (sent === undefined) return;
    change({ status: "resending", error: undefined });
    const answer = await call(resendOtp, { body: { memberGuid, pinId: sent.pinId } });
    if (answer.status) {
      setSent({ ...sentNow(answer.result), for: sent.for });
      showToast({ kind: "ok", text: textsNow("otp").newSent });
      return;
    }
    change(afterNoResend(sent, answer));
    showFailure(answer);
  }

  async function complete(pin: string) {
    if (sent === undefined) return;
    change({ status: "verifying", value: pin, error: undefined });
    const code = { pinId: sent.pinId, pin };
    const verified = await call(verifyOtp, { body: { memberGuid, ...code } });
    if (!verified.status) return refuseCode(sent.tries, verified);
    change({ status: "doing" });
    const refused = await act(code);
    if (refused !== undefined && isAboutCode(refused)) return refuseCode(sent.tries, refused);
    setIsOpen(false);
    // Without an answer it is not known whether the code was spent: it is tried before another is sent.
    setSent(refused?.httpStatus === 0 ? { ...sent, value: "", status: "typing" } : undefined);
    if (refused !== undefined) onRefused(refused);
  }

  function refuseCode(tries: number, failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    change(afterRefusal(isWrongCode(failure) ? tries + 1 : tries, failure));
  }

  return {
    dialog: isOpen ? sent : undefined,
    isSending,
    start,
    resend,
    complete,
    type: (value: string) => change({ value, error: undefined }),
    close: () => setIsOpen(false),
  };
}

const sentNow = (answer: { pinId: string; mobileNumber: string; delaySec: number }): CodeState =>
  freshCode({ ...answer, resendAt: deviceNow() + answer.delaySec * 1000, tries: 0 });

const isAboutCode = (failure: Failure) =>
  isWrongCode(failure) || failure.errors.some(({ param }) => param === "pin" || param === "pinId");
