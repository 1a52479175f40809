import type { ApplicationState } from "#contract/loans.ts";

/** Neither released nor rejected nor cancelled: a member can still withdraw it. */
export function isOpen(state: ApplicationState): boolean {
  return state !== "released" && state !== "rejected" && state !== "cancelled";
}
