import type { Loan } from "#contract/members.ts";
import type { Db } from "#server/db/db.ts";
import { deductionUnderWay } from "#server/domains/loans/accounts/deductionUnderWay.ts";

/** Loans as the dashboard has them, each late one with whether a deduction that is under way pays it. */
export async function withDeductions(
  db: Db,
  loans: readonly Omit<Loan, "isPaidByDeduction">[],
): Promise<Loan[]> {
  return Promise.all(
    loans.map(async (loan) => ({ ...loan, isPaidByDeduction: await isPaidByDeduction(db, loan) })),
  );
}

async function isPaidByDeduction(
  db: Db,
  loan: Pick<Loan, "loanId" | "accumulatedUnpaidAmount">,
): Promise<boolean> {
  if (loan.accumulatedUnpaidAmount === 0n) return false;
  const { id } = await db
    .selectFrom("loan")
    .select("id")
    .where("loan_no", "=", loan.loanId)
    .executeTakeFirstOrThrow();
  const deduction = await deductionUnderWay(db, id);
  return deduction !== undefined && deduction.amount >= loan.accumulatedUnpaidAmount;
}
