import type { Centavos } from "#common/money.ts";

/** Puts money on a member's card account. `reference` is ours, at most 20 of [A-Za-z0-9-]. */
export type CreditOrder = { reference: string; accountNo: string; amount: Centavos };

/**
 * What became of an order. 'unknown' is no answer, a time-out or an outage: never a no. 'absent' only
 * answers an inquiry: the issuer has never seen the reference, so it may be sent again.
 */
export type CreditOutcome =
  | { kind: "credited"; issuerReference: string }
  | { kind: "refused"; reason: string }
  | { kind: "pending" }
  | { kind: "absent" }
  | { kind: "unknown"; reason: string };

/**
 * The card issuer, in the words of the product. The same reference sent twice is one credit: the
 * issuer answers the second with the first's outcome.
 */
export type CardIssuer = {
  credit: (order: CreditOrder) => Promise<CreditOutcome>;
  /** Asks what became of an order. An answer about another account or amount is 'unknown'. */
  inquire: (order: CreditOrder) => Promise<CreditOutcome>;
  /** The issuer's own balance of a card account, for reconciliation; undefined when it cannot say. */
  balance: (accountNo: string) => Promise<Centavos | undefined>;
};
