import type { Centavos } from "#common/money.ts";
import type { Amortization } from "./amortize.ts";
import { daysBetween, type DueRule, dueOn, firstDueOn } from "./dueDates.ts";
import { halfUp } from "./halfUp.ts";

export type Planned = { number: number; dueOn: string; principal: Centavos; interest: Centavos };

/** A year has 360 days (30/360 for whole months, actual/360 for the first ones). */
const YEAR_OF_RATE = 360n * 10_000n;

/** Interest of so many days, actual/360, half-up; the rate is a year's in hundredths of a percent. */
export function interestOfDays(balance: Centavos, annualRate: bigint, days: number): Centavos {
  return halfUp(balance * annualRate * BigInt(Math.max(0, days)), YEAR_OF_RATE);
}

/**
 * The schedule of a loan released on this day. From the release to the first due day interest counts day by
 * day, in place of a month's, and is paid with the first instalment; its principal part and all later
 * instalments are those of the amortization.
 */
export function makeSchedule(
  { parts }: Pick<Amortization, "parts">,
  terms: { principal: Centavos; annualRate: bigint; releasedOn: string; rule: DueRule },
): Planned[] {
  const { principal, annualRate, releasedOn, rule } = terms;
  const first = firstDueOn(releasedOn, rule);
  return parts.map((part) => ({
    ...part,
    dueOn: dueOn(first, rule, part.number),
    interest:
      part.number === 1
        ? interestOfDays(principal, annualRate, daysBetween(releasedOn, first))
        : part.interest,
  }));
}
