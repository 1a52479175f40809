import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { lastDueNumber } from "#server/domains/loans/accounts/allocate.ts";
import { spendAdvance } from "#server/domains/loans/accounts/bookMoney.ts";
import { auditBatch, LOAN_JOB, nextBatchReference } from "./bookBatch.ts";

/**
 * Puts money paid ahead to the instalments that were due before this day. For these loans, which the caller
 * has locked; safe to repeat.
 */
export async function spendAdvances(
  tx: Tx,
  app: App,
  { loanIds, day }: { loanIds: readonly bigint[]; day: string },
): Promise<void> {
  const { rows } = await sql<{ loan_no: string }>`
    select l.loan_no from loan l
    join loan_instalment i on i.loan_id = l.id and i.number = l.next_unpaid
    where l.id = any(${loanIds}::bigint[]) and l.state in ('active', 'past_due')
      and l.advance_centavos > 0 and i.due_on < ${day}::date
    order by l.id`.execute(tx);
  if (rows.length === 0) return;
  let total = 0n;
  for (const { loan_no: loanNo } of rows) {
    const spent = await spendAdvance(tx, app, {
      loanNo,
      paidOn: addDays(day, -1),
      actor: { kind: "job", name: LOAN_JOB },
      lastPayable: (instalments) => lastDueNumber(instalments, addDays(day, -1)),
    });
    total += spent;
  }
  await auditBatch(tx, app, {
    reference: await nextBatchReference(tx, "LS", day),
    action: "spend_advances",
    day,
    loans: BigInt(rows.length),
    total,
  });
}
