import { paths } from "#portal/paths.ts";
import { CardNumberForm } from "#portal/shared/CardNumberForm.tsx";
import { isCardActionOpen } from "#portal/shared/cardStanding.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { PauseNotice, useIsHeldBack } from "#portal/shared/PauseNotice.tsx";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { Link, useNavigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { ChangeMade, ChangeOpen } from "./ChangeOpen.tsx";
import { PinForm } from "./PinForm.tsx";
import { PinTips } from "./PinTips.tsx";
import { useOutcome } from "./useOutcome.ts";
import { useResetPin } from "./useResetPin.ts";

/** A forgotten ATM PIN: the card's number and an approval take the place of the old one. */
export function ResetPinPage() {
  const texts = useTexts("cardUse").forgot;
  return (
    <CardPage
      title={texts.title}
      lead={texts.lead}
      mayOpen={(card) => isCardActionOpen("reset_pin", card)}
      beside={<PinTips />}
    >
      {(card) => <InPause accountNo={card?.accountNo ?? ""} />}
    </CardPage>
  );
}

/** While a pause refuses it nobody types 16 digits for that: what is left to do stands in their place. */
function InPause({ accountNo }: { accountNo: string }) {
  const texts = useTexts("cardUse");
  const card = useTexts("card");
  const isHeldBack = useIsHeldBack("pin_reset_paused");
  if (isHeldBack === undefined)
    return (
      <Loading label={card.loading}>
        <Panel padded>
          <Skeleton width="100%" height="13rem" />
        </Panel>
      </Loading>
    );
  if (!isHeldBack) return <Steps accountNo={accountNo} />;
  return (
    <>
      <PauseNotice holdsBack="pin_reset_paused" />
      <div className="btnrow start">
        <Link className={buttonClass({ look: "primary" })} to={paths.changePin}>
          {texts.forgot.withOld}
        </Link>
        <Link className={buttonClass({ look: "quiet" })} to={paths.cardSettings}>
          {texts.backToSettings}
        </Link>
      </div>
    </>
  );
}

function Steps({ accountNo }: { accountNo: string }) {
  const texts = useTexts("cardUse");
  const common = useTexts("common");
  const navigate = useNavigate();
  const reset = useResetPin(accountNo);
  const { data: details } = useCardDetails();
  const outcome = useOutcome({
    isOpen: details?.pinPending === 1,
    isSending: reset.isPending,
    mark: details && (details.datePinChanged ?? ""),
  });
  if (outcome === "open") return <ChangeOpen what="pin_change_open" />;
  if (outcome === "changed") return <ChangeMade>{texts.changePin.newCounts}</ChangeMade>;
  return (
    <>
      {outcome === "unchanged" && reset.problem === "" && (
        <Notice kind="info" role="alert">
          {texts.changePin.notChanged}
        </Notice>
      )}
      {reset.problem !== "" && (
        <Notice kind="bad" role="alert">
          {reset.problem}
        </Notice>
      )}
      {reset.number === "" ? (
        <Panel padded className="card-form">
          <p className="step">{texts.changePin.step(1)}</p>
          <CardNumberForm
            label={texts.forgot.title}
            submit={texts.changePin.next}
            error={reset.numberError}
            send={(typed) => {
              reset.takeNumber(typed);
              return undefined;
            }}
            actions={
              <Link className={buttonClass({ look: "quiet" })} to={paths.cardSettings}>
                {common.cancel}
              </Link>
            }
          />
        </Panel>
      ) : (
        <PinForm
          label={texts.changePin.set}
          value={reset.pin}
          error={reset.pinError}
          submit={texts.changePin.submit}
          sending={texts.changePin.sending}
          isPending={reset.isPending}
          onChange={reset.type}
          onDone={reset.begin}
          onCancel={() => void navigate(paths.cardSettings)}
        >
          <p className="step">{texts.changePin.step(2)}</p>
          <p className="meta">{texts.setPin.card(reset.number.slice(-4))}</p>
        </PinForm>
      )}
      <OtpDialog
        code={reset.stepUp}
        approves={texts.forgot.approves}
        doing={texts.changePin.sending}
      />
    </>
  );
}
