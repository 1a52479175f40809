import type { Tx } from "#server/db/db.ts";
import { placeHold } from "#server/ledger/holds.ts";
import type { OwnAccount } from "#server/domains/members/balances/ownAccount.ts";
import { MONEY_LOCK } from "./lockedMoney.ts";

/** The ledger wants an end; nothing looks at it but for holds of disputed money. */
const YEARS_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** Locks money: a hold, and what is known of it. Refuses insufficient_funds. */
export async function placeLock(
  tx: Tx,
  {
    memberId,
    account,
    amount,
    reference,
    at,
    release,
  }: {
    memberId: bigint;
    account: OwnAccount;
    amount: bigint;
    reference: string;
    at: Date;
    /** Of money whose release was asked for. */
    release?: { askedAt: Date; freeFrom: Date };
  },
): Promise<void> {
  const holdId = await placeHold(tx, {
    accountId: account.ledgerAccountId,
    amount,
    reference,
    reason: MONEY_LOCK,
    at,
    expiresAt: new Date(at.getTime() + YEARS_MS),
  });
  await tx
    .insertInto("money_lock")
    .values({
      hold_id: holdId,
      member_id: memberId,
      account_id: account.id,
      asked_at: release?.askedAt ?? null,
      free_from: release?.freeFrom ?? null,
    })
    .execute();
}
