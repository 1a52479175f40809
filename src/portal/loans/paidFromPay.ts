import type { LoanAccount } from "#contract/loans.ts";

/** Whether a deduction under way pays what is past due, or else the next payment: the member need not pay it. */
export function isPaidFromPay(
  loan: Pick<LoanAccount, "arrears" | "deduction" | "nextDue">,
): boolean {
  const { arrears, deduction, nextDue } = loan;
  if (deduction === null) return false;
  const asked = arrears.total > 0n ? arrears.total : nextDue?.amount;
  return asked !== undefined && deduction.amount >= asked;
}
