import type { Centavos } from "#common/money.ts";

/** What the rules of a product look at, all of it a member's own (readOwnMeans). */
export type LimitFacts = {
  /** A month's pay or pension. */
  pay: Centavos;
  /** What is taken from it already. */
  deductions: Centavos;
  /** Price or appraised value of what stands behind the loan. */
  collateral: Centavos;
  /** Savings and storage account. */
  deposits: Centavos;
  /** Capital contribution, its fixed part included. */
  capital: Centavos;
  /** What of it is free: not fixed, not held. */
  freeCapital: Centavos;
};

type Rule = (facts: LimitFacts) => Centavos;

const share = (amount: Centavos, percent: bigint): Centavos => (amount * percent) / 100n;
const times =
  (factor: bigint): Rule =>
  ({ pay }) =>
    factor * pay;

/**
 * The limit rules of the products (`loan_product.limit_rule` says them in words) as arithmetic. A
 * product without one has its own maximum only.
 */
const RULES: Readonly<Record<string, Rule>> = {
  SL: ({ pay, deposits, capital }) => 12n * pay + deposits + capital,
  EM: times(2n),
  AS: ({ pay, deposits, capital }) => 13n * pay + deposits + capital,
  BL: ({ freeCapital }) => share(freeCapital, 90n),
  PL: times(12n),
  OP: times(6n),
  MT: ({ collateral }) => share(collateral, 80n),
  "BL-PVL": ({ collateral }) => share(collateral, 70n),
  "BL-VL": ({ collateral }) => share(collateral, 80n),
};

/** The products whose limit is a share of what stands behind them. */
const BY_COLLATERAL: ReadonlySet<string> = new Set(["MT", "BL-PVL", "BL-VL"]);
/** Of a pension all deductions together may take this share: what an additional loan leaves. */
const PENSION_SHARE = 60n;
const BY_PENSION_SHARE: ReadonlySet<string> = new Set(["AP"]);
/** Whether what stands behind such a loan must be written down before it is proposed. */
export const needsCollateral = (product: string): boolean => BY_COLLATERAL.has(product);

/** The most that may be lent of this product, in centavos: its own maximum, or less by its rule. */
export function limitOf(product: string, maximum: Centavos, facts: LimitFacts): Centavos {
  const byRule = RULES[product]?.(facts) ?? maximum;
  return byRule < maximum ? byRule : maximum;
}

/** What of a product a member has elsewhere: in open loans, and proposed or offered to them. */
export type Elsewhere = { lent: Centavos; underWay: Centavos };

/**
 * What other loans of a product take of its limit. Each has collateral of its own; what stands behind a loan
 * on capital contribution is held, and free no more.
 */
export function takenOf(product: string, { lent, underWay }: Elsewhere): Centavos {
  if (BY_COLLATERAL.has(product)) return 0n;
  return product === "BL" ? underWay : lent + underWay;
}

/**
 * The least that must be left of the pay after the amortization: the product's floor, or the share that an
 * additional loan leaves of a pension. Null where the product asks for none.
 */
export function takeHomeFloor(
  product: string,
  floor: Centavos | null,
  { pay }: Pick<LimitFacts, "pay">,
): Centavos | null {
  return BY_PENSION_SHARE.has(product) ? pay - share(pay, PENSION_SHARE) : floor;
}

/**
 * Whether the member is older than `oldest` on the day the last instalment falls due, or may be: of whom no
 * day of birth is known.
 */
export function isTooOld(oldest: number | null, born: string | null, lastDueOn: string): boolean {
  if (oldest === null) return false;
  if (born === null) return true;
  const years = Number(lastDueOn.slice(0, 4)) - Number(born.slice(0, 4));
  const hadBirthday = lastDueOn.slice(5) >= born.slice(5);
  return (hadBirthday ? years : years - 1) > oldest;
}
