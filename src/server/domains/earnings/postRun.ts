import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { auditRun, EARNINGS_JOB, keptBefore, lockRun, type Run } from "./runs.ts";

/** Lines of one transaction: a process that is killed loses this much work, and a member waits for no longer. */
const LINES_A_BATCH = 1000;

/**
 * Books a run that may be posted, batch by batch, and ends it. Cut short at any moment and begun again, by
 * whatever process, it books no line twice and forgets none. At the end its lines and what is in the books must
 * be the same, or it does not end.
 */
export async function postRun(app: App, id: bigint, batch = LINES_A_BATCH): Promise<void> {
  while (await transact(app.db, (tx) => postBatch(tx, app, id, batch)));
}

/** False when there is nothing left to do. */
async function postBatch(tx: Tx, app: App, id: bigint, batch: number): Promise<boolean> {
  const run = await lockRun(tx, id);
  if (run.state !== "posting" || run.posts_on === null) return false;
  const day = await openDay(tx, run.posts_on);
  const actor = run.approved_by ?? EARNINGS_JOB;
  const { rows } = await sql<{ posted: number }>`
    select earning_post(${id}, ${batch}, ${day}::date, ${app.now()}, ${actor}) as posted`.execute(
    tx,
  );
  if (rows[0]?.posted === batch) return true;
  await finish(tx, app, { ...run, posts_on: day });
  return false;
}

async function finish(tx: Tx, app: App, run: Run): Promise<void> {
  await requireBooked(tx, run);
  if (run.kind === "interest") await bookDifference(tx, app, run);
  await tx
    .updateTable("earning_run")
    .set({ state: "posted", posted_at: app.now() })
    .where("id", "=", run.id)
    .execute();
  await auditRun(tx, app, {
    run,
    action: "earnings_posted",
    actor: run.approved_by ?? EARNINGS_JOB,
  });
}

/** The entries of the run, added up from the books, are its totals. */
async function requireBooked(tx: Tx, run: Run): Promise<void> {
  await sql`select set_config('statement_timeout', '30min', true)`.execute(tx);
  const { rows } = await sql<{ entries: bigint; gross: bigint; tax: bigint }>`
    select count(*) filter (where e.step = 'credit') as entries,
      coalesce(sum(p.amount_centavos) filter (where e.step = 'credit' and p.side = 'C'), 0)::bigint as gross,
      coalesce(sum(p.amount_centavos) filter (where e.step = 'tax' and p.side = 'D'), 0)::bigint as tax
    from earning_line l
    join journal_entry e on e.reference = ${run.reference} || '-' || l.line
      and e.operation in ('SAVINGS_INTEREST', 'DIVIDEND') and e.step in ('credit', 'tax')
    join posting p on p.journal_entry_id = e.id and p.ledger_account_id = l.ledger_account_id
    where l.run_id = ${run.id}`.execute(tx);
  const [found] = rows;
  const isWhole =
    found?.entries === BigInt(run.lines) &&
    found.gross === run.gross_centavos &&
    found.tax === run.tax_centavos;
  if (!isWhole) throw new Error(`the entries of ${run.reference} are not its lines`);
}

/**
 * Each account's interest is rounded by itself, and a day may have been accrued before the last of its entries
 * came: what the accounts were credited is the truth, and the accrual is brought to it.
 */
async function bookDifference(tx: Tx, app: App, run: Run): Promise<void> {
  const { accrued } = await tx
    .selectFrom("interest_day")
    .select(sql<bigint>`coalesce(sum(accrued_centavos), 0)::bigint`.as("accrued"))
    .where("product", "=", run.product)
    .where("day", ">=", run.period_from)
    .where("day", "<=", run.period_to)
    .executeTakeFirstOrThrow();
  const more = run.gross_centavos + (await keptBefore(tx, run)) - accrued;
  if (more === 0n) return;
  const step = more > 0n ? "accrue" : "accrue_less";
  await postJournalEntry(tx, {
    operation: "SAVINGS_INTEREST",
    step,
    reference: run.reference,
    businessDate: run.posts_on ?? run.period_to,
    bookedAt: app.now(),
    actor: EARNINGS_JOB,
    lines: recipe("SAVINGS_INTEREST", step).lines({ I: more > 0n ? more : -more }, {}),
  });
}
