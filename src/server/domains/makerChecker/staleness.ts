import type { Facts } from "#contract/staff/requests.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import type { BoundRequest } from "./requestRule.ts";

/**
 * Whether what a request changes is still as its maker saw it. What is gone, or no longer applies, is
 * another state, too. The rows it looks at stay locked.
 */
export async function isStillAsSeen(
  tx: Tx,
  bound: BoundRequest,
  request: { before: Facts },
  at: Date,
): Promise<boolean> {
  try {
    return isSameState(await bound.readBefore(tx, at), request.before);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Two states with the same names and the same values. */
export function isSameState(a: Facts, b: Facts): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
