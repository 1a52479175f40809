/** A finding that is lived with for a while, and why. Nothing is on the list for good. */
export type Allowed = {
  /** The advisory's address ends so, as in GHSA-…. */
  advisory: string;
  /** Why it does no harm here. */
  why: string;
  /** The last day, yyyy-MM-dd; from the next on it counts again. */
  until: string;
};

export const allowed: readonly Allowed[] = [];
