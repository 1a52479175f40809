import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { paths } from "#portal/paths.ts";
import { OverlayWords } from "#portal/shared/OverlayWords.tsx";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Link, useNavigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { ChangeMade, ChangeOpen } from "./ChangeOpen.tsx";
import { isCardActionOpen } from "#portal/shared/cardStanding.ts";
import { PinForm } from "./PinForm.tsx";
import { PinTips } from "./PinTips.tsx";
import { useChangePin } from "./useChangePin.ts";
import { useOutcome } from "./useOutcome.ts";

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
  return isCardActionOpen("change_pin", card) || card?.cardStatus === cardStatusNumbers.suspended;
}

function Steps({ accountNo }: { accountNo: string }) {
  const texts = useTexts("cardUse");
  const navigate = useNavigate();
  const pins = useChangePin(accountNo);
  const { step, problem } = pins;
  const { data: details } = useCardDetails();
  const outcome = useOutcome({
    isOpen: details?.pinPending === 1,
    isSending: pins.isPending,
    mark: details && (details.datePinChanged ?? ""),
  });
  if (pins.isSuspended) return <CardSuspended />;
  if (outcome === "open") return <ChangeOpen what="pin_change_open" />;
  if (outcome === "changed") return <ChangeMade>{texts.changePin.newCounts}</ChangeMade>;
  return (
    <>
      {outcome === "unchanged" && problem === "" && (
        <Notice kind="info" role="alert">
          {texts.changePin.notChanged}
        </Notice>
      )}
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <PinForm
        key={step}
        label={step === 1 ? texts.changePin.current : texts.changePin.set}
        value={pins.value}
        error={pins.error}
        submit={step === 1 ? texts.changePin.next : texts.changePin.submit}
        sending={texts.changePin.sending}
        isPending={pins.isPending}
        onChange={pins.type}
        onDone={pins.goOn}
        onCancel={() => {
          if (step === 1) void navigate(paths.cardSettings);
          else pins.goBack();
        }}
      >
        <p className="step">{texts.changePin.step(step)}</p>
      </PinForm>
      <p className="meta">{texts.changePin.warning}</p>
      <p>
        {texts.forgot.ask} <Link to={paths.resetPin}>{texts.forgot.link}</Link>
      </p>
    </>
  );
}

/** Three wrong PINs: nothing more to do here for 24 hours. */
function CardSuspended() {
  const all = useTexts("cardUse");
  const texts = all.changePin;
  const common = useTexts("common");
  const navigate = useNavigate();
  const leave = () => void navigate(paths.cardSettings, { replace: true });
  return (
    <Dialog title={texts.suspendedTitle} role="alertdialog" onClose={leave}>
      <p>
        <OverlayWords overlay="suspended" />
      </p>
      <p>{all.forgot.whenSuspended}</p>
      <div className="btnrow">
        <Button look="primary" onClick={leave}>
          {common.ok}
        </Button>
      </div>
    </Dialog>
  );
}
