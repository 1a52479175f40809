import { manilaDate } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { readInstalments, type LoanRow } from "./loanRows.ts";
import { type Settlement, settlementOn } from "./settlement.ts";

/** What the settlement of a loan is reckoned from, besides its schedule. */
export type SettledLoan = Pick<
  LoanRow,
  "id" | "annual_rate" | "released_at" | "penalty_due_centavos" | "advance_centavos"
>;

/** What ends a loan on this day, as the loan stands in the tables. */
export async function readSettlement(
  db: Db | Tx,
  loan: SettledLoan,
  day: string,
): Promise<Settlement> {
  const terms = {
    annualRate: loan.annual_rate,
    releasedOn: manilaDate(loan.released_at),
    penaltyDue: loan.penalty_due_centavos,
    advance: loan.advance_centavos,
  };
  return settlementOn(terms, await readInstalments(db, loan.id), day);
}
