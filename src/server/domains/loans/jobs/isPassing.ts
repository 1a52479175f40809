import { sqlState } from "#server/db/db.ts";

/** Classes of errors that are no loan's: connection, deadlock, full disk, lock, shutdown. */
const PASSING = /^(?:08|40|53|55|57)/;

/** Whether an error says nothing of the loan at hand: what failed by it is tried again as it is. */
export function isPassing(error: unknown): boolean {
  return PASSING.test(sqlState(error) ?? "");
}
