import { brand } from "#brand";
import type { TransferDetails } from "#contract/transferDetails.ts";
import type { TransferState } from "#contract/transfers.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { Mark } from "#ui/Mark.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { CopyButton, Reference } from "#ui/Reference.tsx";
import { useHeadingFocus } from "#ui/useHeadingFocus.ts";
import { Check, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { useRef } from "react";
import { FirstAnswer } from "./FirstAnswer.tsx";
import { payeeOf, receiptRows, toOneselfText } from "./receiptRows.ts";

type Tone = "good" | "waiting" | "back";

const LOOKS: Record<TransferState, { tone: Tone; icon: LucideIcon }> = {
  accepted: { tone: "waiting", icon: Clock },
  sent: { tone: "waiting", icon: Clock },
  unknown: { tone: "waiting", icon: Clock },
  credited: { tone: "good", icon: Check },
  returned: { tone: "back", icon: Undo2 },
};

/** The sign of a state: a check, a clock, an arrow back. What it means stands beside it in words. */
export function StateMark({ state }: { state: TransferState }) {
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <span className={classNames("rmark", tone)}>
      <Icon />
    </span>
  );
}

/** The receipt. Its heading says how the transfer stands now, never more than is known. */
export function Receipt({ details }: { details: TransferDetails }) {
  const receipt = useTexts("receipt");
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading);
  return (
    <article className="panel receipt">
      <div className="rhead">
        <StateMark state={details.state} />
        <h1 ref={heading} tabIndex={-1}>
          {headingOf(details, receipt)}
        </h1>
        <p className="bigamt">
          <Money amount={details.amount} alwaysShown />
        </p>
        <Payee details={details} />
        <FirstAnswer details={details} />
        <output className="sr">{headingOf(details, receipt)}</output>
      </div>
      <div className="perf" aria-hidden="true" />
      <div className="sheet-rows">
        {details.reason !== null && details.reason !== "" && (
          <Notice kind="warn">{details.reason}</Notice>
        )}
        <div className="refrow">
          <div>
            <span className="meta">{receipt.reference}</span>
            <b>
              <Reference value={details.refNo} />
            </b>
          </div>
          <CopyButton value={details.refNo} what={receipt.reference} />
        </div>
        <Rows details={details} />
      </div>
      <div className="rfoot">
        <Mark />
        <span>{brand.provider}</span>
      </div>
    </article>
  );
}

/** How it stands, as a title; for who received it, that they did. */
export const headingOf = ({ state, isReceived }: TransferDetails, receipt: ReceiptTexts): string =>
  isReceived ? receipt.received.state : receipt.states[state];

/** Before whom it is for: a name, else the number of an account. */
export const toWordOf = ({ accountName }: TransferDetails, receipt: ReceiptTexts): string =>
  accountName === "" ? receipt.toNumber : receipt.to;

function Payee({ details }: { details: TransferDetails }) {
  const receipt = useTexts("receipt");
  const transfer = useTexts("transfer");
  const { name, bank } = payeeOf(details);
  if (details.isReceived)
    return (
      <p className="sub rpayee">
        {receipt.received.from} <b>{details.transferFrom}</b>
      </p>
    );
  if (name === "") return <p className="sub">{toOneselfText(details, transfer)}</p>;
  return (
    <p className="sub rpayee">
      {toWordOf(details, receipt)} <b>{name}</b>
      {bank !== "" && `, ${bank}`}
    </p>
  );
}

function Rows({ details }: { details: TransferDetails }) {
  const texts = { receipt: useTexts("receipt"), transfer: useTexts("transfer") };
  const rows = receiptRows(details, texts, useLanguage());
  return (
    <KeyValueList
      rows={rows.map(({ key, name, text, isCode, isTotal }) => ({
        key,
        name,
        value: isCode ? <span className="code">{text}</span> : text,
        ...(isTotal ? { isTotal } : {}),
      }))}
    />
  );
}
