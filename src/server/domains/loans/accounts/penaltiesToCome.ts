import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { isUnanswered } from "./askedOfPay.ts";
import { readInstalments } from "./loanRows.ts";
import { eventDays, isChargedOn } from "#server/domains/loans/terms/eventDays.ts";
import type { DueRule } from "#server/domains/loans/terms/dueDates.ts";
import { halfUp } from "#server/domains/loans/terms/halfUp.ts";

/**
 * The penalties that the days after one, up to and with another, charge on a loan on which nothing is paid meanwhile
 * (chargePenalties): on what is overdue then, less what waits for the employer's deduction. In the order of their days.
 */
export async function penaltiesToCome(
  db: Db | Tx,
  loanId: bigint,
  { after, until }: { after: string; until: string },
): Promise<{ on: string; amount: Centavos }[]> {
  const loan = await db
    .selectFrom("loan")
    .select(["grace_days", "due_rule", "penalty_rate", "penalty_due_centavos", "advance_centavos"])
    .where("id", "=", loanId)
    .executeTakeFirstOrThrow();
  const asked = await readAsked(db, loanId);
  const instalments = await readInstalments(db, loanId);
  const penalties: { on: string; amount: Centavos }[] = [];
  for (const day of eventDays(after, until, [loan.grace_days])) {
    // The table's check lists the rules.
    if (!isChargedOn(day, loan.due_rule as DueRule, loan.grace_days)) continue;
    const dueBefore = addDays(day, -loan.grace_days);
    const late = instalments
      .filter(({ dueOn }) => dueOn < dueBefore)
      .reduce(
        (all, one) => all + one.principal - one.paidPrincipal + one.interest - one.paidInterest,
        0n,
      );
    // What is paid ahead goes to penalties first.
    const ahead = loan.advance_centavos - loan.penalty_due_centavos;
    const waiting = asked.get(addDays(dueBefore, -1).slice(0, 7)) ?? 0n;
    const overdue = late - (ahead > 0n ? ahead : 0n) - waiting;
    if (overdue <= 0n) continue;
    const amount = halfUp(overdue * loan.penalty_rate, 10_000n);
    if (amount > 0n) penalties.push({ on: day, amount });
  }
  return penalties;
}

/** What files of deductions asked for the loan, by month ('yyyy-MM'), and no remittance has answered. */
async function readAsked(db: Db | Tx, loanId: bigint): Promise<Map<string, Centavos>> {
  const { rows } = await sql<{ month: string; centavos: Centavos }>`
    select to_char(f.month, 'YYYY-MM') as month, sum(d.due_centavos)::bigint as centavos
    from payroll_line d join payroll_file f on f.id = d.file_id
    where d.loan_id = ${loanId} and ${isUnanswered(sql<Date>`'infinity'::timestamptz`)}
    group by f.month`.execute(db);
  return new Map(rows.map(({ month, centavos }) => [month, centavos]));
}
