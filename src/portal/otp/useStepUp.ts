import { resendOtp, sendOtp } from "#contract/auth.ts";
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
/** The code that was typed; it is checked by the call that it approves. */
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
    change({ status: "doing", value: pin, error: undefined });
    const refused = await act({ pinId: sent.pinId, pin });
    if (refused?.code === SESSION_ENDED) return;
    if (refused !== undefined && isAboutCode(refused)) {
      change(afterRefusal(isWrongCode(refused) ? sent.tries + 1 : sent.tries, refused));
      return;
    }
    // The code is spent, whatever became of what it approves.
    setIsOpen(false);
    setSent(undefined);
    if (refused !== undefined) onRefused(refused);
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
