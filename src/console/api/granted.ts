import type { StaffAction } from "#contract/staff/actions.ts";

/** What a person may do, and in which branches, by their ids. */
export type Granted = { action: StaffAction; offices: "all" | string[] };

/**
 * Whether one of these allows the action: in any branch, or in the one named; "" is that of what has no
 * branch, which only those reach who work for all.
 */
export function isGranted(granted: Granted[], action: StaffAction, officeId?: string): boolean {
  const offices = granted.find((one) => one.action === action)?.offices;
  if (offices === undefined) return false;
  return officeId === undefined || offices === "all" || offices.includes(officeId);
}
