import type { LoanAccount } from "#contract/loans.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { monthText } from "./monthText.ts";
import { percentText } from "./percent.ts";

/** What would end the loan today; with a deduction under way, what is left of that once it has come. */
export function Settlement({ loan }: { loan: LoanAccount }) {
  const { settle } = useTexts("loanAccount");
  const language = useLanguage();
  const { deduction } = loan;
  const { principal, interest, penalties, advance, total } = loan.settlement;
  const left = total - (deduction?.amount ?? 0n);
  return (
    <Panel padded>
      <h2 className="side-title">{settle.title}</h2>
      <KeyValueList
        isTight
        rows={[
          { key: "principal", name: settle.principal, value: <Money amount={principal} /> },
          { key: "interest", name: settle.interest, value: <Money amount={interest} /> },
          ...(penalties === 0n
            ? []
            : [{ key: "penalty", name: settle.penalties, value: <Money amount={penalties} /> }]),
          ...(advance === 0n
            ? []
            : [{ key: "advance", name: settle.advance, value: <Money amount={-advance} /> }]),
          {
            key: "total",
            name: settle.total,
            value: <Money amount={total} />,
            isTotal: deduction === null,
          },
          ...(deduction === null
            ? []
            : [
                {
                  key: "deduction",
                  name: settle.deduction,
                  value: <Money amount={-deduction.amount} />,
                },
                {
                  key: "left",
                  name: settle.totalAfter,
                  value: <Money amount={left > 0n ? left : 0n} />,
                  isTotal: true,
                },
              ]),
        ]}
      />
      <p className="meta">
        {deduction === null
          ? settle.meaning
          : settle.meaningAfter(monthText(deduction.month, language))}
      </p>
    </Panel>
  );
}

/** What was agreed, and how far it has come. */
export function Facts({ loan }: { loan: LoanAccount }) {
  const { facts } = useTexts("loanAccount");
  const language = useLanguage();
  const day = (at: string) => formatDate(dayOf(at), "day", language);
  return (
    <Panel padded>
      <h2 className="side-title">{facts.title}</h2>
      <KeyValueList
        isTight
        rows={[
          { key: "amount", name: facts.amount, value: <Money amount={loan.principal} /> },
          { key: "released", name: facts.released, value: day(loan.releasedOn) },
          { key: "monthly", name: facts.monthly, value: <Money amount={loan.monthlyAmort} /> },
          { key: "months", name: facts.months, value: loan.months },
          { key: "matures", name: facts.matures, value: day(loan.maturesOn) },
          { key: "rate", name: facts.rate, value: percentText(loan.annualRate) },
          ...(loan.effectiveAnnualRate === null
            ? []
            : [
                {
                  key: "effective",
                  name: facts.effective,
                  value: percentText(loan.effectiveAnnualRate),
                },
              ]),
          {
            key: "interest",
            name: facts.interestPaid,
            value: <Money amount={loan.interestPaid} />,
          },
          {
            key: "principal",
            name: facts.principalPaid,
            value: <Money amount={loan.principalPaid} />,
          },
        ]}
      />
    </Panel>
  );
}
