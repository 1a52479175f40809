import type { Centavos } from "#common/money.ts";

/** An instalment as it stands. `earned` is the part of the interest that is in the books as income. */
export type Instalment = {
  number: number;
  dueOn: string;
  principal: Centavos;
  interest: Centavos;
  earned: Centavos;
  paidPrincipal: Centavos;
  paidInterest: Centavos;
};

/** What money went to. It always adds up to the amount. */
export type Allocation = {
  penalty: Centavos;
  interest: Centavos;
  /** The part of `interest` that no accrual had booked: it is earned by being paid. */
  unearned: Centavos;
  principal: Centavos;
  advance: Centavos;
  /** The instalments that changed, as they are after it. */
  changed: Instalment[];
};

/**
 * Where a payment goes (docs/loans.md): penalties first; then the instalments up to `lastPayable`, the
 * oldest first, of each the interest before the principal; what is left is paid ahead.
 */
export function allocate(
  amount: Centavos,
  penaltyDue: Centavos,
  instalments: readonly Instalment[],
  lastPayable: number,
): Allocation {
  const penalty = least(amount, penaltyDue);
  let left = amount - penalty;
  const found: Allocation = {
    penalty,
    interest: 0n,
    unearned: 0n,
    principal: 0n,
    advance: 0n,
    changed: [],
  };
  for (const one of instalments) {
    if (left === 0n || one.number > lastPayable) break;
    const interest = least(left, one.interest - one.paidInterest);
    const principal = least(left - interest, one.principal - one.paidPrincipal);
    if (interest + principal === 0n) continue;
    const paidInterest = one.paidInterest + interest;
    const unearned = paidInterest > one.earned ? paidInterest - one.earned : 0n;
    found.interest += interest;
    found.unearned += unearned;
    found.principal += principal;
    left -= interest + principal;
    found.changed.push({
      ...one,
      paidInterest,
      earned: one.earned + unearned,
      paidPrincipal: one.paidPrincipal + principal,
    });
  }
  found.advance = left;
  return found;
}

/** What is left to pay of an instalment. */
export function unpaidOf(one: Instalment): Centavos {
  return one.principal + one.interest - one.paidPrincipal - one.paidInterest;
}

/** The last instalment that is due on this day or before it; 0 when none is. */
export function lastDueNumber(instalments: readonly Instalment[], day: string): number {
  return instalments.findLast(({ dueOn }) => dueOn <= day)?.number ?? 0;
}

function least(one: Centavos, other: Centavos): Centavos {
  return one < other ? one : other;
}
