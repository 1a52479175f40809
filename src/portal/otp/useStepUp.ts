import { resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import type { CallInput, Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { NOT_SENT } from "#client/failure.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { texts as textsNow } from "#portal/texts/texts.ts";
import { useState } from "react";
import {
  afterNoResend,
  afterRefusal,
  type CodeState,
  freshCode,
  sentCode,
  isAboutCode,
  isSpent,
  isUnanswered,
  isWrongCode,
} from "./codeState.ts";
import { usePasskeyFirst } from "./usePasskeyFirst.ts";
import { tellSent } from "./tellSent.ts";
import { useSent } from "./useSent.ts";
import {
  countWrongCode,
  findRunningCode,
  forgetRunningCode,
  keepRunningCode,
} from "./runningCode.ts";

/** What a code approves. */
type Intent = CallInput<typeof sendOtp>["body"]["intent"];
/** The code that was typed and is right; the call that it approves spends it. */
export type TypedCode = { pinId: string; pin: string };

/**
 * One more proof before something sensitive: a passkey of the member's, else a code by text, that approves exactly
 * `intent`. `act` does it with the proof and answers what was refused; undefined when it went through. A refusal about
 * a code stays in the dialog, any other closes it and is `onRefused`'s to show.
 */
export function useStepUp(
  act: (code: TypedCode) => Promise<Failure | undefined>,
  onRefused: (failure: Failure) => void,
) {
  const text = useTextStepUp(act, onRefused);
  const passkey = usePasskeyFirst({
    askByText: text.start,
    refuse: onRefused,
    spend: async (proof) => {
      const refused = await act(proof);
      if (refused !== undefined) onRefused(refused);
    },
  });
  const { choice, start, isFinding } = passkey;
  const isSending = text.isSending || isFinding;
  const isOpen = choice !== undefined || text.dialog !== undefined;
  return { ...text, choice, isSending, isOpen, start };
}

function useTextStepUp(
  act: (code: TypedCode) => Promise<Failure | undefined>,
  onRefused: (failure: Failure) => void,
) {
  const memberGuid = useGuid();
  const { sent, setSent, change, open, dialog, type, close, ...code } = useSent<Sent>();
  const [isSending, setIsSending] = useState(false);

  /** Sends a code, or opens the dialog of the one that was sent for the same while no other may be sent. */
  async function start(intent: Intent): Promise<Failure | undefined> {
    const isSame = JSON.stringify(sent?.for) === JSON.stringify(intent);
    if (sent !== undefined && isSame && sent.resendAt > deviceNow()) {
      open(sent);
      return undefined;
    }
    setIsSending(true);
    const found = await codeFor(memberGuid, intent);
    setIsSending(false);
    if ("failure" in found) return found.failure;
    open({ ...found.code, for: intent });
    return undefined;
  }

  async function resend() {
    if (sent === undefined) return;
    change({ status: "resending", error: undefined, unanswered: undefined });
    const found = await anotherCode(memberGuid, sent);
    if ("failure" in found) {
      change(afterNoResend(found.failure));
      showFailure(found.failure);
      return;
    }
    setSent({ ...found.code, for: sent.for });
    tellSent(found.code);
  }

  async function complete(pin: string) {
    if (sent === undefined) return;
    change({ status: "verifying", value: pin, error: undefined, unanswered: undefined });
    const typed = { pinId: sent.pinId, pin };
    if (sent.right !== pin) {
      const verified = await call(verifyOtp, { body: { memberGuid, ...typed } });
      if (!verified.status) return refuseCode(sent, verified);
    }
    change({ status: "doing" });
    const refused = await act(typed);
    const isUsed = refused !== undefined && sent.mayBeDone === true && isSpent(refused);
    if (refused !== undefined && !isUsed) {
      if (isAboutCode(refused)) return refuseCode(sent, refused);
      // It may have been done, and the code spent: the same is asked once more, and not whether the code is right.
      if (isUnanswered(refused)) {
        const mayBeDone = sent.mayBeDone === true || refused.code !== NOT_SENT;
        const now = { ...sent, value: pin, right: pin, mayBeDone };
        setSent({ ...now, ...afterRefusal(sent.tries, refused) });
        return undefined;
      }
    }
    code.end();
    await forgetRunningCode(approvedBy(sent.for));
    if (refused !== undefined) onRefused(isUsed ? await usedBefore(refused) : refused);
    return undefined;
  }

  const refuseCode = async (refused: Sent, failure: Failure) =>
    change(await standingAfter(refused, failure));

  return { dialog, isSending, start, resend, complete, type, close };
}

/** The call whose answer was lost may have used the code: whoever reads the page anew sees what became of it. */
async function usedBefore(refused: Failure): Promise<Failure> {
  await queryClient.invalidateQueries();
  return { ...refused, code: undefined, errors: [], message: textsNow("otp").wasUsed };
}

const approvedBy = (intent: Intent) => ({ place: "step-up-code", intent }) as const;

/** `right`: the code was found right, and what it approves was not answered; `mayBeDone`: though it was sent. */
type Sent = CodeState & { for: Intent; right?: string; mayBeDone?: boolean };

/** Where the dialog stands after a code was refused, wrong ones counted. */
async function standingAfter(refused: Sent, failure: Failure): Promise<Partial<CodeState>> {
  if (failure.code === SESSION_ENDED) return {};
  const tries = isWrongCode(failure)
    ? await countWrongCode(approvedBy(refused.for), refused)
    : refused.tries;
  return afterRefusal(tries, failure);
}

type Found = { code: CodeState } | { failure: Failure };

/** A code in place of one; where the server has closed that one, a code as if for the first time. */
async function anotherCode(memberGuid: string, sent: Sent): Promise<Found> {
  const answer = await call(resendOtp, { body: { memberGuid, pinId: sent.pinId } });
  if (answer.status) return { code: await keepNew(sent.for, answer.result) };
  return answer.code === "otp_incorrect" ? codeFor(memberGuid, sent.for) : { failure: answer };
}

/** The code that was sent for this and runs, or a new one. */
async function codeFor(memberGuid: string, intent: Intent): Promise<Found> {
  const running = await findRunningCode(approvedBy(intent));
  if (running !== undefined) return { code: { ...freshCode(running), sentBefore: true } };
  const answer = await call(sendOtp, { body: { memberGuid, intent } });
  return answer.status ? { code: await keepNew(intent, answer.result) } : { failure: answer };
}

async function keepNew(intent: Intent, answer: Parameters<typeof sentCode>[0]): Promise<CodeState> {
  const code = sentCode(answer);
  await keepRunningCode(approvedBy(intent), code);
  return code;
}
