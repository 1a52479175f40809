import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { manilaTime, pesonetCycle, readClearing } from "#server/platform/calendar/pesonetCycles.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";

/** The calendar of a year, what it makes of this moment, and what has not been proclaimed yet. */
export async function readCalendar(app: App, year: string) {
  const holidays = await readHolidays(app.db);
  const clearing = await readClearing(app.db);
  const { days } = clearing;
  const at = app.now();
  const today = manilaDate(at);
  return {
    today,
    isBankingDay: days.isBankingDay(today) && manilaTime(at) < (days.closedFrom(today) ?? "24"),
    nextBankingDay: days.next(today),
    pesonet: pesonetCycle(clearing, at),
    missing: holidays.missing(today),
    days: holidays
      .daysOf(Number(year))
      .map((one) => ({ ...one, closedFrom: one.closedFrom?.slice(0, 5) ?? null })),
  };
}
