import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { bookBatch, nextBatchReference } from "./bookBatch.ts";
import { numberInMonth } from "./numberInMonth.ts";

/** From so many days past due on, interest is earned only by being paid (docs/loans.md). */
const STOPS_AT_DAYS = 90;

/**
 * On the first of a month: books the interest of the instalments of the month before as earned, once for
 * each loan and month; a row of nothing says that accrual was stopped. What a payment had earned before is
 * not booked again. For these loans, which the caller has locked.
 */
export async function accrueInterest(
  tx: Tx,
  app: App,
  { loanIds, day }: { loanIds: readonly bigint[]; day: string },
): Promise<void> {
  const monthEnd = addDays(day, -1);
  const reference = await nextBatchReference(tx, "LA", day);
  const { rows } = await sql<{ total: bigint; loans: bigint }>`
    with owed as (
      select l.id as loan_id, i.interest_centavos - i.earned_centavos as unearned,
        ${monthEnd}::date - oldest.due_on >= ${STOPS_AT_DAYS} as is_stopped
      from loan l
      join loan_instalment i on i.loan_id = l.id and i.number = ${numberInMonth(monthEnd)}
      left join loan_instalment oldest on oldest.loan_id = l.id and oldest.number = l.next_unpaid
      where l.id = any(${loanIds}::bigint[]) and l.state in ('active', 'past_due')
        and i.interest_centavos > i.earned_centavos
    ), accrued as (
      insert into loan_accrual (loan_id, month, amount_centavos, entry_reference)
        select loan_id, date_trunc('month', ${monthEnd}::date)::date,
          case when is_stopped then 0 else unearned end, ${reference}
        from owed
        on conflict do nothing
        returning loan_id, amount_centavos
    ), earned as (
      update loan_instalment i set earned_centavos = i.earned_centavos + a.amount_centavos
        from accrued a join loan l on l.id = a.loan_id
        where i.loan_id = l.id and i.number = ${numberInMonth(monthEnd)} and a.amount_centavos > 0
    )
    select coalesce(sum(amount_centavos), 0)::bigint as total, count(*) filter (where amount_centavos > 0) as loans
    from accrued`.execute(tx);
  await bookBatch(tx, app, {
    operation: "LOAN_ACCRUAL",
    step: "monthly",
    reference,
    day: monthEnd,
    action: "accrue_interest",
    loans: rows[0]?.loans ?? 0n,
    amounts: { I: rows[0]?.total ?? 0n },
  });
}
