import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { reverseJournalEntry } from "#server/ledger/reverseJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { askInterest } from "./interestRuns.ts";
import { auditRun, EARNINGS_JOB, lockRun, type Run } from "./runs.ts";

const LINES_A_BATCH = 500;

/**
 * Books the mirror of every entry of a run that two people took back, batch by batch, each once however often it
 * is cut short. What a member no longer has stays with them, and in the run's lines as kept. Where it was asked
 * for, another run takes its place at once.
 */
export async function reverseRun(app: App, id: bigint, batch = LINES_A_BATCH): Promise<void> {
  while (await transact(app.db, (tx) => reverseBatch(tx, app, id, batch)));
}

async function reverseBatch(tx: Tx, app: App, id: bigint, batch: number): Promise<boolean> {
  const run = await lockRun(tx, id);
  if (run.state !== "reversing") return false;
  const at = app.now();
  const day = await openDay(tx, manilaDate(at));
  const actor = run.reversal_by ?? EARNINGS_JOB;
  const { rows } = await sql<{ done: number }>`
    select earning_unpost(${id}, ${batch}, ${day}::date, ${at}, ${actor}) as done`.execute(tx);
  if (rows[0]?.done === batch) return true;
  await finish(tx, app, run, { day, actor });
  return false;
}

async function finish(
  tx: Tx,
  app: App,
  { id }: Run,
  { day, actor }: { day: string; actor: string },
): Promise<void> {
  const run = await lockRun(tx, id);
  // What was declared, or added to the accrual and taken from it, for the run as a whole.
  const entries = await tx
    .selectFrom("journal_entry")
    .select("id")
    .where("reference", "=", run.reference)
    .where("operation", "in", ["SAVINGS_INTEREST", "DIVIDEND"])
    .execute();
  for (const { id: entryId } of entries) {
    // oxlint-disable-next-line no-await-in-loop -- one at the most
    await reverseJournalEntry(tx, { entryId, businessDate: day, bookedAt: app.now(), actor });
  }
  await tx
    .updateTable("earning_run")
    .set({ state: "reversed", reversed_at: app.now() })
    .where("id", "=", id)
    .execute();
  await auditRun(tx, app, { run, action: "earnings_reversed", actor });
  if (run.is_repeated) await askInterest(tx, app, run);
}
