import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import type { EntryLine } from "#server/ledger/postJournalEntry.ts";

/** An entry of the demo's past. */
export type PastEntry = {
  operation: string;
  step: string;
  reference: string;
  bookedAt: Date;
  lines: EntryLine[];
};

const BATCH_SIZE = 1000;

/**
 * Books entries in the order of their time, through the ledger like any other, a thousand in a round
 * trip. Throws when one does not balance or an account would go below zero.
 */
export async function postPast(tx: Tx, entries: PastEntry[]): Promise<void> {
  const ids = await accountIds(tx);
  const ordered = entries.toSorted((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime());
  for (let from = 0; from < ordered.length; from += BATCH_SIZE) {
    const rows = ordered.slice(from, from + BATCH_SIZE).map((entry) => ({
      operation: entry.operation,
      step: entry.step,
      reference: entry.reference,
      business_date: manilaDate(entry.bookedAt),
      booked_at: entry.bookedAt.toISOString(),
      account_ids: entry.lines.map(({ account }) => idOf(account, ids)),
      sides: entry.lines.map(({ side }) => side),
      amounts: entry.lines.map(({ amount }) => amount.toString()),
    }));
    await sql`
      select count(ledger_post(e.operation, e.step, e.reference, e.business_date, e.booked_at, 'demo',
        e.account_ids, e.sides, e.amounts))
      from (
        select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
          operation text, step text, reference text, business_date date, booked_at timestamptz,
          account_ids bigint[], sides text[], amounts bigint[])) with ordinality
        order by ordinality) e
    `.execute(tx);
  }
}

function idOf(account: EntryLine["account"], ids: Map<string, string>): string {
  if (typeof account === "bigint") return account.toString();
  const id = ids.get(`${account.book} ${account.code} ${account.subledger}`);
  if (id === undefined) throw new Error(`No ledger account ${account.code} ${account.subledger}`);
  return id;
}

async function accountIds(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("ledger_account")
    .select(["id", "book", "code", "subledger"])
    .execute();
  return new Map(rows.map((row) => [`${row.book} ${row.code} ${row.subledger}`, String(row.id)]));
}
