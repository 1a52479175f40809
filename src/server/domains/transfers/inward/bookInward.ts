import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { INWARD_RAILS } from "./inwardRails.ts";
import { type InwardRow, railOf } from "./inwardRow.ts";

/**
 * Books a step of a transfer to us: to an account at the association at once; to a card when it is taken, when
 * the issuer has credited it, or when it went back.
 */
export async function bookInward(
  tx: Tx,
  row: InwardRow,
  {
    step,
    accounts = {},
    at,
  }: {
    step: "account" | "accept" | "post" | "return";
    accounts?: Record<string, bigint>;
    at: Date;
  },
): Promise<void> {
  // The issuer's part is the same whoever brought it.
  const name = step === "post" ? step : INWARD_RAILS[railOf(row)].steps[step];
  await postJournalEntry(tx, {
    operation: "INWARD_CREDIT",
    step: name,
    reference: row.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("INWARD_CREDIT", name).lines({ A: row.amount_centavos }, accounts),
  });
}
