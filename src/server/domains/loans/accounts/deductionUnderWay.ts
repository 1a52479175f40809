import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { isUnanswered } from "./askedOfPay.ts";

export type AskedOfPay = { month: string; amount: Centavos };

/** What files of deductions asked for a loan and no remittance has answered; undefined where that is nothing. */
export async function deductionUnderWay(
  db: Db | Tx,
  loanId: bigint,
): Promise<AskedOfPay | undefined> {
  const asked = await deductionsUnderWay(db, loanId);
  const newest = asked.at(-1);
  if (newest === undefined) return undefined;
  return { month: newest.month, amount: asked.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** The same, month by month. */
export async function deductionsUnderWay(db: Db | Tx, loanId: bigint): Promise<AskedOfPay[]> {
  const { rows } = await sql<AskedOfPay>`
    select to_char(f.month, 'YYYY-MM') as month, sum(d.due_centavos)::bigint as amount
    from payroll_line d join payroll_file f on f.id = d.file_id
    where d.loan_id = ${loanId} and ${isUnanswered(sql<Date>`'infinity'::timestamptz`)}
    group by f.month
    order by f.month`.execute(db);
  return rows;
}
