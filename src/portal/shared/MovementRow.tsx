import { manilaDate } from "#common/manila.ts";
import type { Movement } from "#contract/accounts.ts";
import { movementText } from "#contract/movementKinds.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { loanPath, transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { ReferenceIn } from "#ui/Reference.tsx";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./transactionRow.css";

/** One movement of an account, with what it left; with the account where several stand together. */
export function MovementRow({ row, account }: { row: Movement; account?: string }) {
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
        {account !== undefined && <span className="meta">{account}</span>}
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
