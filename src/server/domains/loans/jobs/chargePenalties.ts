import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { isUnanswered } from "#server/domains/loans/accounts/askedOfPay.ts";
import { bookBatch, nextBatchReference } from "./bookBatch.ts";
import { numberInMonth } from "./numberInMonth.ts";
import { spendAdvances } from "./spendAdvances.ts";

/**
 * On the first day after the days of grace, once money paid ahead is spent: charges the penalty of the month
 * on what is overdue of instalments, never on penalties, half-up, once for each loan and month. What the
 * employer was told before this day to deduct for the month in which the newest of them was due, and no
 * remittance had answered, waits: it was taken from the pay in time, and the money is on its way. It waits
 * once, for the file of the next month asks for other money. For those of these loans whose day it is; the
 * caller has locked them.
 */
export async function chargePenalties(
  tx: Tx,
  app: App,
  { loanIds, day }: { loanIds: readonly bigint[]; day: string },
): Promise<void> {
  // No penalty on money that is here.
  await spendAdvances(tx, app, { loanIds, day });
  const reference = await nextBatchReference(tx, "LN", day);
  // As it was when the day began, whenever this is done.
  const begun = sql<Date>`(${day}::date::timestamp at time zone 'Asia/Manila')`;
  const { rows } = await sql<{ total: bigint; loans: bigint }>`
    with asked as (
      select d.loan_id, sum(d.due_centavos)::bigint as centavos
      from payroll_file f
      join payroll_line d on d.file_id = f.id and d.loan_id = any(${loanIds}::bigint[])
      join loan l on l.id = d.loan_id
      where f.month = date_trunc('month', ${day}::date - l.grace_days - 1)::date and f.made_at < ${begun}
        and ${isUnanswered(begun)}
      group by d.loan_id
    ), late as (
      select l.id as loan_id, l.penalty_rate,
        sum(i.principal_centavos - i.paid_principal_centavos + i.interest_centavos - i.paid_interest_centavos)::bigint
          - coalesce(max(w.centavos), 0) as overdue
      from loan l
      left join asked w on w.loan_id = l.id
      join loan_instalment i on i.loan_id = l.id and i.number between l.next_unpaid and ${numberInMonth(day)}
        and i.due_on < ${day}::date - l.grace_days
      where l.id = any(${loanIds}::bigint[]) and l.state in ('active', 'past_due')
        and extract(day from ${day}::date)
          = l.grace_days + case l.due_rule when 'month_end' then 1 else 17 end
      group by l.id
      having sum(i.principal_centavos - i.paid_principal_centavos + i.interest_centavos - i.paid_interest_centavos)
        > coalesce(max(w.centavos), 0)
    ), charged as (
      insert into loan_penalty (loan_id, month, charged_on, overdue_centavos, amount_centavos, entry_reference)
        select loan_id, date_trunc('month', ${day}::date)::date, ${day}::date, overdue,
          (overdue * penalty_rate + 5000) / 10000, ${reference}
        from late
        on conflict do nothing
        returning loan_id, amount_centavos
    ), owed as (
      update loan l set penalty_due_centavos = l.penalty_due_centavos + c.amount_centavos,
          overdue_centavos = l.overdue_centavos + c.amount_centavos
        from charged c where l.id = c.loan_id
    )
    select coalesce(sum(amount_centavos), 0)::bigint as total, count(*) as loans from charged`.execute(
    tx,
  );
  await bookBatch(tx, app, {
    operation: "LOAN_PENALTY",
    step: "charge",
    reference,
    day,
    action: "charge_penalties",
    loans: rows[0]?.loans ?? 0n,
    amounts: { PEN: rows[0]?.total ?? 0n },
  });
}
