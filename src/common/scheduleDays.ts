import { addDays, addMonths, lastDayOf } from "./manila.ts";

/** How often a scheduled transfer is sent. Paydays are the 15th and the last day of a month. */
export const REPEATS = ["once", "weekly", "monthly", "paydays"] as const;
export type Repeats = (typeof REPEATS)[number];

/** When something is due: how often, and from which day on, 'yyyy-MM-dd' in Manila. */
export type DueRule = { repeats: Repeats; firstOn: string };

const WEEK = 7;

/** The first due day after this one; undefined where none comes. */
export function dueAfter({ repeats, firstOn }: DueRule, day: string): string | undefined {
  if (day < firstOn) return firstOn;
  switch (repeats) {
    case "once":
      return undefined;
    case "weekly": {
      const passed = Math.round((Date.parse(day) - Date.parse(firstOn)) / 86_400_000);
      return addDays(firstOn, (Math.floor(passed / WEEK) + 1) * WEEK);
    }
    case "monthly":
      return monthlyAfter(Number(firstOn.slice(8)), day);
    case "paydays":
      return paydayAfter(day);
  }
}

/** The next due days after this one, as many as are asked for at the most. */
export function dueDaysAfter(rule: DueRule, day: string, count: number): string[] {
  const days: string[] = [];
  let last: string | undefined = dueAfter(rule, day);
  while (last !== undefined && days.length < count) {
    days.push(last);
    last = dueAfter(rule, last);
  }
  return days;
}

/** The first payday after a day. */
export function paydayAfter(day: string): string {
  const month = day.slice(0, 7);
  const last = lastDayOf(month);
  if (day < `${month}-15`) return `${month}-15`;
  return day < last ? last : `${addMonths(month, 1)}-15`;
}

/** Whether a schedule may begin with this day. */
export const canBeginOn = ({ repeats, firstOn }: DueRule): boolean =>
  repeats !== "paydays" || paydayAfter(addDays(firstOn, -1)) === firstOn;

/** The same day of the month, or its last one where it is shorter. */
function monthlyAfter(dayOfMonth: number, day: string): string {
  const month = day.slice(0, 7);
  const here = inMonth(month, dayOfMonth);
  return here > day ? here : inMonth(addMonths(month, 1), dayOfMonth);
}

function inMonth(month: string, dayOfMonth: number): string {
  const last = lastDayOf(month);
  const asked = `${month}-${String(dayOfMonth).padStart(2, "0")}`;
  return asked < last ? asked : last;
}
