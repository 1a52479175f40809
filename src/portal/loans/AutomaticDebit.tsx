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
  const { automaticDebit: debit } = loan;
  return (
    <Panel padded>
      <h2 className="side-title">{texts.title}</h2>
      {debit === null ? <p className="meta">{texts.lead}</p> : <Standing debit={debit} />}
      <div className="stack">
        <Button block onClick={() => setIsOpen(true)}>
          {debit === null ? texts.open : texts.change}
        </Button>
        {debit !== null && <StopDebit loanNo={loan.loanId} />}
      </div>
      {isOpen && <DebitDialog loan={loan} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function Standing({ debit }: { debit: NonNullable<LoanAccount["automaticDebit"]> }) {
  const texts = useTexts("automaticDebit");
  const language = useLanguage();
  const day = (on: string) => formatDate(dayOf(on), "day", language);
  const { accountName, accountNumber, nextOn, unpaidOn } = debit;
  return (
    <>
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
      {unpaidOn !== null && <Notice kind="warn">{texts.unpaid(day(unpaidOn))}</Notice>}
    </>
  );
}
