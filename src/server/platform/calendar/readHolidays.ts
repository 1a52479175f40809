import { type Holiday, type HolidayCalendar, holidayCalendar } from "#common/holidays.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** The calendar as it stands: what the staff entered, and what is reckoned beside it, of any year. */
export async function readHolidays(db: Db | Tx): Promise<HolidayCalendar> {
  const rows = await db.selectFrom("holiday").selectAll().execute();
  return holidayCalendar(
    rows.map((row) => ({
      day: row.day,
      name: row.name,
      // The table's check allows exactly these.
      type: row.type as Holiday["type"],
      isBankingDay: row.is_banking_day,
      closedFrom: row.closed_from,
      isObserved: row.is_observed,
      isProjected: row.status === "projected",
      basis: row.basis,
    })),
  );
}
