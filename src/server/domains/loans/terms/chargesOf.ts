import type { Centavos } from "#common/money.ts";
import { halfUp } from "./halfUp.ts";
import type { LoanProduct } from "./products.ts";

export type Charges = {
  processingFee: Centavos;
  stampTax: Centavos;
  premium: Centavos;
  total: Centavos;
};

/** Rates are hundredths of a percent. */
const WHOLE = 10_000n;
const TWO_HUNDRED_PESOS = 200_00n;

type Rates = Pick<
  LoanProduct,
  "feeRate" | "feeMinimum" | "feeFixed" | "stampTaxPer200" | "stampTaxAbove" | "premiumRate"
>;

/**
 * What is kept back of a loan at its release: the processing fee; documentary stamp tax on the whole loan,
 * for each 200 pesos or part of them, where the loan is above the product's threshold; the premium of loan
 * protection for the whole term. Shares are half-up to the centavo.
 */
export function chargesOf(product: Rates, principal: Centavos, months: number): Charges {
  const share = halfUp(principal * product.feeRate, WHOLE);
  const processingFee =
    product.feeFixed + (share < product.feeMinimum ? product.feeMinimum : share);
  const started = (principal + TWO_HUNDRED_PESOS - 1n) / TWO_HUNDRED_PESOS;
  const stampTax = principal > product.stampTaxAbove ? started * product.stampTaxPer200 : 0n;
  const premium = halfUp(principal * product.premiumRate * BigInt(months), WHOLE * 12n);
  return { processingFee, stampTax, premium, total: processingFee + stampTax + premium };
}
