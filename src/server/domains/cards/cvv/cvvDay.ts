const DAY_MS = 24 * 60 * 60 * 1000;

/** A new CVV once in 24 rolling hours (docs/requirements/decisions.md, 5). */
export function isWithinDay(changedAt: Date | null, at: Date): boolean {
  return changedAt !== null && at.getTime() - changedAt.getTime() < DAY_MS;
}
