import { useNextPayment } from "./useNextPayment.ts";
import type { Loan } from "#contract/members.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import { manilaDate } from "#common/manila.ts";
import { serverDate } from "#client/clock.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { loanPath, paths } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { dayOf, daysBetween } from "#portal/shared/dayOf.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { Link } from "react-router";
import "./loanList.css";

/** The loans released with principal outstanding. */
export function LoanList({ loans }: { loans: readonly Loan[] }) {
  const texts = useTexts("dashboard");
  const shell = useTexts("shell");
  const hasLoans = useFeature("loans");
  if (loans.length === 0) {
    return (
      <Panel>
        <EmptyState
          title={texts.noLoans}
          action={
            hasLoans && (
              <Link className={buttonClass({ small: true })} to={paths.applyForLoans}>
                {shell.applyForLoans}
              </Link>
            )
          }
        >
          {texts.noLoansMeaning}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <ul className="loans">
      {loans.map((loan) => (
        <li key={loan.loanId}>
          <LoanCard loan={loan} />
        </li>
      ))}
    </ul>
  );
}

function LoanState({ loan }: { loan: Loan }) {
  const texts = useTexts("dashboard");
  const { accumulatedUnpaidAmount, overdueSince } = loan;
  if (accumulatedUnpaidAmount === 0n) {
    return <StatusTag kind="ok">{texts.upToDate}</StatusTag>;
  }
  const days = overdueSince === null ? 0 : daysBetween(overdueSince, manilaDate(serverDate()));
  return <StatusTag kind="bad">{days > 0 ? texts.pastDueDays(days) : texts.pastDue}</StatusTag>;
}

function LoanCard({ loan }: { loan: Loan }) {
  const texts = useTexts("dashboard");
  const amountText = useAmountText();
  const { penaltyDue } = loan;
  const { next } = useNextPayment(loan.loanId);
  const label = new Map<string, string>(Object.entries(loanTypes)).get(loan.type) ?? loan.name;
  return (
    <article className="panel loan">
      <Ribbon code={loan.type} />
      <div className="hd">
        <LoanPicture code={loan.type} />
        <div className="t">
          <h3>{label}</h3>
          <span className="meta">{loan.loanId}</span>
        </div>
      </div>
      <dl>
        <div className="main">
          <dt>{texts.principal}</dt>
          <dd>
            <Money amount={loan.prin_out_balance} />
          </dd>
        </div>
        <div>
          <dt>{texts.amortization}</dt>
          <dd>
            <Money amount={loan.monthlyAmort} />
          </dd>
        </div>
        <NextDue loanNo={loan.loanId} />
        <div>
          <dt>{texts.due}</dt>
          <dd>
            <Money amount={loan.accumulatedUnpaidAmount} />
            {penaltyDue > 0n && (
              <span className="meta loan-note">{texts.penaltyOf(amountText(penaltyDue))}</span>
            )}
            {loan.accumulatedUnpaidAmount > 0n && next?.isUnderWay === true && (
              <span className="meta loan-note">{texts.deductionPaysIt}</span>
            )}
          </dd>
        </div>
      </dl>
      <div className="ft">
        <LoanState loan={loan} />
        <Link to={loanPath(loan.loanId)}>
          {texts.details}
          <span className="sr"> {loan.loanId}</span>
        </Link>
      </div>
    </article>
  );
}

/** The next day on which something is to be paid, and how much. */
function NextDue({ loanNo }: { loanNo: string }) {
  const texts = useTexts("dashboard");
  const language = useLanguage();
  const today = manilaDate(serverDate());
  const { next, how, isKnown } = useNextPayment(loanNo);
  return (
    <div>
      <dt>
        {texts.nextDue}
        {next !== undefined &&
          `, ${next.on === today ? texts.today : formatDate(dayOf(next.on), "day", language)}`}
      </dt>
      <dd>
        {!isKnown && <Skeleton width="6rem" />}
        {isKnown && (next === undefined ? "–" : <Money amount={next.amount} />)}
        {how !== undefined && <span className="meta loan-note">{how}</span>}
      </dd>
    </div>
  );
}
