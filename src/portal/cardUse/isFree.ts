import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";

/** Active, and locked by nobody: the CVV and the limit may be changed (row N10). */
export function isFree(card: DashboardCard | null): boolean {
  return (
    card?.cardStatus === cardStatusNumbers.active &&
    card.memberLocked === 0 &&
    card.adminLocked === 0
  );
}
