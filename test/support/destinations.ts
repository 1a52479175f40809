import type { AccountSort, PlaceInHouse } from "#contract/transferKinds.ts";
import type { TestMember } from "./makeMember.ts";

/** The numbers of a member's accounts. */
export type Accounts = Record<AccountSort, string>;

/** Where a transfer within our own house goes: an account that is right for the place, and one that is not. */
export const destinations = (
  own: Accounts,
  other: Accounts,
): Record<PlaceInHouse, { good: string; wrong: string }> => ({
  own_card: { good: own.card, wrong: other.card },
  card: { good: other.card, wrong: own.card },
  own_savings: { good: own.savings, wrong: other.savings },
  savings: { good: other.savings, wrong: own.savings },
});

export const accountsOf = ({
  cardAccountNo,
  accountNumbers,
}: Pick<TestMember, "cardAccountNo" | "accountNumbers">): Accounts => ({
  card: cardAccountNo ?? "",
  savings: accountNumbers.savings ?? "",
});
