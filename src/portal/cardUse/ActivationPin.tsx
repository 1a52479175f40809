import { activateCard, activatePersoCard } from "#contract/cardApplication.ts";
import type { Failure } from "#contract/endpoint.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { type CardKind, paths } from "#portal/paths.ts";
import { dropCardNumber } from "#portal/shared/cardNumberInHand.ts";
import { earlierPinFrom } from "#portal/shared/earlierPin.ts";
import { OpenActivation } from "#portal/shared/OpenActivation.tsx";
import { useProblem } from "#portal/shared/useProblem.ts";
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

type Props = {
  kind: CardKind;
  number: string;
  accountNo: string;
  /** The number is no card of this member's; said with the server's text. */
  onWrongNumber: (text: string) => void;
  onCancel: () => void;
};

/** The first PIN of a card, and with it the activation (rows L02–L04). */
export function ActivationPin(props: Props) {
  const texts = useTexts("cardUse");
  const activation = useActivation(props);
  return (
    <>
      <OpenActivation kind={props.kind} onActivated={activation.leave} />
      {activation.problem !== "" && (
        <Notice kind="bad" role="alert">
          {activation.problem}
        </Notice>
      )}
      <PinForm
        label={texts.pinLabel}
        value={activation.pin}
        error={activation.error}
        submit={texts.setPin.submit}
        sending={texts.setPin.sending}
        isPending={activation.isPending}
        onChange={activation.type}
        onDone={() => void activation.activate()}
        onCancel={props.onCancel}
      >
        <p className="meta">{texts.setPin.card(props.number.slice(-4))}</p>
      </PinForm>
    </>
  );
}

function useActivation(props: Props) {
  const texts = useTexts("cardUse").setPin;
  const guid = useGuid();
  const navigate = useNavigate();
  const [pin, setPin] = useState("");
  const [error, setError] = useState<string>();
  const { problem, tell, forget } = useProblem();
  const [isPending, setIsPending] = useState(false);

  async function activate() {
    const weak = weakness(pin);
    if (weak !== undefined) return refuseAtField(weak);
    forget();
    setIsPending(true);
    const answer = await send(guid, props, pin);
    setIsPending(false);
    // Whatever the answer, the PIN was used once.
    setPin("");
    if (!answer.status) return refuse(answer);
    const { earlierPinFrom: earlier } = answer.result;
    if (earlier === null) showToast({ kind: "ok", text: texts.activated });
    else earlierPinFrom.set(earlier);
    leave();
    void readCardAnew();
  }

  function leave() {
    dropCardNumber();
    void navigate(paths.dashboard);
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    const said = (param: string) => failure.errors.find((one) => one.param === param)?.msg;
    const [aboutNumber, aboutPin] = [said("visa_card_no"), said("atm_pin")];
    if (aboutPin !== undefined) return refuseAtField(fieldErrorText(aboutPin));
    if (aboutNumber !== undefined) {
      dropCardNumber();
      return props.onWrongNumber(fieldErrorText(aboutNumber));
    }
    // Whatever is missing may have been done: what is known of it is said above the form.
    if (failure.httpStatus === 0 || failure.httpStatus >= 500) void readCardAnew();
    if (failure.code === "activation_unknown") return undefined;
    // Row L04: a no without a word is about the card.
    tell(failure, failureText(failure) === "" ? texts.invalid : undefined);
    // It may have moved on: a failed activation is tried again from the dashboard.
    if (failure.httpStatus === 409) void readCardAnew();
  }

  function refuseAtField(text: string) {
    setPin("");
    setError(text);
  }

  return {
    pin,
    error,
    problem,
    isPending,
    activate,
    leave,
    type: (next: string) => {
      setPin(next);
      setError(undefined);
    },
  };
}

/** Seals the PIN and sends it with the number. */
async function send(guid: string, { kind, number, accountNo }: Props, pin: string) {
  const pins = await sealPins(accountNo, [{ purpose: "new", pin }]);
  if ("failure" in pins) return pins.failure;
  const [atm_pin = ""] = pins.sealed;
  const parts = { params: { guid }, body: { visa_card_no: number, atm_pin } };
  return kind === "generic" ? call(activateCard, parts) : call(activatePersoCard, parts);
}
