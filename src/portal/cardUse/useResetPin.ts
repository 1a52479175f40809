import { resetPin } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
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

type Errors = { number?: string; pin?: string };

/** The card's number, then the new PIN, then the approval. Both are in this page's own state and go with it. */
export function useResetPin(accountNo: string) {
  const texts = useTexts("cardUse").changePin;
  const guid = useGuid();
  const navigate = useNavigate();
  const [number, setNumber] = useState("");
  const [pin, setPin] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const { problem, tell, forget } = useProblem();
  const forgetAll = () => {
    setErrors({});
    forget();
  };

  async function reset(code: TypedCode): Promise<Failure | undefined> {
    const pins = await sealPins(accountNo, [{ purpose: "new", pin }]);
    if ("failure" in pins) return pins.failure;
    const [new_pin = ""] = pins.sealed;
    const body = { visa_card_no: number, new_pin, ...code };
    const answer = await call(resetPin, { params: { guid }, body });
    if (!answer.status) return answer;
    setPin("");
    showToast({ kind: "ok", text: texts.changed });
    void navigate(paths.cardSettings);
    void readCardAnew();
    return undefined;
  }

  function refuse(failure: Failure) {
    // Whatever the answer, the PIN was used once.
    setPin("");
    if (failure.code === SESSION_ENDED) return;
    const said = (param: string) => failure.errors.find((one) => one.param === param)?.msg;
    const [aboutNumber, aboutPin] = [said("visa_card_no"), said("new_pin")];
    if (aboutNumber !== undefined) {
      setNumber("");
      setErrors({ number: fieldErrorText(aboutNumber) });
    } else if (aboutPin === undefined) tell(failure);
    else setErrors({ pin: fieldErrorText(aboutPin) });
    // It may have been done, or the card may be another by now.
    if (failure.httpStatus === 0 || failure.httpStatus >= 409) void readCardAnew();
  }

  const stepUp = useStepUp(reset, refuse);

  return {
    number,
    pin,
    stepUp,
    isPending: stepUp.isSending,
    numberError: errors.number,
    pinError: errors.pin,
    problem,
    takeNumber: (typed: string) => {
      forgetAll();
      setNumber(typed);
    },
    type: (typed: string) => {
      forgetAll();
      setPin(typed);
    },
    begin: () => {
      const weak = weakness(pin);
      if (weak !== undefined) {
        setPin("");
        setErrors({ pin: weak });
        return;
      }
      forgetAll();
      void stepUp.start({ kind: "reset_pin" }).then((failure) => failure && refuse(failure));
    },
  };
}
