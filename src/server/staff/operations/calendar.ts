import { manilaDate } from "#common/manila.ts";
import type { CalendarDay } from "#contract/staff/operations.ts";
import type { App } from "#server/app.ts";
import { manilaTime, pesonetCycle, readClearing } from "#server/calendar/pesonetCycles.ts";

/** The calendar of a year, and what it makes of this moment. */
export async function readCalendar(app: App, year: string) {
  const rows = await app.db
    .selectFrom("holiday")
    .selectAll()
    .where("day", ">=", `${year}-01-01`)
    .where("day", "<=", `${year}-12-31`)
    .orderBy("day")
    .execute();
  const clearing = await readClearing(app.db);
  const { days } = clearing;
  const at = app.now();
  const today = manilaDate(at);
  return {
    today,
    isBankingDay: days.isBankingDay(today) && manilaTime(at) < (days.closedFrom(today) ?? "24"),
    nextBankingDay: days.next(today),
    pesonet: pesonetCycle(clearing, at),
    days: rows.map((row) => ({
      day: row.day,
      name: row.name,
      // The table's check allows exactly these.
      type: row.type as CalendarDay["type"],
      isBankingDay: row.is_banking_day,
      closedFrom: row.closed_from?.slice(0, 5) ?? null,
      isObserved: row.is_observed,
      isProjected: row.status === "projected",
      basis: row.basis,
    })),
  };
}
