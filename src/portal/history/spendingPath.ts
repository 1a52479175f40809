import { paths } from "#portal/paths.ts";
import type { ChosenGroup } from "./SpendingPage.tsx";

/** The address of a month, or of one bar in it. */
export function spendingPath(month: string, of?: ChosenGroup): string {
  const search = new URLSearchParams({
    month,
    ...(of && { group: of.name, way: of.direction }),
  });
  return `${paths.spending}?${search}`;
}
