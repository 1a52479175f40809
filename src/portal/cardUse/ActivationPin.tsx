import { activateCard, activatePersoCard } from "#contract/cardApplication.ts";
import type { Failure } from "#contract/endpoint.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#portal/api/sessionEnd.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { type CardKind, paths } from "#portal/paths.ts";
import { dropCardNumber } from "#portal/shared/cardNumberInHand.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { fieldErrorText, failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { PinForm } from "./PinForm.tsx";
import { weakness } from "./pinRules.ts";
import { sealPins } from "./sealPins.ts";

/** The first PIN of a card, and with it the activation (rows L02–L04). */
export function ActivationPin(props: {
  kind: CardKind;
  number: string;
  accountNo: string;
  /** The number is no card of this member's; said with the server's text. */
  onWrongNumber: (text: string) => void;
  onCancel: () => void;
}) {
  const texts = useTexts("cardUse");
  const guid = useGuid();
  const navigate = useNavigate();
  const [pin, setPin] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);

  async function activate() {
    const weak = weakness(pin);
    if (weak !== undefined) return refuseAtField(weak);
    setProblem("");
    setIsPending(true);
    const failure = await send();
    setIsPending(false);
    // Whatever the answer, the PIN was used once.
    setPin("");
    if (failure === undefined) {
      dropCardNumber();
      showToast({ kind: "ok", text: texts.setPin.activated });
      void navigate(paths.dashboard);
      readCardAnew();
    } else refuse(failure);
  }

  async function send(): Promise<Failure | undefined> {
    const pins = await sealPins(props.accountNo, [{ purpose: "new", pin }]);
    if ("failure" in pins) return pins.failure;
    const [atm_pin = ""] = pins.sealed;
    const parts = { params: { guid }, body: { visa_card_no: props.number, atm_pin } };
    const answer =
      props.kind === "generic"
        ? await call(activateCard, parts)
        : await call(activatePersoCard, parts);
    return answer.status ? undefined : answer;
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    const said = (param: string) => failure.errors.find((one) => one.param === param)?.msg;
    const [aboutNumber, aboutPin] = [said("visa_card_no"), said("atm_pin")];
    if (aboutNumber !== undefined) {
      dropCardNumber();
      props.onWrongNumber(fieldErrorText(aboutNumber));
    } else if (aboutPin !== undefined) refuseAtField(fieldErrorText(aboutPin));
    else {
      // Row L04: a no without a word is about the card.
      setProblem(failureText(failure) === "" ? texts.setPin.invalid : failureText(failure));
      // It may have moved on: a failed activation is tried again from the dashboard.
      if (failure.httpStatus === 409) readCardAnew();
    }
  }

  function refuseAtField(text: string) {
    setPin("");
    setError(text);
  }

  return (
    <>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <PinForm
        label={texts.pinLabel}
        value={pin}
        error={error}
        submit={texts.setPin.submit}
        sending={texts.setPin.sending}
        isPending={isPending}
        onChange={(next) => {
          setPin(next);
          setError(undefined);
        }}
        onSubmit={() => void activate()}
        onCancel={props.onCancel}
      >
        <p className="meta">{texts.setPin.card(props.number.slice(-4))}</p>
      </PinForm>
    </>
  );
}
