import type { Centavos } from "#common/money.ts";
import { daysBetween } from "#server/domains/loans/terms/dueDates.ts";
import { interestOfDays } from "#server/domains/loans/terms/makeSchedule.ts";
import type { Instalment } from "./allocate.ts";

export type Settlement = {
  principal: Centavos;
  interest: Centavos;
  penalties: Centavos;
  /** Paid ahead already. */
  advance: Centavos;
  total: Centavos;
  /** The schedule as the settlement leaves it to be paid: no interest of days to come. */
  instalments: Instalment[];
};

/**
 * What ends a loan on this day (docs/loans.md): the principal, the interest to the day, penalties, less what
 * is paid ahead. Of the running instalment interest counts day by day from the last due day or the release,
 * and is never more than the schedule's; later instalments bear none.
 */
export function settlementOn(
  loan: { annualRate: bigint; releasedOn: string; penaltyDue: Centavos; advance: Centavos },
  schedule: readonly Instalment[],
  day: string,
): Settlement {
  const running = schedule.findIndex(({ dueOn }) => dueOn > day);
  const instalments = schedule.map((one, index) => {
    if (running === -1 || index < running) return one;
    return { ...one, interest: index === running ? interestTo(one, index) : one.earned };
  });
  const owed = (of: (one: Instalment) => Centavos) =>
    instalments.reduce((sum, one) => sum + of(one), 0n);
  const principal = owed((one) => one.principal - one.paidPrincipal);
  const interest = owed((one) => one.interest - one.paidInterest);
  const { penaltyDue: penalties, advance } = loan;
  const total = principal + interest + penalties - advance;
  return {
    principal,
    interest,
    penalties,
    advance,
    total: total < 0n ? 0n : total,
    instalments,
  };

  function interestTo(one: Instalment, index: number): Centavos {
    const from = schedule[index - 1]?.dueOn ?? loan.releasedOn;
    const balance = schedule.slice(index).reduce((sum, later) => sum + later.principal, 0n);
    const counted = interestOfDays(balance, loan.annualRate, daysBetween(from, day));
    const most = counted > one.interest ? one.interest : counted;
    // What is in the books stays there.
    return most > one.earned ? most : one.earned;
  }
}
