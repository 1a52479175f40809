import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { Book } from "./postJournalEntry.ts";

/**
 * The id of a ledger account, opened with a balance of zero when it is not there yet. Safe to repeat.
 * Throws when the chart of accounts has no such code, or a member account is given no subledger.
 */
export async function openAccount(
  tx: Tx,
  { book, code, subledger, at }: { book: Book; code: string; subledger: string; at: Date },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select ledger_open_account(${book}, ${code}, ${subledger}, ${at}::timestamptz) as id`.execute(
    tx,
  );
  const [opened] = rows;
  if (opened === undefined) throw new Error("ledger_open_account answered nothing");
  return opened.id;
}
