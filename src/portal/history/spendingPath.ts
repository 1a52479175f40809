import type { HistoryDirection } from "#contract/history.ts";
import type { SpendingGroup } from "#contract/spending.ts";
import { paths } from "#portal/paths.ts";

/** One bar of a month: what for, and whether money came in or went out. */
export type ChosenGroup = { name: SpendingGroup; direction: HistoryDirection };

/** The address of a month, or of one bar in it. */
export function spendingPath(month: string, of?: ChosenGroup): string {
  const search = new URLSearchParams({
    month,
    ...(of && { group: of.name, way: of.direction }),
  });
  return `${paths.spending}?${search}`;
}
