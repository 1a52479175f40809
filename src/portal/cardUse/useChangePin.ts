import { changePin } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { currentSession } from "#portal/api/sessionState.ts";
import { paths } from "#portal/paths.ts";
import { useProblem } from "#portal/shared/useProblem.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { weakness } from "./pinRules.ts";
import { sealPins } from "./sealPins.ts";

type Typed = { current: string; next: string };
type Refused = { field?: string; isSuspended?: true };

const NOTHING: Typed = { current: "", next: "" };

/** The two steps of a change of PIN. A failure clears both PINs and returns to the first (row N07). */
export function useChangePin(accountNo: string) {
  const texts = useTexts("cardUse").changePin;
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState(NOTHING);
  const [refused, setRefused] = useState<Refused>({});
  const { problem, tell, forget } = useProblem();
  const [isPending, setIsPending] = useState(false);
  const name = step === 1 ? "current" : "next";

  async function change() {
    const weak = typed.next === typed.current ? texts.same : weakness(typed.next);
    if (weak !== undefined) {
      setTyped({ ...typed, next: "" });
      setRefused({ field: weak });
      return;
    }
    setIsPending(true);
    const failure = await send(accountNo, typed);
    // What is known of it is read before anything else can be typed: it may have been done.
    if (failure !== undefined && isUnanswered(failure)) await readCardAnew();
    setIsPending(false);
    setTyped(NOTHING);
    if (failure !== undefined) {
      setStep(1);
      refuse(failure);
      if (failure.code === "card_suspended") void readCardAnew();
      return;
    }
    showToast({ kind: "ok", text: texts.changed });
    void navigate(paths.cardSettings);
    void readCardAnew();
  }

  function refuse(failure: Failure) {
    setRefused({});
    if (failure.code === SESSION_ENDED) return;
    if (failure.code === "card_suspended") return setRefused({ isSuspended: true });
    const said = (param: string) => failure.errors.find((one) => one.param === param)?.msg;
    const [aboutCurrent, aboutNew] = [said("current_pin"), said("new_pin")];
    if (aboutCurrent !== undefined) setRefused({ field: fieldErrorText(aboutCurrent) });
    // The field of the new one is not on the screen any more.
    else tell(failure, aboutNew === undefined ? undefined : fieldErrorText(aboutNew));
  }

  function begin() {
    setRefused({});
    forget();
  }

  return {
    step,
    value: typed[name],
    error: refused.field,
    problem,
    isSuspended: refused.isSuspended === true,
    isPending,
    type: (pin: string) => {
      setTyped({ ...typed, [name]: pin });
      begin();
    },
    goOn: () => {
      if (step === 1) setStep(2);
      else void change();
    },
    goBack: () => {
      setTyped(NOTHING);
      begin();
      setStep(1);
    },
  };
}

/** Seals both PINs and sends them; what was refused, or undefined. */
async function send(accountNo: string, { current, next }: Typed): Promise<Failure | undefined> {
  const pins = await sealPins(accountNo, [
    { purpose: "current", pin: current },
    { purpose: "new", pin: next },
  ]);
  if ("failure" in pins) return pins.failure;
  const [current_pin = "", new_pin = ""] = pins.sealed;
  const answer = await call(changePin, {
    params: { guid: currentSession()?.guid ?? "" },
    body: { current_pin, new_pin },
  });
  return answer.status ? undefined : answer;
}

const isUnanswered = ({ httpStatus, code }: Failure) =>
  httpStatus === 0 || httpStatus >= 500 || code === "pin_changed_earlier";
