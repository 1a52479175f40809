import { brand } from "#brand";
import type { TransferDetails, TransferState } from "#contract/transfers.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { DateText } from "#ui/DateText.tsx";
import { Mark } from "#ui/Mark.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { CopyButton, Reference } from "#ui/Reference.tsx";
import { Check, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";

type Tone = "good" | "waiting" | "back";

const LOOKS: Record<TransferState, { tone: Tone; icon: LucideIcon }> = {
  accepted: { tone: "waiting", icon: Clock },
  sent: { tone: "waiting", icon: Clock },
  unknown: { tone: "waiting", icon: Clock },
  credited: { tone: "good", icon: Check },
  returned: { tone: "back", icon: Undo2 },
};

/** The receipt. Its heading says how the transfer stands now, never more than is known. */
export function Receipt({ details }: { details: TransferDetails }) {
  const { receipt } = useTexts("transfer");
  const heading = useRef<HTMLHeadingElement>(null);
  const { tone, icon: Icon } = LOOKS[details.state];
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className="panel receipt">
      <div className="rhead">
        <span className={classNames("rmark", tone)}>
          <Icon />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {receipt.states[details.state]}
        </h1>
        <p className="bigamt">
          <Money amount={details.amount} alwaysShown />
        </p>
        <p className="sub">{receipt.toCard}</p>
        <output className="sr">{receipt.states[details.state]}</output>
      </div>
      <div className="perf" aria-hidden="true" />
      <div className="sheet-rows">
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

function Rows({ details }: { details: TransferDetails }) {
  const texts = useTexts("transfer");
  const { receipt, review } = texts;
  const language = useLanguage();
  const rows = [
    {
      key: "time",
      name: receipt.dateTime,
      value: <DateText at={new Date(details.tranDate)} form="receipt" language={language} />,
    },
    { key: "from", name: review.from, value: details.transferFrom },
    { key: "to", name: review.to, value: details.transferTo },
    {
      key: "number",
      name: review.accountNumber,
      value: <span className="code">{details.accountNumber}</span>,
    },
    { key: "name", name: review.accountName, value: details.accountName },
    { key: "via", name: review.via, value: details.transferVia },
    { key: "amount", name: review.amount, value: <Money amount={details.amount} alwaysShown /> },
    { key: "fee", name: texts.fee, value: <Money amount={details.transactionFee} alwaysShown /> },
    {
      key: "total",
      name: texts.total,
      value: <Money amount={details.amount + details.transactionFee} alwaysShown />,
      isTotal: true,
    },
  ];
  return <KeyValueList rows={rows.filter(({ value }) => value !== "")} />;
}
