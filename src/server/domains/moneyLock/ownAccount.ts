import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** The reason under which locked money lies in the ledger. */
export const MONEY_LOCK = "money_lock";

/** One of the caller's own accounts in the association's books. */
export type OwnAccount = {
  id: bigint;
  ledgerAccountId: bigint;
  accountNumber: string;
  available: bigint;
};

/** Refuses an account that is not the member's (lock_account_unknown). The card is no such account. */
export async function ownAccount(
  db: Db | Tx,
  memberId: bigint,
  accountNumber: string,
): Promise<OwnAccount> {
  const row = await db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.id", "a.ledger_account_id as ledgerAccountId", "l.available_centavos as available"])
    .where("a.account_number", "=", accountNumber)
    .where("a.member_id", "=", memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("lock_account_unknown");
  return { ...row, accountNumber };
}

/** What is locked on an account and nobody has asked the release of. */
export async function lockedFast(db: Db | Tx, accountId: bigint): Promise<bigint> {
  const { rows } = await sql<{ locked: bigint }>`
    select coalesce(sum(h.amount_centavos), 0)::bigint as locked
    from money_lock k join ledger_hold h on h.id = k.hold_id
    where k.account_id = ${accountId} and k.ended_at is null and k.free_from is null`.execute(db);
  return rows[0]?.locked ?? 0n;
}
