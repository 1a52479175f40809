import type { AuditAction } from "#contract/staff/auditActions.ts";
import { sql } from "kysely";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";

/** Who books what comes with the days. */
export const LOAN_JOB = "runLoanDays";

/** 'LA261201-0000001': what the entry of a batch is called, and each loan's row of it. */
export async function nextBatchReference(tx: Tx, prefix: string, day: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select ${prefix}::text || to_char(${day}::date, 'YYMMDD') || '-'
      || lpad(nextval('loan_batch_number')::text, 7, '0') as reference`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("no reference was made");
  return row.reference;
}

/**
 * One entry for all loans of a batch, and one line in the audit trail: the loan tables say whose it is.
 * Nothing is booked of nothing.
 */
export async function bookBatch(
  tx: Tx,
  app: App,
  batch: {
    operation: string;
    step: string;
    reference: string;
    day: string;
    /** What the trail calls it, and of how many loans it is. */
    action: "accrue_interest" | "charge_penalties" | "age_loans";
    loans: bigint;
    amounts: Record<string, bigint>;
  },
): Promise<void> {
  const lines = recipe(batch.operation, batch.step).lines(batch.amounts, {});
  if (lines.length === 0) return;
  await postJournalEntry(tx, {
    operation: batch.operation,
    step: batch.step,
    reference: batch.reference,
    businessDate: await openDay(tx, batch.day),
    bookedAt: app.now(),
    actor: LOAN_JOB,
    lines,
  });
  const total = Object.values(batch.amounts).reduce((sum, amount) => sum + amount, 0n);
  await auditBatch(tx, app, { ...batch, total });
}

/** What a job did to loans, once a batch. */
export async function auditBatch(
  tx: Tx,
  app: App,
  batch: { reference: string; action: AuditAction; day: string; loans: bigint; total: bigint },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "system",
    actor: LOAN_JOB,
    action: batch.action,
    object: `loan_batch:${batch.reference}`,
    correlationId: batch.reference,
    detail: { day: batch.day, loans: Number(batch.loans), total: toDecimal(batch.total) },
  });
}
