import { manilaDate } from "#common/manila.ts";
import type { CardTransaction } from "#contract/history.ts";
import { TransactionRow } from "#portal/shared/TransactionRow.tsx";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { rowElementId } from "./place.ts";

/** The rows under the Manila day they happened on. */
export function TransactionDays(props: {
  rows: readonly CardTransaction[];
  onOpen: (row: CardTransaction) => void;
}) {
  const language = useLanguage();
  return [...byDay(props.rows)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 className="dayhd" id={`day-${day}`}>
        {formatDate(new Date(`${day}T00:00:00+08:00`), "dayLong", language)}
      </h2>
      <ul>
        {ofDay.map((row) => (
          <li key={row.id}>
            <TransactionRow
              row={row}
              day={day}
              id={rowElementId(row.id)}
              onOpen={() => props.onOpen(row)}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

const dayOf = (row: CardTransaction) => manilaDate(new Date(row.tranDate));

function byDay(rows: readonly CardTransaction[]): Map<string, CardTransaction[]> {
  const days = new Map<string, CardTransaction[]>();
  for (const row of rows) {
    const ofDay = days.get(dayOf(row));
    if (ofDay === undefined) days.set(dayOf(row), [row]);
    else ofDay.push(row);
  }
  return days;
}
