import { addDays } from "#common/manila.ts";

/** month_end: the last day of each month; day_16: the pensioners' day. */
export type DueRule = "month_end" | "day_16";

/** Released on or before this day of the month, the first instalment is due in the same month. */
const LAST_DAY_FOR_SAME_MONTH = 10;

/**
 * The day on which the first instalment is due (docs/loans.md), from the day of the release: released on or
 * before the 10th, the end of the month (pensioners: the 16th), else that of the next.
 */
export function firstDueOn(releasedOn: string, rule: DueRule): string {
  const month = Number(releasedOn.slice(8)) <= LAST_DAY_FOR_SAME_MONTH ? 0 : 1;
  return dayOfMonth(releasedOn, month, rule);
}

/** The due day of an instalment, counted from 1. */
export function dueOn(firstDue: string, rule: DueRule, number: number): string {
  return dayOfMonth(firstDue, number - 1, rule);
}

/** Whole days from one day to a later one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function dayOfMonth(from: string, monthsLater: number, rule: DueRule): string {
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + monthsLater;
  if (rule === "day_16") return `${monthText(months)}-16`;
  return addDays(`${monthText(months + 1)}-01`, -1);
}

/** 'yyyy-MM' of a count of months since the year 0. */
function monthText(months: number): string {
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}`;
}
