import { toDecimal } from "#common/money.ts";
import { resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import type { Failure } from "#contract/endpoint.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { call } from "#portal/api/call.ts";
import { deviceNow } from "#client/clock.ts";
import { NOT_SENT } from "#client/failure.ts";
import {
  afterNoResend,
  afterRefusal,
  type CodeState,
  freshCode,
  sentCode,
  isWrongCode,
} from "#portal/otp/codeState.ts";
import {
  countWrongCode,
  findRunningCode,
  forgetRunningCode,
  keepRunningCode,
} from "#portal/otp/runningCode.ts";
import { queryClient } from "#portal/api/queries.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { currentSession } from "#portal/api/sessionState.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useEffect, useRef, useState } from "react";
import type { Proof } from "#portal/otp/signWithPasskey.ts";
import { usePasskeyFirst } from "#portal/otp/usePasskeyFirst.ts";
import { tellSent } from "#portal/otp/tellSent.ts";
import { useSent } from "#portal/otp/useSent.ts";
import { CODE_LASTS_MS, keepOrder, type Order } from "./order.ts";
import { tellAccepted } from "./orderToast.ts";
import { type Outcome, submitOrder, type UsedCode } from "./submitOrder.ts";

type Ended = Exclude<Outcome, { name: "code_refused" }>;

/** What a code approves: an order, and the fee that stands beside it on the review, in centavos. */
type Approved = { order: Order; fee: bigint };

/** What approves a transfer: a passkey of the member's, else a one-time password; then the order goes out. */
export function useCode(
  approved: Approved,
  onEnd: (outcome: Ended, used: UsedCode) => void,
  onRefused: (failure: Failure) => void,
) {
  const text = useTextCode(approved, onEnd);
  const isGone = useIsGone();
  const passkey = usePasskeyFirst({
    askByText: text.start,
    refuse: onRefused,
    spend: (proof) => spendProof(approved, proof, { isGone, onEnd, onRefused }),
  });
  return {
    ...text,
    choice: passkey.choice,
    isSending: text.isSending || passkey.isFinding,
    /** A code is being checked, or the order done. */
    isBusy: text.isBusy || passkey.choice?.status === "doing",
    start: () => passkey.start(approvedBy(approved).intent),
  };
}

/** The one-time password of a transfer: sent, typed, verified, and only then the order goes out. */
function useTextCode(approved: Approved, onEnd: (outcome: Ended, used: UsedCode) => void) {
  const { sent, setSent, change, open, end, dialog, type, close } = useSent<Sent>();
  const [isSending, setIsSending] = useState(false);
  const isGone = useIsGone();

  /** Sends a code for this order, or opens the dialog of the one that was sent and still helps. */
  async function start(): Promise<Failure | undefined> {
    if (sent !== undefined && !sent.isUsedUp && sent.fee === approved.fee) {
      open(sent);
      return undefined;
    }
    setIsSending(true);
    const found = await codeFor(approved, sent);
    if (isGone()) return undefined;
    setIsSending(false);
    if ("failure" in found) return found.failure;
    open(found.code);
    return undefined;
  }

  async function resend() {
    if (sent === undefined) return;
    change({ status: "resending", error: undefined, unanswered: undefined });
    const found = await anotherCode(approved, sent);
    if ("failure" in found) {
      change(afterNoResend(found.failure));
      showFailure(found.failure);
      return;
    }
    setSent(found.code);
    tellSent(found.code);
  }

  async function complete(pin: string): Promise<void> {
    if (sent === undefined) return;
    change({ status: "verifying", value: pin, error: undefined, unanswered: undefined });
    if (sent.right !== pin) {
      const body = { memberGuid: memberGuid(), pinId: sent.pinId, pin };
      const verified = await call(verifyOtp, { body });
      if (!verified.status) return refuseCode(verified);
    }
    // Who left in the meantime saw nothing go out; then nothing does.
    if (isGone()) return;
    change({ status: "doing" });
    const used = { pinId: sent.pinId, pin, canGoUntil: deviceNow() + CODE_LASTS_MS };
    const outcome = await goOut(approved, used);
    if (outcome.name === "code_refused") return refuseCode(outcome.failure);
    if (outcome.name === "not_sent") {
      // The code is not spent: the same is asked once more, and not whether it is right.
      await keepRunningCode(approvedBy(approved), sent);
      setSent({ ...sent, value: pin, right: pin, ...afterRefusal(sent.tries, outcome.failure) });
      return;
    }
    if (isGone()) {
      if (outcome.name === "accepted") tellAccepted(outcome.message);
      return;
    }
    // The code is spent, whatever became of the order: another try needs a new one.
    end();
    onEnd(outcome, used);
  }

  async function refuseCode(failure: Failure) {
    if (sent === undefined || failure.code === SESSION_ENDED) return;
    const tries = isWrongCode(failure)
      ? await countWrongCode(approvedBy(approved), sent)
      : sent.tries;
    change(afterRefusal(tries, failure));
  }

  const isBusy = sent?.status === "verifying" || sent?.status === "doing";
  return { dialog, isSending, isBusy, start, resend, complete, type, close };
}

/** The order goes out with what a passkey brought: there is no code to type again when that is refused. */
async function spendProof(
  approved: Approved,
  proof: Proof,
  on: {
    isGone: () => boolean;
    onEnd: (outcome: Ended, used: UsedCode) => void;
    onRefused: (failure: Failure) => void;
  },
): Promise<void> {
  // As with a code: who left in the meantime saw nothing go out.
  if (on.isGone()) return;
  const used = { ...proof, canGoUntil: deviceNow() + CODE_LASTS_MS };
  const outcome = await goOut(approved, used);
  if (on.isGone()) {
    if (outcome.name === "accepted") tellAccepted(outcome.message);
  } else if (outcome.name === "code_refused" || outcome.name === "not_sent")
    on.onRefused(outcome.failure);
  else on.onEnd(outcome, used);
}

/** Nothing left this device, and nothing had before: the order stands as it was reviewed. */
type NotSent = { name: "not_sent"; failure: Failure };

/** The order goes out with its code, which is offered nowhere any more. */
async function goOut(approved: Approved, used: UsedCode): Promise<Outcome | NotSent> {
  await forgetRunningCode(approvedBy(approved));
  const outcome = await submitOrder(approved.order, used);
  if (outcome.name !== "open" || outcome.failure.code !== NOT_SENT) return outcome;
  await keepOrder({ phase: "reviewed", order: approved.order });
  return { name: "not_sent", failure: outcome.failure };
}

/** Whether the review is off the screen: what it waited for concerns nobody there any more. */
function useIsGone(): () => boolean {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
}

/** No code is sent for another fee than the member was shown; an own transfer has none. */
function approvedBy({ order: { intent }, fee }: Approved) {
  const shown =
    TRANSFER_KINDS[intent.kind].leaves === "account"
      ? intent
      : { ...intent, shown_fee: toDecimal(fee) };
  return { place: "transfer-code", intent: shown } as const;
}

const memberGuid = () => currentSession()?.guid ?? "";

/** A code approves the fee too. `right`: it was found right, and the order did not leave this device. */
type Sent = CodeState & { fee: bigint; right?: string };
type Found = { code: Sent } | { failure: Failure };

/** A code in place of one; where the server has closed that one, a code for the order as if for the first time. */
async function anotherCode(approved: Approved, sent: CodeState): Promise<Found> {
  const answer = await call(resendOtp, { body: { memberGuid: memberGuid(), pinId: sent.pinId } });
  if (answer.status) return { code: await keepFresh(approved, answer.result) };
  return answer.code === "otp_incorrect" ? codeFor(approved, sent) : { failure: answer };
}

/** The code that was sent for this order and may not be sent again yet, or a new one. `dead` helps no more. */
async function codeFor(approved: Approved, dead: CodeState | undefined): Promise<Found> {
  const known = await findRunningCode(approvedBy(approved));
  if (known !== undefined) {
    const code = freshCode(known);
    const isUsedUp = code.isUsedUp || code.pinId === dead?.pinId;
    return { code: { ...code, isUsedUp, sentBefore: true, fee: approved.fee } };
  }
  const answer = await call(sendOtp, {
    body: {
      memberGuid: memberGuid(),
      intent: approvedBy(approved).intent,
    },
  });
  return answer.status ? { code: await keepFresh(approved, answer.result) } : { failure: answer };
}

/** The review shows the fee of now, once it is read; so does the form of a payee that has to wait. */
export function readFigures({ code }: Failure): void {
  if (code !== "fee_changed" && code !== "payee_paused") return;
  void queryClient.invalidateQueries({ queryKey: ["transferSetup"] });
}

async function keepFresh(
  approved: Approved,
  answer: Parameters<typeof sentCode>[0],
): Promise<Sent> {
  const code = sentCode(answer);
  await keepRunningCode(approvedBy(approved), code);
  return { ...code, fee: approved.fee };
}
