import { readFileSync } from "node:fs";
import { holidayCalendar } from "#common/holidays.ts";
import { addDays, manilaDate } from "#common/manila.ts";

/** When the clearing house clears on a banking day, Manila (PCHC). */
export const CLEARINGS = ["10:00", "13:00", "16:00"] as const;

// Data of the product's own; its shape is proved where the product reads it.
const { holidays } = JSON.parse(
  readFileSync(new URL("../../../data/live/holidays.json", import.meta.url), "utf8"),
) as { holidays: { date: string; name: string; bankingDay: boolean; status: string }[] };
/** The clearing house's own: what was entered at its start, and the feasts of any year. */
const calendar = holidayCalendar(
  holidays.map(({ date, name, bankingDay, status }) => ({
    day: date,
    name,
    type: "regular",
    isBankingDay: bankingDay,
    closedFrom: null,
    isObserved: true,
    isProjected: status === "projected",
    basis: "",
  })),
);

/** When a file is cleared that comes at a moment: the next clearing on its day, or a banking day after. */
export function nextClearing(cameAt: number, settlesOn: string): number {
  const today = manilaDate(new Date(cameAt));
  let day = settlesOn > today ? settlesOn : today;
  for (;;) {
    if (isBankingDay(day)) {
      const moments = CLEARINGS.map((time) => Date.parse(`${day}T${time}:00+08:00`));
      const next = moments.find((moment) => moment >= cameAt);
      if (next !== undefined) return next;
    }
    day = addDays(day, 1);
  }
}

function isBankingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !calendar.isClosed(day);
}
