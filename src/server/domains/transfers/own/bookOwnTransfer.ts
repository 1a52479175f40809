import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";

type BookedTransfer = {
  ref_no: string;
  card_id: bigint;
  source_account_id: bigint;
  amount_centavos: bigint;
};

/**
 * Books how an own transfer ended: 'complete' puts the money on the card in the card book and pays
 * the issuer in ours; 'fail' puts it back on the account it came from.
 */
export async function bookOwnTransfer(
  tx: Tx,
  transfer: BookedTransfer,
  step: "complete" | "fail",
  { businessDate, at }: { businessDate: string; at: Date },
): Promise<void> {
  const accounts: Record<string, bigint> =
    step === "complete"
      ? { card_account: await cardAccount(tx, transfer.card_id) }
      : { source_account: await sourceAccount(tx, transfer.source_account_id) };
  await postJournalEntry(tx, {
    operation: "OWN_TOPUP",
    step,
    reference: transfer.ref_no,
    businessDate,
    bookedAt: at,
    actor: "system",
    lines: recipe("OWN_TOPUP", step).lines({ A: transfer.amount_centavos }, accounts),
  });
}

async function cardAccount(tx: Tx, cardId: bigint): Promise<bigint> {
  const card = await tx
    .selectFrom("card")
    .select("ledger_account_id")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  if (card.ledger_account_id === null) throw new Error(`Card ${cardId} has no ledger account`);
  return card.ledger_account_id;
}

async function sourceAccount(tx: Tx, accountId: bigint): Promise<bigint> {
  const { ledger_account_id } = await tx
    .selectFrom("member_account")
    .select("ledger_account_id")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return ledger_account_id;
}
