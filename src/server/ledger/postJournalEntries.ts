import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { Side } from "./postJournalEntry.ts";

/** One of several entries of the same step; every account is named by its id. */
export type EntryOfMany = {
  reference: string;
  lines: { account: bigint; side: Side; amount: bigint }[];
};

export type StepOfMany = {
  operation: string;
  step: string;
  /** The day they count in Manila, 'yyyy-MM-dd'. */
  businessDate: string;
  bookedAt: Date;
  actor: string;
};

/**
 * Posts several entries of one step by one statement, each as postJournalEntry would; answers the ids by
 * reference. All of them are posted, or none. Two entries of one member would lock in the given order, so it
 * is meant for accounts that nobody else uses yet, such as newly opened ones.
 */
export async function postJournalEntries(
  tx: Tx,
  { operation, step, businessDate, bookedAt, actor }: StepOfMany,
  entries: readonly EntryOfMany[],
): Promise<Map<string, bigint>> {
  if (entries.length === 0) return new Map();
  // Text, because no JSON number holds every amount.
  const given = entries.map(({ reference, lines }) => ({
    reference,
    accounts: lines.map(({ account }) => String(account)),
    sides: lines.map(({ side }) => side),
    amounts: lines.map(({ amount }) => String(amount)),
  }));
  const { rows } = await sql<{ reference: string; id: bigint }>`
    select e.reference, ledger_post(
      ${operation}, ${step}, e.reference, ${businessDate}::date, ${bookedAt}::timestamptz, ${actor},
      e.accounts, e.sides, e.amounts) as id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as e (reference text, accounts bigint[], sides text[], amounts bigint[])`.execute(tx);
  return new Map(rows.map(({ reference, id }) => [reference, id]));
}
