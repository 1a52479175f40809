import type { Tx } from "#server/db/db.ts";
import { type EntryLine, postJournalEntry } from "./postJournalEntry.ts";

/**
 * Posts the reversal of an entry: a mistake is corrected, never changed. An entry is reversed once. Throws
 * Refusal insufficient_funds when a member no longer has what the entry gave.
 */
export async function reverseJournalEntry(
  tx: Tx,
  reversal: { entryId: bigint; businessDate: string; bookedAt: Date; actor: string },
): Promise<bigint> {
  const { reference } = await tx
    .selectFrom("journal_entry")
    .select("reference")
    .where("id", "=", reversal.entryId)
    .executeTakeFirstOrThrow(() => new Error(`There is no journal entry ${reversal.entryId}`));
  const postings = await tx
    .selectFrom("posting")
    .select(["ledger_account_id", "side", "amount_centavos"])
    .where("journal_entry_id", "=", reversal.entryId)
    .orderBy("id")
    .execute();
  const lines = postings.map((posting): EntryLine => ({
    account: posting.ledger_account_id,
    side: posting.side === "D" ? "C" : "D",
    amount: posting.amount_centavos,
  }));
  return postJournalEntry(tx, {
    operation: "REVERSAL",
    step: `of ${reversal.entryId}`,
    reference,
    businessDate: reversal.businessDate,
    bookedAt: reversal.bookedAt,
    actor: reversal.actor,
    lines,
    reversalOf: reversal.entryId,
  });
}
