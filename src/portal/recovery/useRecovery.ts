import { verifyOtp } from "#contract/auth.ts";
import type { Answer, Failure } from "#contract/endpoint.ts";
import type { reportIntruder } from "#contract/freeze.ts";
import type { forgotPassword, forgotUsername } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { deviceNow } from "#client/clock.ts";
import { type SentCode, sentNow } from "#portal/otp/sentCode.ts";
import type { StageName } from "#portal/otp/stageMark.ts";
import { useKeptStage } from "#portal/otp/useKeptStage.ts";
import type { Errors, Values } from "#client/form/useForm.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useStep } from "#portal/shared/useStep.ts";
import { useState } from "react";

type CodeAnswer = Answer<typeof forgotPassword | typeof forgotUsername | typeof reportIntruder>;
type Verified = Extract<Answer<typeof verifyOtp>, { status: true }>["result"];

/**
 * The first two steps of a recovery, or of a freeze without a session: who it is, and the code. The right code of
 * a recovery brings the cookie that the third step needs, and the guid it is for.
 */
export function useRecovery<Name extends string>(options: {
  initial: Values<Name>;
  check: (typed: Values<Name>) => Errors<Name>;
  ask: (typed: Values<Name>) => Promise<CodeAnswer>;
  /** The step of somebody without a session that this is: another one's code is none of it. */
  stage?: StageName;
  /** What the right code answered. */
  onVerified?: (result: Verified) => void;
}) {
  const { stage = "recovery" } = options;
  const { step, goTo, replaceBy, back } = useStep(["identify", "code", "set"]);
  // After a reload it is not known what was typed.
  const [sent, setSent] = useState<{ code: SentCode; typed: Values<Name> | undefined }>();
  useKeptStage(stage, (code) => setSent((now) => now ?? { code, typed: undefined }));
  const [guid, setGuid] = useState<string>();

  const form = useForm<Name>({
    ...options,
    send: async (typed) => {
      // Back and on again with the same answer: the code on its way is still the one to type.
      const isSame = sent !== undefined && sent.code.tooOldAt > deviceNow() && sent.typed === typed;
      if (!isSame) {
        const answer = await options.ask(typed);
        if (!answer.status) return answer;
        setSent({ code: sentNow(answer.result), typed });
      }
      goTo("code");
      return undefined;
    },
  });

  async function verify(code: {
    memberGuid: string;
    pinId: string;
    pin: string;
  }): Promise<Failure | undefined> {
    const answer = await call(verifyOtp, { body: code });
    if (!answer.status) return answer;
    options.onVerified?.(answer.result);
    setGuid(answer.result.guid);
    // A code is good once: Back leads past it.
    replaceBy("set");
    return undefined;
  }

  return {
    step: stepThatCanShow(step, sent !== undefined, guid !== undefined),
    form,
    sent: sent?.code,
    guid,
    verify,
    keepCode: (code: SentCode) => setSent((before) => before && { ...before, code }),
    back,
  };
}

/** A reload, or the browser's Forward, may name a step for which nothing is known here. */
function stepThatCanShow(
  step: "identify" | "code" | "set",
  isSent: boolean,
  isVerified: boolean,
): typeof step {
  if (step === "set" && isVerified) return "set";
  return step === "code" && isSent && !isVerified ? "code" : "identify";
}
