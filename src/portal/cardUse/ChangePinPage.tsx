import { changePin } from "#contract/cardSettings.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { DashboardCard } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#portal/api/sessionEnd.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { failureText, fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { isFree } from "./isFree.ts";
import { PinForm } from "./PinForm.tsx";
import { weakness } from "./pinRules.ts";
import { PinTips } from "./PinTips.tsx";
import { sealPins } from "./sealPins.ts";

/** Change ATM PIN (row N07): the present one, then the new one. A suspended card gets the dialog instead. */
export function ChangePinPage() {
  const texts = useTexts("cardUse").changePin;
  return (
    <CardPage title={texts.title} mayOpen={mayChangePin} beside={<PinTips />}>
      {(card) =>
        card?.cardStatus === cardStatusNumbers.suspended ? (
          <CardSuspended />
        ) : (
          <Steps accountNo={card?.accountNo ?? ""} />
        )
      }
    </CardPage>
  );
}

function mayChangePin(card: DashboardCard | null): boolean {
  return isFree(card) || card?.cardStatus === cardStatusNumbers.suspended;
}

type Typed = { current: string; next: string };

const NOTHING: Typed = { current: "", next: "" };

function Steps({ accountNo }: { accountNo: string }) {
  const texts = useTexts("cardUse");
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState(NOTHING);
  const [error, setError] = useState<{ step: 1 | 2; text: string }>();
  const [problem, setProblem] = useState("");
  const [isSuspended, setIsSuspended] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const send = useChange(accountNo);

  async function change() {
    const weak = weakness(typed.next);
    if (weak !== undefined) {
      setTyped({ ...typed, next: "" });
      setError({ step: 2, text: weak });
      return;
    }
    setIsPending(true);
    const failure = await send(typed);
    setIsPending(false);
    // Row N07: a failure clears both and returns to the first step.
    setTyped(NOTHING);
    if (failure === undefined) {
      showToast({ kind: "ok", text: texts.changePin.changed });
      void navigate(paths.cardSettings);
      readCardAnew();
      return;
    }
    setStep(1);
    refuse(failure);
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    if (failure.code === "card_suspended") {
      setIsSuspended(true);
      readCardAnew();
      return;
    }
    const said = (param: string) => failure.errors.find((one) => one.param === param)?.msg;
    const [aboutCurrent, aboutNew] = [said("current_pin"), said("new_pin")];
    if (aboutCurrent !== undefined) setError({ step: 1, text: fieldErrorText(aboutCurrent) });
    // The field of the new one is not on the screen any more.
    else setProblem(aboutNew === undefined ? failureText(failure) : fieldErrorText(aboutNew));
  }

  if (isSuspended) return <CardSuspended />;
  const name = step === 1 ? "current" : "next";
  return (
    <>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <PinForm
        key={step}
        label={step === 1 ? texts.changePin.current : texts.changePin.set}
        value={typed[name]}
        error={error?.step === step ? error.text : undefined}
        submit={step === 1 ? texts.changePin.next : texts.changePin.submit}
        sending={texts.changePin.sending}
        isPending={isPending}
        onChange={(pin) => {
          setTyped({ ...typed, [name]: pin });
          setError(undefined);
          setProblem("");
        }}
        onSubmit={() => (step === 1 ? setStep(2) : void change())}
        onCancel={() => {
          setTyped(NOTHING);
          if (step === 2) setStep(1);
          else void navigate(paths.cardSettings);
        }}
      >
        <p className="step">{texts.changePin.step(step)}</p>
      </PinForm>
      <p className="meta">{texts.changePin.warning}</p>
    </>
  );
}

/** Seals both PINs and sends them; what was refused, or undefined. */
function useChange(accountNo: string) {
  const guid = useGuid();
  return async ({ current, next }: Typed): Promise<Failure | undefined> => {
    const pins = await sealPins(accountNo, [
      { purpose: "current", pin: current },
      { purpose: "new", pin: next },
    ]);
    if ("failure" in pins) return pins.failure;
    const [current_pin = "", new_pin = ""] = pins.sealed;
    const answer = await call(changePin, { params: { guid }, body: { current_pin, new_pin } });
    return answer.status ? undefined : answer;
  };
}

/** Three wrong PINs: nothing more to do here for 24 hours. */
function CardSuspended() {
  const texts = useTexts("cardUse").changePin;
  const { notices } = useTexts("card");
  const common = useTexts("common");
  const navigate = useNavigate();
  const leave = () => void navigate(paths.cardSettings, { replace: true });
  return (
    <Dialog title={texts.suspendedTitle} role="alertdialog" onClose={leave}>
      <p>{notices.suspended}</p>
      <div className="btnrow">
        <Button look="primary" onClick={leave}>
          {common.ok}
        </Button>
      </div>
    </Dialog>
  );
}
