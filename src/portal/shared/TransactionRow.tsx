import type { CardTransaction } from "#contract/history.ts";
import { kindText } from "#contract/transactionKinds.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { useAmountText } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { ArrowDownLeft, ArrowUpRight, Banknote, Store } from "lucide-react";
import type { ReactNode } from "react";
import { MovementLine } from "./MovementLine.tsx";

/**
 * One movement on the card, which leads to its details: who or where first, then what it was and what of it is a
 * fee. `day` is the Manila day it happened on, and `note` stands beneath.
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
  const { who, parts } = useWords(row);
  return (
    <MovementLine
      to={transactionDetailsPath(row.refNo, day)}
      icon={<KindIcon row={row} />}
      who={who}
      amount={row.amount}
      parts={row.fee > 0n ? [<Fee key="fee" fee={row.fee} />, ...parts] : parts}
      refNo={row.refNo}
      after={
        <>
          {note !== undefined && <span className="meta">{note}</span>}
          {row.status === "pending" && (
            <span>
              <StatusTag kind="neutral">{texts.pending}</StatusTag>
            </span>
          )}
        </>
      }
      {...(id === undefined ? {} : { id })}
      {...(onOpen === undefined ? {} : { onOpen })}
    />
  );
}

function Fee({ fee }: { fee: bigint }) {
  const texts = useTexts("history");
  const amountText = useAmountText();
  return <>{texts.includesFee(amountText(fee))}</>;
}

/** Who or what a movement is shown under, and what else is to be said of it. */
function useWords({ description, subDescription, party, refNo }: CardTransaction) {
  const texts = useTexts("history");
  const kind = kindText(description, useLanguage());
  if (party !== null) {
    // The issuer's own words begin with who sent it.
    const rest = subDescription.startsWith(`${party}, `)
      ? subDescription.slice(party.length + 2)
      : subDescription;
    return { who: party, parts: [kind, rest].filter((part) => part !== "") };
  }
  // A merchant's name stays as it is; of a transfer of ours it is said where the money came from or went.
  const sub = isTransferReference(refNo) ? texts.from(subDescription) : subDescription;
  return sub === "" ? { who: kind, parts: [] } : { who: sub, parts: [kind] };
}

/** What kind of movement it was, as a picture beside its words. */
function KindIcon({ row: { description, amount } }: { row: CardTransaction }) {
  if (amount > 0n) return <ArrowDownLeft />;
  if (description.startsWith("ATM ")) return <Banknote />;
  return /Purchase|Commerce/.test(description) ? <Store /> : <ArrowUpRight />;
}
