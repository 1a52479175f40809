import { type LossCause, LOSS_CAUSES } from "#contract/cardLoss.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { failureOf } from "#client/queries.ts";
import { paths } from "#portal/paths.ts";
import { isCardActionOpen } from "#portal/shared/cardStanding.ts";
import { OverlayWords } from "#portal/shared/OverlayWords.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { keepFocus } from "#ui/keepFocus.ts";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { OrderNewCard } from "./OrderNewCard.tsx";
import { useReport } from "./useReport.ts";

/** A lost card, in one go: blocked for good at once, then a new one with its price, then its way. */
export function LostCardPage() {
  const texts = useTexts("cardLoss");
  return (
    <CardPage
      title={texts.title}
      mayOpen={(card) =>
        isCardActionOpen("report_loss", card) || isCardActionOpen("replace_card", card)
      }
      beside={<Notice kind="safety">{texts.callToo}</Notice>}
    >
      {(card) => <Steps card={card} />}
    </CardPage>
  );
}

function Steps({ card }: { card: DashboardCard | null }) {
  const texts = useTexts("card");
  const query = useCardDetails();
  const details = query.data;
  if (details === undefined && query.isError)
    return (
      <Panel>
        <NotRead query={query} title={texts.failed}>
          {failureOf(query.error)?.message}
        </NotRead>
      </Panel>
    );
  if (details === undefined)
    return (
      <Loading label={texts.loading}>
        <Panel padded>
          <Skeleton width="100%" height="13rem" />
        </Panel>
      </Loading>
    );
  if (details.loss !== null) return <OrderNewCard loss={details.loss} />;
  if (isCardActionOpen("report_loss", card)) return <Report />;
  // It was ended for another reason, or what takes its place is on its way.
  return card?.cardStatus === cardStatusNumbers.deactivated ? (
    <Notice kind="bad">
      <OverlayWords overlay="deactivated" />
    </Notice>
  ) : (
    <Navigate to={paths.cardSettings} replace />
  );
}

function Report() {
  const texts = useTexts("cardLoss");
  const [cause, setCause] = useState<LossCause>("lost");
  const [isAsking, setIsAsking] = useState(false);
  const { block, isPending, failure } = useReport();
  // What comes in its place has no button that was pressed.
  useEffect(() => () => keepFocus(), []);

  return (
    <Panel padded className="stack">
      <ChoiceCards
        legend={texts.what}
        name="cause"
        columns="two"
        value={cause}
        onChange={setCause}
        choices={LOSS_CAUSES.map((value) => ({
          value,
          title: texts.causes[value],
          detail: texts.causeDetails[value],
        }))}
      />
      <div>
        <h2 className="tips-title">{texts.follows}</h2>
        <ul className="loss-list">
          {texts.whatFollows.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {failure !== undefined && (
        <Notice kind="bad" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <div className="btnrow start">
        <Button
          look="danger"
          pending={isPending}
          pendingLabel={texts.blocking}
          onClick={() => setIsAsking(true)}
        >
          {texts.block}
        </Button>
      </div>
      {isAsking && (
        <Question
          onYes={() => {
            setIsAsking(false);
            void block(cause);
          }}
          onNo={() => setIsAsking(false)}
        />
      )}
      <p className="meta">
        <b>{texts.mislaid}</b> {texts.mislaidRest}{" "}
        <Link to={paths.cardSettings}>{texts.toLock}</Link>
      </p>
    </Panel>
  );
}

/** A card that is blocked for good is never used again: that is asked once more. */
function Question({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const texts = useTexts("cardLoss");
  const common = useTexts("common");
  return (
    <Dialog title={texts.question} role="alertdialog" onClose={onNo}>
      <p>{texts.questionMeaning}</p>
      <div className="btnrow">
        <Button look="danger" onClick={onYes}>
          {texts.yes}
        </Button>
        <Button onClick={onNo}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
