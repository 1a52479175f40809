import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { type ReactNode, useState } from "react";

/** One payment of a loan. `balance` is what is owed after it. */
export type ScheduleRow = {
  number: number;
  /** yyyy-MM-dd */
  dueOn: string;
  principal: bigint;
  interest: bigint;
  balance: bigint;
  /** How it stands. */
  tag?: ReactNode;
};

const SHOWN_FIRST = 6;

/** All payments in their order, the first few until one asks for all. Amounts of an offer are never covered. */
export function Schedule(props: {
  rows: readonly ScheduleRow[];
  /** From this row on, those before are paid. */
  from?: number;
  alwaysShown?: boolean;
}) {
  const { schedule } = useTexts("loanApplications");
  const [isAll, setIsAll] = useState(false);
  const { rows, from = 0 } = props;
  const shown = isAll ? rows : rows.slice(from, from + SHOWN_FIRST);
  return (
    <section aria-labelledby="schedule">
      <SectionHead id="schedule" title={schedule.title} count={rows.length} />
      <Panel>
        <ol className="rowlist">
          {shown.map((row) => (
            <Row key={row.number} row={row} alwaysShown={props.alwaysShown === true} />
          ))}
        </ol>
        {rows.length > SHOWN_FIRST && (
          <div className="rowlist-more">
            <Button small look="quiet" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
              {isAll ? schedule.fewer : schedule.all(rows.length)}
            </Button>
          </div>
        )}
      </Panel>
    </section>
  );
}

function Row({ row, alwaysShown }: { row: ScheduleRow; alwaysShown: boolean }) {
  const { schedule } = useTexts("loanApplications");
  const language = useLanguage();
  const money = (amount: bigint) => <Money amount={amount} alwaysShown={alwaysShown} />;
  return (
    <li>
      <span className="rowlist-name">
        <b>{formatDate(dayOf(row.dueOn), "day", language)}</b>
        <span className="meta">
          {schedule.number} {row.number}
        </span>
        {row.tag}
      </span>
      <b className="rowlist-amount">{money(row.principal + row.interest)}</b>
      <span className="meta rowlist-parts">
        <span>
          {schedule.principal} {money(row.principal)}
        </span>
        <span>
          {schedule.interest} {money(row.interest)}
        </span>
        <span>
          {schedule.balance} {money(row.balance)}
        </span>
      </span>
    </li>
  );
}
