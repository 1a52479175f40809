import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** One of the caller's own accounts in the association's books. */
export type OwnAccount = {
  id: bigint;
  ledgerAccountId: bigint;
  accountNumber: string;
  available: bigint;
};

/**
 * A member's own account by its number. Refuses an account that is not theirs (own_account_unknown), at the field
 * `at`. The card is no such account.
 */
export async function ownAccount(
  db: Db | Tx,
  memberId: bigint,
  accountNumber: string,
  at?: string,
): Promise<OwnAccount> {
  const row = await db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.id", "a.ledger_account_id as ledgerAccountId", "l.available_centavos as available"])
    .where("a.account_number", "=", accountNumber)
    .where("a.member_id", "=", memberId)
    .executeTakeFirst();
  if (row === undefined) {
    throw new Refusal("own_account_unknown", at === undefined ? {} : { param: at });
  }
  return { ...row, accountNumber };
}
