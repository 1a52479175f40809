import { generateCvv } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { CardDetails } from "#contract/members.ts";
import { failureOf } from "#client/queries.ts";
import { call } from "#portal/api/call.ts";
import { paths } from "#portal/paths.ts";
import { CardNumberForm } from "#portal/shared/CardNumberForm.tsx";
import { type SHOW_CVV, useCvvDayEnd } from "#portal/shared/cvvDay.ts";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { PauseNotice } from "#portal/shared/PauseNotice.tsx";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { ChangeOpen } from "./ChangeOpen.tsx";
import { isCardActionOpen } from "#portal/shared/cardStanding.ts";
import { RevealCvv } from "./RevealCvv.tsx";
import { useOutcome } from "./useOutcome.ts";

/** Change Card's CVV (row N09): asked for with the card's number, then looked at once. */
export function ChangeCvvPage() {
  const texts = useTexts("cardUse").cvv;
  return (
    <CardPage
      title={texts.title}
      lead={texts.lead}
      mayOpen={(card) => isCardActionOpen("generate_cvv", card)}
      beside={<Notice kind="safety">{texts.neverShare}</Notice>}
    >
      {() => <Steps />}
    </CardPage>
  );
}

/** Exactly one of these is on the screen; without one, what the server says of the card decides. */
type Step = "number" | "reveal" | "limit";

function Steps() {
  const card = useTexts("card");
  const texts = useTexts("cardUse").cvv;
  const query = useCardDetails();
  const [step, setStep] = useState<Step>();
  const { state: cameFor }: { state: Partial<typeof SHOW_CVV> | null } = useLocation();
  const wantsToSee = cameFor?.show === true;
  const details = query.data;
  const outcome = useOutcome({
    isOpen: details?.cvvPending === 1,
    isSending: false,
    mark: details && (details.dateCvvChanged ?? ""),
  });
  if (details === undefined && query.isError)
    return (
      <Panel>
        <NotRead query={query} title={card.failed}>
          {failureOf(query.error)?.message}
        </NotRead>
      </Panel>
    );
  if (details === undefined)
    return (
      <Loading label={card.loading}>
        <Panel padded>
          <Skeleton width="100%" height="13rem" />
        </Panel>
      </Loading>
    );
  if (outcome === "open") return <ChangeOpen what="cvv_change_open" />;
  switch (step ?? firstStep(details, wantsToSee)) {
    case "number":
      return (
        <>
          {outcome === "unchanged" && (
            <Notice kind="info" role="alert">
              {texts.notMade}
            </Notice>
          )}
          <Generate onDone={() => setStep("reveal")} onLimit={() => setStep("limit")} />
        </>
      );
    case "reveal":
      return <RevealCvv accountNo={details.accountNo} onBegin={() => setStep("reveal")} />;
    case "limit":
      return (
        <DailyLimit onShow={details.cvvToReveal === 1 ? () => setStep("reveal") : undefined} />
      );
  }
}

/** The day of a new one says so, also while that was not looked at (row N09); who came for a look gets it. */
function firstStep(details: CardDetails, wantsToSee: boolean): Step {
  const isUnseen = details.cvvToReveal === 1;
  if (details.cvvDailyLimitReached === 1) return isUnseen && wantsToSee ? "reveal" : "limit";
  return isUnseen ? "reveal" : "number";
}

function Generate({ onDone, onLimit }: { onDone: () => void; onLimit: () => void }) {
  const texts = useTexts("cardUse").cvv;
  const common = useTexts("common");

  async function generate(visa_card_no: string): Promise<Failure | undefined> {
    const answer = await call(generateCvv, { body: { visa_card_no } });
    if (answer.status) {
      showToast({ kind: "ok", text: answer.message });
      void readCardAnew();
      onDone();
      return undefined;
    }
    // These two are said in the place of the form, for as long as it is so.
    if (answer.code === "cvv_daily_limit") onLimit();
    else if (answer.code === "cvv_change_open") void readCardAnew();
    else return answer;
    return undefined;
  }

  return (
    <Panel padded className="card-form">
      <PauseNotice holdsBack="passkey_removed_lately" />
      <CardNumberForm
        label={texts.title}
        submit={texts.submit}
        sending={texts.sending}
        send={generate}
        question={{ title: texts.sureTitle, body: texts.sure }}
        actions={
          <Link className={buttonClass({ look: "quiet" })} to={paths.cardSettings}>
            {common.cancel}
          </Link>
        }
      />
      <p className="meta card-once">{texts.once}</p>
    </Panel>
  );
}

/** `onShow` where the new one was not looked at yet. */
function DailyLimit({ onShow }: { onShow: (() => void) | undefined }) {
  const texts = useTexts("cardUse").cvv;
  const common = useTexts("common");
  const navigate = useNavigate();
  const moment = useCvvDayEnd(useCardDetails().data);
  const leave = () => {
    void readCardAnew();
    void navigate(paths.cardSettings, { replace: true });
  };
  return (
    <Dialog title={texts.limitTitle} role="alertdialog" onClose={leave}>
      <p>
        {texts.limitBody}
        {moment !== undefined && <b> {texts.nextFrom(moment)}</b>}
      </p>
      {onShow !== undefined && <p>{texts.unseen}</p>}
      <div className="btnrow">
        <Button look="primary" onClick={leave}>
          {common.ok}
        </Button>
        {onShow !== undefined && <Button onClick={onShow}>{texts.show}</Button>}
      </div>
    </Dialog>
  );
}
