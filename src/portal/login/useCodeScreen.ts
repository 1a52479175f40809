import { resendCode, verifySignIn } from "#portal/api/session.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { texts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useCountdown } from "./useCountdown.ts";
import type { CodeSent } from "./attemptLogin.ts";

/** Specification, section 9: three wrong codes and only a new one helps. */
const MAXIMUM_TRIES = 3;

type State = {
  pinId: string;
  code: string;
  wrongTries: number;
  /** Shown beside the field after a wrong code. */
  triesLeft: number | undefined;
  isUsedUp: boolean;
  isChecking: boolean;
  isSending: boolean;
  wasResent: boolean;
  problem: string | undefined;
};

/** Checks codes and asks for new ones. */
export function useCodeScreen(sent: CodeSent) {
  const [state, setState] = useState<State>(() => fresh(sent.pinId));
  const { left, restart } = useCountdown(sent.delaySec);
  const merge = (change: Partial<State>) => setState((now) => ({ ...now, ...change }));

  async function verify(pin: string) {
    merge({ isChecking: true, problem: undefined });
    const answer = await verifySignIn({ memberGuid: sent.guid, pinId: state.pinId, pin });
    // Signed in: the session's state has changed, and this screen is on its way out.
    if (answer.name !== "refused") return;
    const { failure } = answer;
    if (failure.code === "otp_incorrect") {
      const wrongTries = state.wrongTries + 1;
      const isUsedUp = wrongTries >= MAXIMUM_TRIES;
      const triesLeft = isUsedUp ? undefined : MAXIMUM_TRIES - wrongTries;
      merge({ isChecking: false, code: "", wrongTries, triesLeft, isUsedUp });
    } else if (failure.code === "otp_used_up") {
      merge({ isChecking: false, code: "", isUsedUp: true });
    } else {
      merge({ isChecking: false, code: "", problem: failureText(failure) });
    }
  }

  async function resend() {
    merge({ isSending: true, problem: undefined });
    const answer = await resendCode({ memberGuid: sent.guid, pinId: state.pinId });
    if (!answer.status) {
      merge({ isSending: false, problem: failureText(answer) });
      if (answer.retryAfterSeconds !== undefined) restart(answer.retryAfterSeconds);
      return;
    }
    setState({ ...fresh(answer.result.pinId), wasResent: true });
    restart(answer.result.delaySec);
    showToast({ kind: "ok", text: texts("otp").newSent });
  }

  return {
    state,
    left,
    verify,
    resend,
    change: (code: string) => merge({ code, ...(code === "" ? {} : { triesLeft: undefined }) }),
  };
}

function fresh(pinId: string): State {
  return {
    pinId,
    code: "",
    wrongTries: 0,
    triesLeft: undefined,
    isUsedUp: false,
    isChecking: false,
    isSending: false,
    wasResent: false,
    problem: undefined,
  };
}
