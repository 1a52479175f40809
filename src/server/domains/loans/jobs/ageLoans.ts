import { groupOf } from "#server/platform/notifications/noticeGroups.ts";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { tellElsewhere } from "#server/platform/notifications/notify.ts";
import { textOfLoans } from "#server/domains/loans/state/tellOfLoan.ts";
import { bookBatch, LOAN_JOB, nextBatchReference } from "./bookBatch.ts";
import { numberInMonth } from "./numberInMonth.ts";
import { spendAdvances } from "./spendAdvances.ts";

/**
 * What a day does to loans: money paid ahead goes to the instalments that have become due; an active loan
 * whose oldest instalment is unpaid after the days of grace is past due, its principal with it (1220), and
 * the member is told; what is overdue, as the dashboard shows it, is reckoned anew. Safe to repeat. For these
 * loans, which the caller has locked.
 */
export async function ageLoans(
  tx: Tx,
  app: App,
  { loanIds, day }: { loanIds: readonly bigint[]; day: string },
): Promise<void> {
  await spendAdvances(tx, app, { loanIds, day });
  await markPastDue(tx, app, { loanIds, day });
  await sql`
    update loan l set overdue_centavos = x.overdue
    from (
      select l.id, l.penalty_due_centavos + coalesce(sum(i.principal_centavos - i.paid_principal_centavos
        + i.interest_centavos - i.paid_interest_centavos), 0)::bigint as overdue
      from loan l
      left join loan_instalment i on i.loan_id = l.id
        and i.number between l.next_unpaid and ${numberInMonth(day)} and i.due_on < ${day}::date
      where l.id = any(${loanIds}::bigint[]) and l.state in ('active', 'past_due')
      group by l.id
    ) x
    where l.id = x.id and l.overdue_centavos <> x.overdue`.execute(tx);
}

type PastDue = { loan_no: string; member_id: bigint; principal: bigint; told: bigint[] };

async function markPastDue(
  tx: Tx,
  app: App,
  { loanIds, day }: { loanIds: readonly bigint[]; day: string },
): Promise<void> {
  const at = app.now();
  const reference = await nextBatchReference(tx, "LP", day);
  const { rows } = await sql<PastDue>`
    with late as (
      select l.id, i.due_on from loan l
      join loan_instalment i on i.loan_id = l.id and i.number = l.next_unpaid
      where l.id = any(${loanIds}::bigint[]) and l.state = 'active' and i.due_on < ${day}::date - l.grace_days
    ), moved as (
      update loan l set state = 'past_due', past_due_since = late.due_on from late where l.id = late.id
        returning l.loan_no, l.member_id, l.principal_outstanding_centavos
    ), told as (
      insert into notification (member_id, kind, params, created_at)
        select m.member_id, 'loan_past_due', jsonb_build_object('refNo', m.loan_no), ${at} from moved m
        returning id, member_id
    ), recorded as (
      insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
        select ${at}, 'system', ${LOAN_JOB}, 'move_loan', 'loan:' || m.loan_no, ${reference},
          jsonb_build_object('from', 'active', 'to', 'past_due') from moved m
    ), rung as (
      select count(pg_notify('bell', json_build_object('memberId', t.member_id::text, 'id', t.id::text,
        'date', ${at.toISOString()}::text)::text)), array_agg(t.id) as told,
        count(queue_push(t.id, t.member_id, ${groupOf("loan_past_due")}, ${at})) as pushed from told t
    )
    select m.loan_no, m.member_id, m.principal_outstanding_centavos as principal, rung.told
    from moved m cross join rung order by m.loan_no`.execute(tx);
  await tellElsewhere(tx, { ids: rows[0]?.told ?? [], kind: "loan_past_due" });
  const loans = rows.map((row) => ({ memberId: row.member_id, params: { refNo: row.loan_no } }));
  await textOfLoans(tx, app, { notice: "loan_past_due", loans });
  await bookBatch(tx, app, {
    operation: "LOAN_AGEING",
    step: "past_due",
    reference,
    day,
    action: "age_loans",
    loans: BigInt(rows.length),
    amounts: { P: rows.reduce((sum, { principal }) => sum + principal, 0n) },
  });
}
