import type { Centavos } from "#common/money.ts";
import { halfUp } from "./halfUp.ts";

export type Part = { number: number; principal: Centavos; interest: Centavos };

export type Amortization = {
  /** The equal instalment; the last one closes the balance and may differ by some centavos. */
  monthly: Centavos;
  parts: Part[];
};

/** One, in fixed point: 24 decimals are far beyond a centavo over 120 months. */
const ONE = 10n ** 24n;
/** A year's rate in hundredths of a percent, as a month's share of one. */
const MONTHLY = 120_000n;

/**
 * Equal monthly instalments on the diminishing balance (docs/loans.md). The rate is a year's, in hundredths
 * of a percent; interest of a month is balance x rate / 12, half-up to the centavo; the instalment is the
 * annuity formula's, half-up; the last one is what is left and its interest. The principal parts sum to the
 * principal and none is negative.
 */
export function amortize(principal: Centavos, annualRate: bigint, months: number): Amortization {
  if (principal <= 0n || months < 1) throw new Error("A loan has a principal and a term");
  const monthly = equalInstalment(principal, annualRate, months);
  const parts: Part[] = [];
  let balance = principal;
  for (let number = 1; number <= months; number++) {
    const interest = halfUp(balance * annualRate, MONTHLY);
    const wanted = number === months ? balance : monthly - interest;
    const part = wanted < 0n ? 0n : wanted > balance ? balance : wanted;
    parts.push({ number, principal: part, interest });
    balance -= part;
  }
  return { monthly, parts };
}

/** P·r·(1+r)^n / ((1+r)^n − 1), half-up to the centavo. */
function equalInstalment(principal: Centavos, annualRate: bigint, months: number): Centavos {
  if (annualRate === 0n) return halfUp(principal, BigInt(months));
  const rate = (annualRate * ONE) / MONTHLY;
  let growth = ONE;
  for (let month = 0; month < months; month++) growth = (growth * (ONE + rate)) / ONE;
  return halfUp(principal * rate * growth, (growth - ONE) * ONE);
}
