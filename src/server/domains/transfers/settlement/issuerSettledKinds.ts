import type { KindWhere } from "#contract/transferKinds.ts";
import { cardToCard } from "#server/domains/transfers/cardToCard/cardToCard.ts";
import { deposit } from "#server/domains/transfers/deposit/deposit.ts";
import { toOwnCard } from "#server/domains/transfers/own/toOwnCard.ts";
import type { IssuerSettled } from "#server/domains/transfers/lifecycle/issuerSettled.ts";

const kinds: Record<KindWhere<{ rail: null }>, IssuerSettled> = {
  own: toOwnCard,
  card: cardToCard,
  deposit,
};

/** What a stored transfer's kind adds to the lifecycle. Throws for a kind that a rail settles. */
export function issuerSettled(kind: string): IssuerSettled {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : undefined;
  if (found === undefined)
    throw new Error(`the card issuer does not settle transfers of kind ${kind}`);
  return found;
}
