import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { DueRule } from "./dueDates.ts";

/** A product as it is lent now. Rates are hundredths of a percent: of a year, penalties of a month. */
export type LoanProduct = {
  code: string;
  label: string;
  annualRate: bigint;
  terms: number[];
  minimum: Centavos;
  maximum: Centavos;
  limitRule: string;
  security: string;
  feeRate: bigint;
  feeMinimum: Centavos;
  feeFixed: Centavos;
  stampTaxPer200: Centavos;
  stampTaxAbove: Centavos;
  premiumRate: bigint;
  penaltyRate: bigint;
  graceDays: number;
  dueRule: DueRule;
  /** The capital contribution stands behind the loan, and the whole of it must be there. */
  hasHoldOut: boolean;
  /** What savings there are stand behind the loan, besides a mortgage. */
  holdsDeposits: boolean;
};

/** All products, in the order of the form. */
export async function readProducts(db: Db | Tx): Promise<LoanProduct[]> {
  const rows = await db.selectFrom("loan_product").selectAll().orderBy("position").execute();
  return rows.map((row) => ({
    code: row.code,
    label: row.label,
    annualRate: row.annual_rate,
    terms: row.terms,
    minimum: row.min_centavos,
    maximum: row.max_centavos,
    limitRule: row.limit_rule,
    security: row.security,
    feeRate: row.fee_rate,
    feeMinimum: row.fee_minimum_centavos,
    feeFixed: row.fee_fixed_centavos,
    stampTaxPer200: row.stamp_tax_per_200_centavos,
    stampTaxAbove: row.stamp_tax_above_centavos,
    premiumRate: row.premium_rate,
    penaltyRate: row.penalty_rate,
    graceDays: row.grace_days,
    // The table's check allows exactly these.
    dueRule: row.due_rule as DueRule,
    hasHoldOut: row.has_hold_out,
    holdsDeposits: row.holds_deposits,
  }));
}

/** Throws when there is no such product. */
export async function readProduct(db: Db | Tx, code: string): Promise<LoanProduct> {
  const found = (await readProducts(db)).find((product) => product.code === code);
  if (found === undefined) throw new Error(`There is no loan product ${code}`);
  return found;
}
