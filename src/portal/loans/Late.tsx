import type { LoanAccount } from "#contract/loans.ts";
import { dayOf, daysBetween } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { monthText } from "./monthText.ts";
import { isPaidFromPay } from "./paidFromPay.ts";
import { percentText } from "./percent.ts";

/** What is late, with its penalty: the dashboard's "Past due" in its parts; and what comes of it if it is not paid. */
export function Late({ loan }: { loan: LoanAccount }) {
  const { late, paidFromPay } = useTexts("loanAccount");
  const language = useLanguage();
  const amountText = useAmountText();
  const since = useSince(loan);
  const { deduction } = loan;
  const { instalments, penalties, total } = loan.arrears;
  const isPaid = isPaidFromPay(loan);
  return (
    <section aria-labelledby="late">
      <SectionHead id="late" title={late.title} />
      <Panel padded>
        <div className="stack">
          <Notice kind={isPaid ? "warn" : "bad"}>
            {since !== undefined && <b>{since} </b>}
            {isPaid ? paidFromPay : late.help}
          </Notice>
          {deduction !== null && (
            <Notice kind="info">
              {late.deduction(amountText(deduction.amount), monthText(deduction.month, language))}
            </Notice>
          )}
        </div>
        <KeyValueList
          rows={[
            { key: "late", name: late.instalments, value: <Money amount={instalments} /> },
            { key: "penalty", name: late.penalties, value: <Money amount={penalties} /> },
            {
              key: "total",
              name: isPaid ? late.totalFromPay : late.total,
              value: <Money amount={total} />,
              isTotal: true,
            },
          ]}
        />
        {!isPaid && <IfNotPaid loan={loan} />}
        <p className="meta">{late.rule(percentText(loan.penaltyRate), loan.graceDays)}</p>
      </Panel>
    </section>
  );
}

/** Which payments are late, and for how long; undefined where a penalty alone is left. */
function useSince({ arrears, settlement }: LoanAccount): string | undefined {
  const { late } = useTexts("loanAccount");
  const language = useLanguage();
  const [oldest, ...others] = arrears.dueOns;
  if (oldest === undefined) return undefined;
  const text = (on: string) => formatDate(dayOf(on), "day", language);
  const days = daysBetween(oldest, settlement.on);
  const [second, third] = others;
  if (second === undefined) return late.since(days, text(oldest));
  if (third === undefined) return late.sinceTwo(days, text(oldest), text(second));
  return late.sinceMany(days, arrears.dueOns.length, text(oldest));
}

/** The next penalty, and what is taken from pay or account: when, and how much. */
function IfNotPaid({ loan }: { loan: LoanAccount }) {
  const { late } = useTexts("loanAccount");
  const language = useLanguage();
  const amountText = useAmountText();
  const { nextPenalty, nextTaking } = loan.arrears;
  if (nextPenalty === null && nextTaking === null) return null;
  const text = (on: string) => formatDate(dayOf(on), "day", language);
  return (
    <div className="loan-if-not">
      <h3>{late.ifNotPaid}</h3>
      <ul>
        {nextPenalty !== null && (
          <li>{late.nextPenalty(text(nextPenalty.on), amountText(nextPenalty.amount))}</li>
        )}
        {nextTaking?.by === "deduction" && (
          <li>
            {late.nextDeduction(
              monthText(nextTaking.on.slice(0, 7), language),
              amountText(nextTaking.amount),
            )}
          </li>
        )}
        {nextTaking?.by === "debit" && (
          <li>
            {(loan.isDeducted ? late.nextDebitRest : late.nextDebit)(
              text(nextTaking.on),
              amountText(nextTaking.amount),
            )}
          </li>
        )}
      </ul>
    </div>
  );
}
