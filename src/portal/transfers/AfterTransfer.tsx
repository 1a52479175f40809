import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { serverDate } from "#client/clock.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { paths, toKeptPlace } from "#portal/paths.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { useStore } from "#ui/store.ts";
import { ChevronLeft, Clock, MessageSquare, Phone, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Cases } from "./Cases.tsx";
import { nextText } from "./nextText.ts";
import { ReceiptActions } from "./ReceiptActions.tsx";
import { ReportDialog } from "./ReportDialog.tsx";
import { SaveOffer } from "./SaveOffer.tsx";
import { anotherLink, sendAgainLink, toAnother } from "./sendAgain.ts";
import { Steps } from "./Steps.tsx";
import { useIsNew } from "./useIsNew.ts";

/** Beside the receipt: what happens next, how it went, and everything that can be done with it. */
export function AfterTransfer({ details }: { details: TransferDetails }) {
  const receipt = useTexts("receipt");
  return (
    <section className="next stack" aria-labelledby="next">
      {!details.isReceived && <Cases details={details} />}
      <ReceiptActions details={details} />
      {!details.isReceived && <SaveOffer details={details} />}
      <div>
        <h2 id="next">{receipt.nextTitle}</h2>
        <ul className="nextl">
          <li>
            <Clock />
            <span>{useNextText(details)}</span>
          </li>
          <li>
            <MessageSquare />
            <span>{receipt.copyKept}</span>
          </li>
          <li>
            <Phone />
            <span>{receipt.helpWith}</span>
          </li>
        </ul>
      </div>
      {details.steps.length > 1 && !details.isReceived && isFromCard(details) && (
        <Steps steps={details.steps} />
      )}
      <WaysOn details={details} />
    </section>
  );
}

function useNextText(details: TransferDetails): string {
  const texts = { receipt: useTexts("receipt"), transfer: useTexts("transfer") };
  return nextText(details, texts, serverDate(), useLanguage());
}

/** What moves between the member's own account and card has no steps worth telling. */
const isFromCard = ({ kind }: TransferDetails) => TRANSFER_KINDS[kind].leaves === "card";

/** A shop shows its code each time. */
const canSendAgain = ({ isReceived, state, shop }: TransferDetails) =>
  !isReceived && state !== "unknown" && shop === null;

function WaysOn({ details }: { details: TransferDetails }) {
  const receipt: ReceiptTexts = useTexts("receipt");
  const isNew = useIsNew();
  const hasHistory = useFeature("transactionHistory");
  const profile = useStore(profileState);
  const isBarred = profile !== undefined && whyNoTransfer(profile) !== undefined;
  const hasTransfers = useFeature("transferFunds") && !isBarred;
  const [isReporting, setIsReporting] = useState(false);
  const again = sendAgainLink(details);
  return (
    <div className="stack no-print">
      {isNew || !hasHistory ? (
        <Link className={buttonClass({ block: true })} to={paths.dashboard}>
          {receipt.done}
        </Link>
      ) : (
        <Link
          className={buttonClass({ block: true })}
          to={paths.transactionHistory}
          state={toKeptPlace}
        >
          <ChevronLeft />
          {receipt.backToHistory}
        </Link>
      )}
      <div className="ways">
        {hasTransfers && canSendAgain(details) && (
          <Link className={buttonClass({ look: "quiet" })} to={again.to} state={again.state}>
            {receipt.sendAgain}
          </Link>
        )}
        {isNew && hasTransfers && (
          <Link
            className={buttonClass({ look: "quiet" })}
            to={anotherLink(details)}
            state={toAnother}
          >
            {receipt.another}
          </Link>
        )}
        {details.canReport && (
          <Button look="quiet" onClick={() => setIsReporting(true)}>
            <TriangleAlert />
            {receipt.report.open}
          </Button>
        )}
      </div>
      {isReporting && <ReportDialog details={details} onClose={() => setIsReporting(false)} />}
    </div>
  );
}
