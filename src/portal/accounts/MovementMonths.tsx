import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Movement } from "#contract/accounts.ts";
import { movementText } from "#contract/movementKinds.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { loanPath, transactionDetailsPath } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { ReferenceIn } from "#ui/Reference.tsx";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "#portal/shared/transactionRow.css";

/** The movements under the month of Manila in which they were booked, each with what it left. */
export function MovementMonths({ rows }: { rows: readonly Movement[] }) {
  const language = useLanguage();
  return [...byMonth(rows)].map(([month, ofMonth]) => (
    <section key={month} aria-labelledby={`month-${month}`}>
      <h3 className="dayhd" id={`month-${month}`}>
        {formatDate(dayOf(`${month}-01`), "monthLong", language)}
      </h3>
      <ul>
        {ofMonth.map((row) => (
          <li key={row.id}>
            <MovementRow row={row} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function MovementRow({ row }: { row: Movement }) {
  const texts = useTexts("account");
  const history = useTexts("history");
  const language = useLanguage();
  const isIn = row.amount > 0n;
  const at = new Date(row.bookedAt);
  return (
    <Around to={detailsOf(row, manilaDate(at))}>
      <span className={classNames("ic", isIn && "in")}>
        {isIn ? <ArrowDownLeft /> : <ArrowUpRight />}
      </span>
      <span className="d">
        <b>{movementText(row.kind, language)}</b>
        {row.sender !== null && <span className="meta">{row.sender}</span>}
        <span className="meta">{formatDate(at, "dayTime", language)}</span>
        <span className="meta">
          <ReferenceIn text={history.reference(row.refNo)} value={row.refNo} />
        </span>
      </span>
      <span className="a">
        <span className={classNames(isIn && "money-in")}>
          <Money amount={row.amount} withPlus />
        </span>
        <span className="meta movement-left">
          <span className="sr">{texts.balanceAfter} </span>
          <Money amount={row.balance} />
        </span>
      </span>
    </Around>
  );
}

/** What has a page of its own leads there. */
function Around({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to === undefined ? (
    <div className="tx">{children}</div>
  ) : (
    <Link className="tx" to={to}>
      {children}
    </Link>
  );
}

/** The receipt of a transfer, or the loan that was paid out or paid; its number begins the reference. */
function detailsOf({ kind, refNo }: Movement, day: string): string | undefined {
  if (isTransferReference(refNo)) return transactionDetailsPath(refNo, day);
  return kind.startsWith("LOAN_") ? loanPath(refNo.split("/")[0] ?? "") : undefined;
}

function byMonth(rows: readonly Movement[]): Map<string, Movement[]> {
  const months = new Map<string, Movement[]>();
  for (const row of rows) {
    const month = manilaMonth(new Date(row.bookedAt));
    const ofMonth = months.get(month);
    if (ofMonth === undefined) months.set(month, [row]);
    else ofMonth.push(row);
  }
  return months;
}
