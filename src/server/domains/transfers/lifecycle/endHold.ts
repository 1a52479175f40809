import { sql } from "kysely";
import { isTransferKind, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { releaseHold } from "#server/ledger/holds.ts";
import type { TransferRow } from "./issuerSettled.ts";

/**
 * Releases what a transfer holds on the ledger account that it leaves. Both accounts are locked first, in the
 * order of their ids: two transfers between the same accounts never wait for each other. Throws when it holds
 * nothing.
 */
export async function endHold(
  tx: Tx,
  { kind, ref_no: refNo }: TransferRow,
  { from, to, at }: { from: bigint; to: bigint; at: Date },
): Promise<void> {
  const reason = isTransferKind(kind) ? TRANSFER_KINDS[kind].hold : null;
  if (reason === null) throw new Error(`${refNo} has no hold: ${kind}`);
  await sql`select ledger_lock_accounts(${[from, to]}::bigint[])`.execute(tx);
  const hold = await tx
    .selectFrom("ledger_hold")
    .select("id")
    .where("ledger_account_id", "=", from)
    .where("reference", "=", refNo)
    .where("reason", "=", reason)
    .executeTakeFirstOrThrow();
  if (!(await releaseHold(tx, hold.id, at))) {
    throw new Error(`The hold of ${refNo} was released before its end`);
  }
}
