import type { Centavos } from "#common/money.ts";
import { halfUp } from "./halfUp.ts";

/** Millionths: 126825n is 12.6825 percent. Rounded half-up to that. */
export type EffectiveRates = { monthly: bigint; annual: bigint };

/** One, in fixed point. */
const ONE = 10n ** 18n;
const MILLIONTH = ONE / 1_000_000n;
/** No loan of ours costs ten times its amount in a month. */
const HIGHEST = 10n * ONE;

/**
 * What a loan costs who gets `proceeds` and pays these instalments a month apart: the rate of a month at
 * which the instalments are worth the proceeds, and that rate compounded to a year (docs/loans.md). By
 * halving in fixed point. Zero when no more is paid than was got.
 */
export function effectiveRates(
  proceeds: Centavos,
  instalments: readonly Centavos[],
): EffectiveRates {
  const paid = instalments.reduce((sum, amount) => sum + amount, 0n);
  if (proceeds <= 0n || paid <= proceeds) return { monthly: 0n, annual: 0n };
  let low = 0n;
  let high = HIGHEST;
  while (high - low > 1n) {
    const rate = (low + high) / 2n;
    if (presentValue(instalments, rate) > proceeds * ONE) low = rate;
    else high = rate;
  }
  let growth = ONE;
  for (let month = 0; month < 12; month++) growth = (growth * (ONE + high)) / ONE;
  return { monthly: halfUp(high, MILLIONTH), annual: halfUp(growth - ONE, MILLIONTH) };
}

/** The instalments at the moment of the release, at this rate of a month; in fixed point. */
function presentValue(instalments: readonly Centavos[], rate: bigint): bigint {
  return instalments.reduceRight(
    (later, amount) => ((later + amount * ONE) * ONE) / (ONE + rate),
    0n,
  );
}

/** What the interest would be on the full amount for the whole term, of a year, in millionths. */
export function addOnRate(principal: Centavos, interest: Centavos, months: number): bigint {
  return halfUp(interest * 12n * 1_000_000n, principal * BigInt(months));
}
