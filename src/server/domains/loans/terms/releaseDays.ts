import { addDays } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { amortize } from "./amortize.ts";
import type { DueRule } from "./dueDates.ts";
import { makeSchedule } from "./makeSchedule.ts";
import { totalsOf } from "./totalsOf.ts";

/** What the release on one day makes of a loan; all that is not named here is the same on each. */
export type ReleaseDay = {
  on: string;
  firstDueOn: string;
  firstPayment: Centavos;
  totalInterest: Centavos;
  totalPayments: Centavos;
};

/**
 * The days on which an offer may be released, both included, each with what a member then pays: the first
 * payment has the interest of the days since the release, and may fall due a month later.
 */
export function releaseDays(
  terms: { principal: Centavos; annualRate: bigint; months: number; rule: DueRule },
  { from, to }: { from: string; to: string },
): ReleaseDay[] {
  const { principal, annualRate, months, rule } = terms;
  const amortization = amortize(principal, annualRate, months);
  const days: ReleaseDay[] = [];
  for (let on = from; on <= to; on = addDays(on, 1)) {
    const schedule = makeSchedule(amortization, { principal, annualRate, releasedOn: on, rule });
    const [first] = schedule;
    if (first === undefined) throw new Error("A loan has an instalment");
    const { totalInterest, totalPayments } = totalsOf(schedule, 0n);
    days.push({
      on,
      firstDueOn: first.dueOn,
      firstPayment: first.principal + first.interest,
      totalInterest,
      totalPayments,
    });
  }
  return days;
}
