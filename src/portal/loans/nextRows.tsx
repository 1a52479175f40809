import type { LoanAccount } from "#contract/loans.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useNextPayment } from "#portal/shared/useNextPayment.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { monthText } from "./monthText.ts";
import { isPaidFromPay } from "./paidFromPay.ts";

/** What is paid next, what takes it with all that is past due, and what is on its way. */
export function useNextRows(loan: LoanAccount) {
  const texts = useTexts("loanAccount");
  const row = (key: string, of: { name: string; note: string; amount: bigint }) => ({
    key,
    name: <Noted note={of.note}>{of.name}</Noted>,
    value: <Money amount={of.amount} />,
    isTotal: key === "next",
  });
  const { nextDue, advance, deduction } = loan;
  const note = useNote(loan);
  const taking = useTaking(loan);
  const asked = useAsked(loan);
  return [
    ...(nextDue === null ? [] : [row("next", { name: texts.next, note, amount: nextDue.amount })]),
    ...(taking === undefined ? [] : [row("taking", taking)]),
    ...(asked === undefined || deduction === null
      ? []
      : [row("deduction", { ...asked, amount: deduction.amount })]),
    ...(advance === 0n
      ? []
      : [row("advance", { name: texts.advance, note: texts.advanceMeaning, amount: advance })]),
  ];
}

/** When the next payment is due, and what pays it. */
function useNote(loan: LoanAccount): string {
  const texts = useTexts("loanAccount");
  const language = useLanguage();
  const { next, how } = useNextPayment(loan.loanId);
  const { nextDue, deduction, arrears } = loan;
  const dueOn = nextDue && texts.nextOn(formatDate(dayOf(nextDue.dueOn), "day", language));
  const paidBy = () => {
    if (isWholly(loan) && deduction !== null)
      return texts.nextFromPay(monthText(deduction.month, language));
    // What was asked of the pay comes whatever is paid beside it, and what takes more than this payment has a row, too.
    return next?.isUnderWay === true || arrears.nextTaking !== null ? undefined : how;
  };
  return [dueOn, paidBy()].filter(Boolean).join(", ");
}

/** The next payment and the deduction under way are the same money: one row says both. */
const isWholly = ({ nextDue, deduction, arrears }: LoanAccount): boolean =>
  arrears.total === 0n && deduction !== null && deduction.amount === nextDue?.amount;

/** What will take the next payment with all that is past due; undefined where nothing will. */
function useTaking(loan: LoanAccount) {
  const texts = useTexts("loanAccount");
  const language = useLanguage();
  const { nextTaking } = loan.arrears;
  if (nextTaking === null || isPaidFromPay(loan)) return undefined;
  const { by, on, amount } = nextTaking;
  return by === "debit"
    ? {
        name: texts.debit,
        note: (loan.isDeducted ? texts.debitRestWithLate : texts.debitWithLate)(
          formatDate(dayOf(on), "day", language),
        ),
        amount,
      }
    : {
        name: texts.deduction,
        note: texts.deductionWithLate(monthText(on.slice(0, 7), language)),
        amount,
      };
}

/** What was asked of the pay and has not come; undefined where the row of the next payment says it. */
function useAsked(loan: LoanAccount) {
  const texts = useTexts("loanAccount");
  const language = useLanguage();
  const { deduction, arrears } = loan;
  const noteOf = arrears.total > 0n ? texts.deductionOfLate : texts.deductionOf;
  if (deduction === null || isWholly(loan)) return undefined;
  return { name: texts.deduction, note: noteOf(monthText(deduction.month, language)) };
}

function Noted({ note, children }: { note: string; children: string }) {
  return (
    <>
      {children}
      <span className="meta value-note">{note}</span>
    </>
  );
}
