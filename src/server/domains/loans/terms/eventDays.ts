import { addDays } from "#common/manila.ts";
import type { DueRule } from "./dueDates.ts";

export type Stage = "accrual" | "penalty" | "ageing";

/** The day of the month after which instalments of a rule are overdue. */
const DUE_DAY: Record<DueRule, number> = { month_end: 0, day_16: 16 };

/**
 * What is done to loans on a day, in this order: on the first of a month the interest of the month before; a
 * penalty on the first day after the days of grace; ageing on each such day and on the day after a due day.
 * On all other days nothing changes by itself.
 */
export function stagesOf(day: string, graceDays: readonly number[]): Stage[] {
  const number = Number(day.slice(8));
  const after = Object.values(DUE_DAY).map((due) => due + 1);
  const isCharged = after.some((first) => graceDays.some((grace) => first + grace === number));
  const stages: Stage[] = [];
  if (number === 1) stages.push("accrual");
  if (isCharged) stages.push("penalty");
  if (isCharged || after.includes(number)) stages.push("ageing");
  return stages;
}

/** Whether loans of a rule and these days of grace are charged a penalty on this day, if they are late. */
export const isChargedOn = (day: string, rule: DueRule, graceDays: number): boolean =>
  DUE_DAY[rule] + 1 + graceDays === Number(day.slice(8));

/** The days after `after`, up to and with `until`, on which something is done. */
export function eventDays(after: string, until: string, graceDays: readonly number[]): string[] {
  const days: string[] = [];
  for (let day = addDays(after, 1); day <= until; day = addDays(day, 1)) {
    if (stagesOf(day, graceDays).length > 0) days.push(day);
  }
  return days;
}
