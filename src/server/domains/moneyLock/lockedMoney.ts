import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";

/** The reason under which locked money lies in the ledger. */
export const MONEY_LOCK = "money_lock";

/** What is locked on an account and nobody has asked the release of. */
export async function lockedFast(db: Db | Tx, accountId: bigint): Promise<bigint> {
  const { rows } = await sql<{ locked: bigint }>`
    select coalesce(sum(h.amount_centavos), 0)::bigint as locked
    from money_lock k join ledger_hold h on h.id = k.hold_id
    where k.account_id = ${accountId} and k.ended_at is null and k.free_from is null`.execute(db);
  return rows[0]?.locked ?? 0n;
}
