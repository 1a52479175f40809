import type { Centavos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { dueBy } from "#server/domains/loans/accounts/dueBy.ts";
import { type LoanRow, readInstalments } from "#server/domains/loans/accounts/loanRows.ts";
import { deductionUnderWay } from "#server/domains/loans/accounts/deductionUnderWay.ts";

/** What is to be paid by the day, less what is on its way from the pay. */
export async function owedBy(tx: Tx, loan: LoanRow, day: string): Promise<Centavos> {
  const due = dueBy(loan, await readInstalments(tx, loan.id), day);
  const deduction = await deductionUnderWay(tx, loan.id);
  const owed = due - (deduction?.amount ?? 0n);
  return owed < 0n ? 0n : owed;
}
