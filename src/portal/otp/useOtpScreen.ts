import { tellSent } from "./tellSent.ts";
import { resendOtp } from "#contract/auth.ts";
import type { Failure } from "#contract/endpoint.ts";
import { call } from "#portal/api/call.ts";
import { deviceNow } from "#client/clock.ts";
import { useEffect, useState } from "react";
import { forgetStage, keepStage } from "./keptStage.ts";
import { type SentCode, sentNow } from "./sentCode.ts";
import type { StageName } from "./stageMark.ts";

/** After three wrong codes only a new one helps (row D04). */
const MAXIMUM_TRIES = 3;

/** What went wrong last, to be worded in the page's language. */
export type OtpProblem =
  | { name: "failure"; failure: Failure }
  /** The digits stay, and are sent again. */
  | { name: "unanswered"; failure: Failure }
  | { name: "texts_delayed" }
  /** The server no longer knows that this browser waits for a code. */
  | { name: "start_again" }
  | { name: "was_too_old" };

type State = {
  code: string;
  wrongTries: number;
  /** The last code was wrong and nothing was typed since. */
  isWrong: boolean;
  isUsedUp: boolean;
  isChecking: boolean;
  isSending: boolean;
  wasResent: boolean;
  problem: OtpProblem | undefined;
};

const FRESH: State = {
  code: "",
  wrongTries: 0,
  isWrong: false,
  isUsedUp: false,
  isChecking: false,
  isSending: false,
  wasResent: false,
  problem: undefined,
};

/** A code that was sent before may have been tried already. */
function begin({ triesLeft = MAXIMUM_TRIES }: SentCode): State {
  return { ...FRESH, wrongTries: MAXIMUM_TRIES - triesLeft, isUsedUp: triesLeft <= 0 };
}

export type OtpScreenProps = {
  stage: StageName;
  sent: SentCode;
  /** Tries the code. Undefined when it was right; the owner then goes on. */
  verify: (code: {
    memberGuid: string;
    pinId: string;
    pin: string;
  }) => Promise<Failure | undefined>;
  /** Another code took the place of the last one, or one of its tries was used. */
  onCodeChange: (sent: SentCode) => void;
};

/** Checks codes, counts wrong ones and asks for new ones. */
export function useOtpScreen({ stage, sent, verify, onCodeChange }: OtpScreenProps) {
  const [state, setState] = useState(() => begin(sent));
  const [mayResendAt, setMayResendAt] = useState(0);
  useKeeping(stage, sent, MAXIMUM_TRIES - state.wrongTries);
  const merge = (change: Partial<State>) => setState((now) => ({ ...now, ...change }));

  async function check(pin: string) {
    merge({ isChecking: true, isWrong: false, problem: undefined });
    const failure = await verify({ memberGuid: sent.guid, pinId: sent.pinId, pin });
    // Right: this screen is on its way out.
    if (failure === undefined) return;
    merge({ isChecking: false });
    if (failure.httpStatus === 0) merge({ problem: { name: "unanswered", failure } });
    else if (failure.code === "otp_used_up") merge({ code: "", isUsedUp: true });
    else if (failure.code !== "otp_incorrect")
      merge({ code: "", problem: { name: "failure", failure } });
    else if (deviceNow() >= sent.tooOldAt) await replace({ name: "was_too_old" });
    else countWrong();
  }

  function countWrong() {
    const wrongTries = state.wrongTries + 1;
    const isUsedUp = wrongTries >= MAXIMUM_TRIES;
    merge({ code: "", wrongTries, isWrong: !isUsedUp, isUsedUp });
    onCodeChange({ ...sent, triesLeft: MAXIMUM_TRIES - wrongTries });
  }

  /** Asks for a new code; `because` is what the member reads when it was not they who asked. */
  async function replace(because?: OtpProblem) {
    merge({ isSending: true, problem: undefined, code: "" });
    const answer = await call(resendOtp, { body: { memberGuid: sent.guid, pinId: sent.pinId } });
    if (!answer.status) {
      merge({ isSending: false, problem: whyNotSent(answer) });
      if (answer.retryAfterSeconds !== undefined)
        setMayResendAt(deviceNow() + answer.retryAfterSeconds * 1000);
      return;
    }
    setState({ ...begin(sentNow(answer.result)), wasResent: true, problem: because });
    // The reason stays the same.
    onCodeChange({ ...sentNow(answer.result), isNewDevice: sent.isNewDevice });
    if (because === undefined && answer.result.notice === undefined) tellSent(answer.result);
  }

  return {
    state,
    triesLeft: MAXIMUM_TRIES - state.wrongTries,
    // What is used up can be replaced at once; the hour's limit holds all the same.
    resendAt: Math.max(state.isUsedUp ? 0 : sent.resendAt, mayResendAt),
    check,
    resend: () => replace(),
    change: (code: string) => merge({ code, ...(code === "" ? {} : { isWrong: false }) }),
  };
}

/** A reload comes back to this screen, with as many tries; whoever leaves it begins anew. */
function useKeeping(stage: StageName, sent: SentCode, triesLeft: number): void {
  useEffect(() => {
    void keepStage(stage, { ...sent, triesLeft });
  }, [stage, sent, triesLeft]);
  useEffect(() => () => forgetStage(stage), [stage]);
}

function whyNotSent(failure: Failure): OtpProblem {
  if (failure.httpStatus === 503 && failure.code !== "texts_spent")
    return { name: "texts_delayed" };
  return failure.code === "otp_incorrect" ? { name: "start_again" } : { name: "failure", failure };
}
