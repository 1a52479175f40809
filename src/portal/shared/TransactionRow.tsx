import { ReferenceIn } from "#ui/Reference.tsx";
import type { CardTransaction } from "#contract/history.ts";
import { kindText } from "#contract/transactionKinds.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { Money } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { ArrowDownLeft, ArrowUpRight, Banknote, Store } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./transactionRow.css";

/**
 * One movement on the card, which leads to its details. `day` is the Manila day it happened on, and `note`
 * stands beneath.
 */
export function TransactionRow(props: {
  row: CardTransaction;
  day: string;
  note?: ReactNode;
  id?: string;
  /** Before the details open. */
  onOpen?: () => void;
}) {
  const { row, day, note, id, onOpen } = props;
  const texts = useTexts("history");
  const language = useLanguage();
  const isIn = row.amount > 0n;
  // A merchant's name stays as it is; of a transfer of ours it is said where the money came from or went.
  const sub = isTransferReference(row.refNo) ? texts.from(row.subDescription) : row.subDescription;
  return (
    <Link className="tx" to={transactionDetailsPath(row.refNo, day)} id={id} onClick={onOpen}>
      <span className={classNames("ic", isIn && "in")}>
        <KindIcon row={row} />
      </span>
      <span className="d">
        <b>{kindText(row.description, language)}</b>
        {sub !== "" && <span className="meta">{sub}</span>}
        <span className="meta">
          <ReferenceIn text={texts.reference(row.refNo)} value={row.refNo} />
        </span>
        {note !== undefined && <span className="meta">{note}</span>}
        {row.status === "pending" && (
          <span>
            <StatusTag kind="neutral">{texts.pending}</StatusTag>
          </span>
        )}
      </span>
      <span className={classNames("a", isIn && "money-in")}>
        <Money amount={row.amount} withPlus />
      </span>
    </Link>
  );
}

/** What kind of movement it was, as a picture beside its words. */
function KindIcon({ row: { description, amount } }: { row: CardTransaction }) {
  if (amount > 0n) return <ArrowDownLeft />;
  if (description.startsWith("ATM ")) return <Banknote />;
  return /Purchase|Commerce/.test(description) ? <Store /> : <ArrowUpRight />;
}
