import { type RawBuilder, sql } from "kysely";
import { addMonths, lastDayOf, manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { Db } from "#server/db/db.ts";
import { isUnanswered } from "./askedOfPay.ts";

export type DeductionDue = { loan_id: bigint; due: Centavos };

/**
 * What a file of deductions asks for open loans: all that is due by a day and neither paid nor asked for by another
 * file, penalties charged so far included; nothing of who owes nothing. `which` is said of a loan n and its member m.
 */
export function deductionsDue(which: RawBuilder<boolean>, until: string): RawBuilder<DeductionDue> {
  return sql<DeductionDue>`
    with asked as (
      select d.loan_id, sum(d.due_centavos)::bigint as centavos
      from payroll_line d
      join payroll_file f on f.id = d.file_id
      join loan n on n.id = d.loan_id and n.state in ('active', 'past_due')
      join member m on m.id = n.member_id
      where ${which} and ${isUnanswered(sql<Date>`'infinity'::timestamptz`)}
      group by d.loan_id
    )
    select n.id as loan_id, x.due
    from loan n
    join member m on m.id = n.member_id
    left join asked on asked.loan_id = n.id
    cross join lateral (
      select (coalesce(sum(i.principal_centavos + i.interest_centavos
          - i.paid_principal_centavos - i.paid_interest_centavos), 0)
        + n.penalty_due_centavos - n.advance_centavos - coalesce(asked.centavos, 0))::bigint as due
      from loan_instalment i where i.loan_id = n.id and i.due_on <= ${until}::date
    ) x
    where n.state in ('active', 'past_due') and ${which} and x.due > 0`;
}

/** What the next file that is not made yet will ask for a loan if nothing is paid meanwhile; undefined for nothing. */
export async function nextDeduction(
  db: Db,
  loanId: bigint,
  at: Date,
): Promise<{ month: string; amount: Centavos } | undefined> {
  const running = manilaMonth(at);
  const { rows: made } = await sql<{ month: string }>`
    select to_char(f.month, 'YYYY-MM') as month
    from payroll_file f join member m on m.employer = f.employer join loan n on n.member_id = m.id
    where n.id = ${loanId} and f.month >= ${`${running}-01`}::date`.execute(db);
  let month = running;
  while (made.some((file) => file.month === month)) month = addMonths(month, 1);
  const which = sql<boolean>`n.id = ${loanId} and m.employer <> ''`;
  const { rows } = await deductionsDue(which, lastDayOf(month)).execute(db);
  const amount = rows[0]?.due;
  return amount === undefined ? undefined : { month, amount };
}
