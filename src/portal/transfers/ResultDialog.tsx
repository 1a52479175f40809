import { serverDate } from "#client/clock.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import type { TransferReceipt } from "#contract/transfers.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { useEffect, useRef } from "react";
import { justSent } from "./justSent.ts";
import { nextText } from "./nextText.ts";
import { StateMark } from "./Receipt.tsx";
import { ReferenceToCopy } from "./ReferenceToCopy.tsx";

/** The result of a transfer that was just taken: its number and moment, and no more than is known. */
export function ResultDialog({ details }: { details: TransferDetails }) {
  const sent = useStore(justSent);
  return sent?.refNo === details.refNo ? <Result sent={sent} details={details} /> : null;
}

function Result({ sent, details }: { sent: TransferReceipt; details: TransferDetails }) {
  const transfer = useTexts("transfer");
  const receipt = useTexts("receipt");
  const { result } = transfer;
  const language = useLanguage();
  const close = () => justSent.set(undefined);
  // What is done next, not the reference's 'Copy', which comes first on the way; where that is out of sight, the head.
  const view = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const dialog = view.current?.closest("dialog");
    if (!view.current || !dialog) return;
    const isSeen =
      view.current.getBoundingClientRect().bottom <= dialog.getBoundingClientRect().bottom;
    (isSeen ? view.current : dialog).focus({ preventScroll: true });
  }, []);
  const isUnderWay = details.state !== "credited" && details.state !== "returned";
  return (
    <Dialog
      title={isUnderWay ? result.success : receipt.states[details.state]}
      onClose={close}
      hasCross={false}
    >
      <div className="result">
        <StateMark state={details.state} />
        <p className="bigamt">
          <Money amount={details.amount} alwaysShown />
        </p>
      </div>
      <KeyValueList
        isTight
        rows={[
          {
            key: "reference",
            name: receipt.reference,
            value: <ReferenceToCopy value={sent.refNo} what={receipt.reference} />,
          },
          {
            key: "time",
            name: receipt.dateTime,
            value: <DateText at={new Date(sent.txnDate)} form="receipt" language={language} />,
          },
        ]}
      />
      <p className="sub result-rest" aria-live="polite">
        {isUnderWay
          ? result.successRest
          : [details.reason, nextText(details, { receipt, transfer }, serverDate(), language)]
              .filter(Boolean)
              .join(" ")}
      </p>
      <div className="btnrow">
        <Button ref={view} look="primary" block onClick={close}>
          {result.view}
        </Button>
      </div>
    </Dialog>
  );
}
