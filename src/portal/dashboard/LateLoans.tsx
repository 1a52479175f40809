import type { Loan } from "#contract/members.ts";
import { loanPath } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Link } from "react-router";

/** Each loan that is past due and that no deduction under way pays; nothing for everybody else. */
export function LateLoans({ loans }: { loans: readonly Loan[] }) {
  const texts = useTexts("dashboard");
  const language = useLanguage();
  const amountText = useAmountText();
  const late = loans.filter(
    ({ accumulatedUnpaidAmount, isPaidByDeduction }) =>
      accumulatedUnpaidAmount > 0n && !isPaidByDeduction,
  );
  if (late.length === 0) return null;
  return (
    <div className="dash-late">
      {late.map(({ loanId, accumulatedUnpaidAmount: amount, overdueSince }) => (
        <Notice key={loanId} kind="bad">
          {overdueSince === null
            ? texts.lateLoan(loanId, amountText(amount))
            : texts.lateLoanSince(
                loanId,
                amountText(amount),
                formatDate(dayOf(overdueSince), "day", language),
              )}{" "}
          <Link to={loanPath(loanId)}>
            {texts.whatToDo}
            <span className="sr"> {loanId}</span>
          </Link>
        </Notice>
      ))}
    </div>
  );
}
