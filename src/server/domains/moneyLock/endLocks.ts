import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { releaseHold } from "#server/ledger/holds.ts";

/**
 * Ends open locks of an account, all of them or those whose release nobody has asked for, and gives their holds
 * back; answers how much that is. The caller holds the member, so that nobody else ends them meanwhile.
 */
export async function endLocks(
  tx: Tx,
  {
    accountId,
    which,
    at,
    reason,
  }: { accountId: bigint; which: "all" | "fast"; at: Date; reason: "office" | "divided" },
): Promise<bigint> {
  const { rows } = await sql<{ hold_id: bigint; amount: bigint }>`
    update money_lock k set ended_at = ${at}, ended_for = ${reason}
    from ledger_hold h
    where h.id = k.hold_id and k.account_id = ${accountId} and k.ended_at is null
      and (${which} = 'all' or k.free_from is null)
    returning k.hold_id, h.amount_centavos as amount`.execute(tx);
  for (const { hold_id: holdId } of rows) {
    if (!(await releaseHold(tx, holdId, at))) throw new Error(`hold ${holdId} is open and is not`);
  }
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
