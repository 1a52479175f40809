import type { ArrivesInHouse } from "#contract/transferKinds.ts";

/** The numbers of a member's accounts. */
export type Accounts = { card: string; savings: string };

/** Where a transfer within our own house goes: an account that is right for its kind, and one that is not. */
export const destinations = (
  own: Accounts,
  other: Accounts,
): Record<ArrivesInHouse, { good: string; wrong: string }> => ({
  own_card: { good: own.card, wrong: other.card },
  card: { good: other.card, wrong: own.card },
});
