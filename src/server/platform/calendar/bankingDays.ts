import type { HolidayCalendar } from "#common/holidays.ts";
import { addDays } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { readHolidays } from "./readHolidays.ts";

/** Which days the clearing works. Days are 'yyyy-MM-dd' in Manila. */
export type BankingDays = {
  /** Monday to Friday, and no holiday or suspension of work that closes the clearing. */
  isBankingDay: (day: string) => boolean;
  /** 'HH:mm:ss' from which that banking day is closed, where work is suspended within it. */
  closedFrom: (day: string) => string | undefined;
  /** False where a proclamation may still close the day: nothing is promised for it. */
  isConfirmed: (day: string) => boolean;
  /** The first banking day after this one. */
  next: (day: string) => string;
  /** The n-th banking day after this one; with 0, the day itself when it is one, else the next. */
  add: (day: string, count: number) => string;
};

/** The rule for a calendar (docs/requirements/decisions.md, 7). */
export function bankingDays(calendar: HolidayCalendar): BankingDays {
  const known = new Map<string, boolean>();
  const isBankingDay = (day: string): boolean => {
    const answer = known.get(day) ?? (!isWeekend(day) && !calendar.isClosed(day));
    known.set(day, answer);
    return answer;
  };
  const nexts = new Map<string, string>();
  const next = (day: string): string => {
    const found = nexts.get(day);
    if (found !== undefined) return found;
    let later = addDays(day, 1);
    while (!isBankingDay(later)) later = addDays(later, 1);
    nexts.set(day, later);
    return later;
  };
  return {
    isBankingDay,
    closedFrom: (day) => (isBankingDay(day) ? calendar.closedFrom(day) : undefined),
    isConfirmed: calendar.isConfirmed,
    next,
    add(day, count) {
      let found = isBankingDay(day) ? day : next(day);
      for (let step = 0; step < count; step++) found = next(found);
      return found;
    },
  };
}

/**
 * The rule for the calendar as it stands: read for each use, so that a suspension of work counts at once.
 * One that begins within the day leaves the day a banking day until then.
 * A declared working day on a weekend is no banking day.
 */
export async function readBankingDays(db: Db | Tx): Promise<BankingDays> {
  return bankingDays(await readHolidays(db));
}

export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
