import type { Centavos } from "#common/money.ts";
import { allocate, type Instalment, unpaidOf } from "./allocate.ts";

type Owed = { advance_centavos: Centavos; penalty_due_centavos: Centavos };

/** The schedule and the penalties that are left to be paid once all that is paid ahead is used. */
export function withAdvance(loan: Owed, schedule: readonly Instalment[]) {
  const { advance_centavos: advance, penalty_due_centavos: penalties } = loan;
  const { changed, penalty } = allocate(advance, penalties, schedule, schedule.length);
  const after = new Map(changed.map((one) => [one.number, one]));
  const covered = (one: Instalment) => after.get(one.number) ?? one;
  return {
    left: schedule.map(covered),
    aheadOf: (one: Instalment) => unpaidOf(one) - unpaidOf(covered(one)),
    penalties: penalties - penalty,
  };
}

/** What is to be paid of a loan by the end of a day: penalties, and instalments that are due then or before. */
export function dueBy(loan: Owed, schedule: readonly Instalment[], day: string): Centavos {
  const { left, penalties } = withAdvance(loan, schedule);
  return left
    .filter(({ dueOn }) => dueOn <= day)
    .reduce((sum, instalment) => sum + unpaidOf(instalment), penalties);
}
