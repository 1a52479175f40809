import type { LoanAccount } from "#contract/loans.ts";
import { LOAN_PAYMENT } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { PAYMENT_PARTS, PaymentDialog } from "./PaymentDialog.tsx";

type Payment = LoanAccount["payments"][number];

const SHOWN_FIRST = 6;

/** What was paid, the newest first, and what each payment was used for. */
export function LoanPayments({ loan }: { loan: LoanAccount }) {
  const { payments: texts } = useTexts("loanAccount");
  const { payments } = loan;
  const [isAll, setIsAll] = useState(false);
  const [search, setSearch] = useSearchParams();
  // A movement of an account leads to the payment that it was.
  const [opened, setOpened] = useState(search.get(LOAN_PAYMENT));
  const open = payments.find(({ reference }) => reference === opened);
  const close = () => {
    setOpened(null);
    if (search.has(LOAN_PAYMENT)) setSearch({}, { replace: true, preventScrollReset: true });
  };
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
              <Row
                key={payment.reference}
                payment={payment}
                onOpen={() => setOpened(payment.reference)}
              />
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
      {open !== undefined && <PaymentDialog loan={loan} payment={open} onClose={close} />}
    </section>
  );
}

function Row({ payment, onOpen }: { payment: Payment; onOpen: () => void }) {
  const { payments: texts } = useTexts("loanAccount");
  const language = useLanguage();
  return (
    <li>
      <span className="rowlist-name">
        <button type="button" className="linkbtn rowlist-open" onClick={onOpen}>
          {formatDate(dayOf(payment.paidOn), "day", language)}
          <span className="sr"> {texts.receiptTitle}</span>
        </button>
        <span className="meta">{texts[payment.source]}</span>
      </span>
      <b className="rowlist-amount">
        <Money amount={payment.amount} />
      </b>
      <span className="meta rowlist-parts">
        {PAYMENT_PARTS.filter((part) => payment[part] > 0n).map((part) => (
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
