import type { Centavos } from "#common/money.ts";
import type { Planned } from "./makeSchedule.ts";

/** What a schedule comes to, and with the charges of the release what the loan costs in all. */
export function totalsOf(
  schedule: readonly Pick<Planned, "principal" | "interest">[],
  charges: Centavos,
): { totalInterest: Centavos; totalPayments: Centavos; totalCost: Centavos } {
  const totalInterest = schedule.reduce((sum, { interest }) => sum + interest, 0n);
  const principal = schedule.reduce((sum, one) => sum + one.principal, 0n);
  return {
    totalInterest,
    totalPayments: principal + totalInterest,
    totalCost: totalInterest + charges,
  };
}
