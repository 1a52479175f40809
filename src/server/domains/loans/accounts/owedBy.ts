import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { dueBy } from "./dueBy.ts";
import { type LoanRow, readInstalments } from "./loanRows.ts";
import { deductionUnderWay } from "./deductionUnderWay.ts";

/** What is to be paid by the day, less what is on its way from the pay. */
export async function owedBy(db: Db | Tx, loan: LoanRow, day: string): Promise<Centavos> {
  const due = dueBy(loan, await readInstalments(db, loan.id), day);
  const deduction = await deductionUnderWay(db, loan.id);
  const owed = due - (deduction?.amount ?? 0n);
  return owed < 0n ? 0n : owed;
}
