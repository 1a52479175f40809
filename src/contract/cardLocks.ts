import { addDays, manilaDate } from "#common/manila.ts";

/** When a lock of the member's own ends: by hand, or at a moment that is reckoned from now. */
export const LOCK_ENDS = ["by_hand", "hour", "tomorrow", "day"] as const;
export type LockEnd = (typeof LOCK_ENDS)[number];

const HOUR_MS = 60 * 60 * 1000;
/** The morning that 'tomorrow' is, in Manila. */
const MORNING = "T08:00:00+08:00";

export function lockEndsAt(end: LockEnd, now: Date): Date | null {
  switch (end) {
    case "by_hand":
      return null;
    case "hour":
      return new Date(now.getTime() + HOUR_MS);
    case "day":
      return new Date(now.getTime() + 24 * HOUR_MS);
    case "tomorrow":
      return new Date(`${addDays(manilaDate(now), 1)}${MORNING}`);
  }
}
