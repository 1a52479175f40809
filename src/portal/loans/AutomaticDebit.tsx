import type { LoanAccount } from "#contract/loans.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useState } from "react";
import { DebitDialog } from "./DebitDialog.tsx";
import { StopDebit } from "./StopDebit.tsx";

/** What is taken by itself on due dates, from where; how it begins, changes and stops. */
export function AutomaticDebit({ loan }: { loan: LoanAccount }) {
  const texts = useTexts("automaticDebit");
  const [isOpen, setIsOpen] = useState(false);
  const { automaticDebit: debit, isDeducted } = loan;
  return (
    <Panel padded>
      <h2 className="side-title">{texts.title}</h2>
      {debit === null ? (
        <p className="meta">{isDeducted ? texts.leadRest : texts.lead}</p>
      ) : (
        <Standing loan={loan} debit={debit} />
      )}
      <div className="stack">
        <Button block onClick={() => setIsOpen(true)}>
          {debit === null ? texts.open : texts.change}
        </Button>
        {debit !== null && <StopDebit loan={loan} />}
      </div>
      {isOpen && <DebitDialog loan={loan} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

type Debit = NonNullable<LoanAccount["automaticDebit"]>;

function Standing({ loan, debit }: { loan: LoanAccount; debit: Debit }) {
  const texts = useTexts("automaticDebit");
  const language = useLanguage();
  const day = (on: string) => formatDate(dayOf(on), "day", language);
  const { accountName, accountNumber, nextOn, unpaidOn } = debit;
  return (
    <>
      {loan.isDeducted && <p className="meta">{texts.restOnly}</p>}
      <KeyValueList
        isTight
        rows={[
          {
            key: "from",
            name: texts.from,
            value: `${accountName} ...${accountNumber.slice(-4)}`,
          },
          { key: "next", name: texts.next, value: nextOn === null ? texts.noNext : day(nextOn) },
        ]}
      />
      {unpaidOn !== null && loan.arrears.total > 0n && (
        <Notice kind="warn">
          {nextOn === null ? texts.unpaid(day(unpaidOn)) : texts.unpaidNext(day(unpaidOn))}
        </Notice>
      )}
    </>
  );
}
