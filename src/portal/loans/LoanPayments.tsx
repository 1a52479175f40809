import type { LoanAccount } from "#contract/loans.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";

type Payment = LoanAccount["payments"][number];

const SHOWN_FIRST = 6;
const PARTS = ["penalty", "interest", "principal", "advance"] as const;

/** What was paid, the newest first, and what each payment was used for. */
export function LoanPayments({ payments }: { payments: readonly Payment[] }) {
  const { payments: texts } = useTexts("loanAccount");
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? payments : payments.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby="payments">
      <SectionHead id="payments" title={texts.title} count={payments.length} />
      <Panel>
        {payments.length === 0 ? (
          <EmptyState title={texts.none}>{texts.noneMeaning}</EmptyState>
        ) : (
          <ul className="rowlist">
            {shown.map((payment) => (
              <Row key={payment.reference} payment={payment} />
            ))}
          </ul>
        )}
        {payments.length > SHOWN_FIRST && (
          <div className="rowlist-more">
            <Button small look="quiet" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
              {isAll ? texts.fewer : texts.all(payments.length)}
            </Button>
          </div>
        )}
      </Panel>
    </section>
  );
}

function Row({ payment }: { payment: Payment }) {
  const { payments: texts } = useTexts("loanAccount");
  const language = useLanguage();
  return (
    <li>
      <span className="rowlist-name">
        <b>{formatDate(dayOf(payment.paidOn), "day", language)}</b>
        <span className="meta">{texts[payment.source]}</span>
      </span>
      <b className="rowlist-amount">
        <Money amount={payment.amount} />
      </b>
      <span className="meta rowlist-parts">
        {PARTS.filter((part) => payment[part] > 0n).map((part) => (
          <span key={part}>
            {texts.parts[part]} <Money amount={payment[part]} />
          </span>
        ))}
      </span>
      <span className="meta rowlist-parts">
        {texts.reference} <Reference value={payment.reference} />
      </span>
    </li>
  );
}
