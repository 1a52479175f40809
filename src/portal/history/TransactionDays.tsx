import { manilaDate } from "#common/manila.ts";
import type { CardTransaction } from "#contract/history.ts";
import { transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { Link } from "react-router";

/** A transfer of ours has a receipt; other rows (purchases, withdrawals) are the issuer's. */
const OWN_TRANSFER = /^OT\d/;

/** The rows under the Manila day they happened on. */
export function TransactionDays({ rows }: { rows: readonly CardTransaction[] }) {
  const language = useLanguage();
  return [...byDay(rows)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 className="dayhd" id={`day-${day}`}>
        {formatDate(new Date(`${day}T00:00:00+08:00`), "dayLong", language)}
      </h2>
      <ul>
        {ofDay.map((row) => (
          <li key={row.id}>
            <Row row={row} day={day} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

const dayOf = (row: CardTransaction) => manilaDate(new Date(row.tranDate));

function byDay(rows: readonly CardTransaction[]): Map<string, CardTransaction[]> {
  const days = new Map<string, CardTransaction[]>();
  for (const row of rows) days.set(dayOf(row), [...(days.get(dayOf(row)) ?? []), row]);
  return days;
}

function Row({ row, day }: { row: CardTransaction; day: string }) {
  const content = <RowContent row={row} />;
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

function RowContent({ row }: { row: CardTransaction }) {
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
      </span>
      <span className={classNames("a", isIn && "money-in")}>
        <Money amount={row.amount} withPlus />
      </span>
    </>
  );
}
