import { manilaDate } from "#common/manila.ts";
import { transact } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { World } from "./makeWorld.ts";

/** Brings what is available on a member's account to this, by cash at a counter. */
export async function setBalance(
  { app }: World,
  accountNumber: string,
  wanted: bigint,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { id, available } = await tx
      .selectFrom("member_account as a")
      .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
      .select(["l.id", "l.available_centavos as available"])
      .where("a.account_number", "=", accountNumber)
      .executeTakeFirstOrThrow();
    const change = wanted - available;
    if (change === 0n) return;
    const at = app.now();
    const cash = await openAccount(tx, { book: "ASSOC", code: "1010", subledger: "", at });
    const amount = change < 0n ? -change : change;
    const [debit, credit] = change < 0n ? [id, cash] : [cash, id];
    const lines: EntryLine[] = [
      { account: debit, side: "D", amount },
      { account: credit, side: "C", amount },
    ];
    await postJournalEntry(tx, {
      operation: "OPENING",
      step: "open",
      reference: app.random.uuid(),
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: "test",
      lines,
    });
  });
}
