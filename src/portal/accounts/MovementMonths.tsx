import { manilaMonth } from "#common/manila.ts";
import type { Movement } from "#contract/accounts.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { MovementRow } from "#portal/shared/MovementRow.tsx";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";

/** The movements under the month of Manila in which they were booked, each with what it left. */
export function MovementMonths({ rows }: { rows: readonly Movement[] }) {
  const language = useLanguage();
  return [...byMonth(rows)].map(([month, ofMonth]) => (
    <section key={month} aria-labelledby={`month-${month}`}>
      <h3 className="dayhd" id={`month-${month}`}>
        {formatDate(dayOf(`${month}-01`), "monthLong", language)}
      </h3>
      <ul>
        {ofMonth.map((row) => (
          <li key={row.id}>
            <MovementRow row={row} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function byMonth(rows: readonly Movement[]): Map<string, Movement[]> {
  const months = new Map<string, Movement[]>();
  for (const row of rows) {
    const month = manilaMonth(new Date(row.bookedAt));
    const ofMonth = months.get(month);
    if (ofMonth === undefined) months.set(month, [row]);
    else ofMonth.push(row);
  }
  return months;
}
