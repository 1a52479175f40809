import { addDays } from "#common/manila.ts";
import type { Dates } from "./useDownload.ts";

/** Days that are asked for often, up to this one (yyyy-MM-dd). */
export function spansTo(today: string): Record<"thisMonth" | "lastMonth" | "thisYear", Dates> {
  const firstDay = `${today.slice(0, 7)}-01`;
  const lastDay = addDays(firstDay, -1);
  return {
    thisMonth: { startDate: firstDay, endDate: today },
    lastMonth: { startDate: `${lastDay.slice(0, 7)}-01`, endDate: lastDay },
    thisYear: { startDate: `${today.slice(0, 4)}-01-01`, endDate: today },
  };
}
