import type { CardTransaction } from "#contract/history.ts";
import { transactionDetailsPath } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { Money } from "#ui/Money.tsx";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./transactionRow.css";

/** A transfer of ours has a receipt; other rows (purchases, withdrawals) are the issuer's. */
const OWN_TRANSFER = /^OT\d/;

/** One movement on the card. `day` is the Manila day it happened on, and `note` stands beneath. */
export function TransactionRow(props: { row: CardTransaction; day: string; note?: ReactNode }) {
  const { row, day } = props;
  const content = <RowContent row={row} note={props.note} />;
  return OWN_TRANSFER.test(row.refNo) ? (
    <Link className="tx" to={transactionDetailsPath(row.refNo, day)}>
      {content}
    </Link>
  ) : (
    <div className="tx">{content}</div>
  );
}

/** A merchant's name stays as it is; of a transfer of ours it is said where the money came from. */
const subOf = (row: CardTransaction, from: (text: string) => string) =>
  OWN_TRANSFER.test(row.refNo) ? from(row.subDescription) : row.subDescription;

function RowContent({ row, note }: { row: CardTransaction; note: ReactNode }) {
  const texts = useTexts("history");
  const isIn = row.amount > 0n;
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight;
  return (
    <>
      <span className={classNames("ic", isIn && "in")}>
        <Icon />
      </span>
      <span className="d">
        <b>{texts.kinds[row.description] ?? row.description}</b>
        {row.subDescription !== "" && <span className="meta">{subOf(row, texts.from)}</span>}
        <span className="meta">{texts.reference(row.refNo)}</span>
        {note !== undefined && <span className="meta">{note}</span>}
      </span>
      <span className={classNames("a", isIn && "money-in")}>
        <Money amount={row.amount} withPlus />
      </span>
    </>
  );
}
