import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { InwardRow } from "./inwardRow.ts";
import type { OwnAccount } from "./judgeInward.ts";

/** Books a transfer that was credited to an account at the association. */
export async function bookToAccount(
  tx: Tx,
  row: InwardRow,
  { account, at }: { account: OwnAccount; at: Date },
): Promise<void> {
  await postJournalEntry(tx, {
    operation: "INWARD_CREDIT",
    step: "account",
    reference: row.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("INWARD_CREDIT", "account").lines(
      { A: row.amount_centavos },
      { deposit_account: account.ledger_account_id },
    ),
  });
}
