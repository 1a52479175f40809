import { Reference } from "#ui/Reference.tsx";
import { Day } from "#console/parts/Day.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { LoanFile } from "#contract/staff/loanAccounts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";

type Props = { file: LoanFile };

const figure = <Row,>(key: string, head: string, of: (row: Row) => bigint) => ({
  key,
  head,
  isFigure: true,
  cell: (row: Row) => <Money amount={of(row)} alwaysShown />,
});

function useDays(): (on: string) => string {
  const language = useLanguage();
  return (on) => formatDate(new Date(`${on}T00:00:00+08:00`), "day", language);
}

/** All instalments, the first one first. */
export function Schedule({ file: { instalments } }: Props) {
  const texts = useTexts("loans");
  const day = useDays();
  type Row = LoanFile["instalments"][number];
  return (
    <>
      <SectionHead title={texts.schedule} />
      <PlainTable<Row>
        caption={texts.schedule}
        rows={instalments}
        keyOf={({ number }) => String(number)}
        columns={[
          { key: "number", head: texts.number, isFigure: true, cell: ({ number }) => number },
          { key: "due", head: texts.dueOn, cell: ({ dueOn }) => day(dueOn) },
          figure("principal", texts.principal, ({ principal }) => principal),
          figure("interest", texts.interest, ({ interest }) => interest),
          figure("sum", texts.due, ({ due }) => due),
          figure("paid", texts.paid, ({ paid }) => paid),
          { key: "state", head: texts.state, cell: (row) => <InstalmentTag row={row} /> },
        ]}
      />
    </>
  );
}

function InstalmentTag({ row }: { row: LoanFile["instalments"][number] }) {
  const texts = useTexts("loans");
  const state = row.isPaid ? "paid" : row.isOverdue ? "overdue" : "open";
  const kinds = { paid: "ok", overdue: "bad", open: "neutral" } as const;
  return <StatusTag kind={kinds[state]}>{texts.instalmentStates[state]}</StatusTag>;
}

/** What came for the loan and what it went to, newest first. */
export function Payments({ file: { payments } }: Props) {
  const texts = useTexts("loans");
  const day = useDays();
  type Row = LoanFile["payments"][number];
  return (
    <>
      <SectionHead title={texts.payments} />
      <PlainTable<Row>
        caption={texts.payments}
        rows={payments}
        empty={texts.noPayments}
        keyOf={({ reference }) => reference}
        columns={[
          { key: "day", head: texts.paidOn, cell: ({ paidOn }) => day(paidOn) },
          {
            key: "source",
            head: texts.source,
            cell: ({ source, reference }) => (
              <>
                {texts.sources[source] ?? source}
                <span className="meta n-under">
                  <Reference value={reference} />
                </span>
              </>
            ),
          },
          figure("amount", texts.amount, ({ amount }) => amount),
          figure("penalty", texts.penalty, ({ penalty }) => penalty),
          figure("interest", texts.interest, ({ interest }) => interest),
          figure("principal", texts.principal, ({ principal }) => principal),
          figure("ahead", texts.ahead, ({ advance }) => advance),
        ]}
      />
    </>
  );
}

/** What the clock booked: interest earned and penalties, month by month. */
export function Accruals({ file: { accruals } }: Props) {
  const texts = useTexts("loans");
  type Row = LoanFile["accruals"][number];
  return (
    <>
      <SectionHead title={texts.accruals} />
      <PlainTable<Row>
        caption={texts.accruals}
        rows={accruals}
        empty={texts.noAccruals}
        keyOf={({ kind, month }) => `${kind} ${month}`}
        columns={[
          { key: "month", head: texts.month, cell: ({ month }) => <Day on={month} /> },
          { key: "kind", head: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
          figure("amount", texts.amount, ({ amount }) => amount),
        ]}
      />
    </>
  );
}
