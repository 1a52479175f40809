import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { LockedMoney, MoneyLocks } from "#contract/moneyLock.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { ownAccount } from "#server/domains/members/balances/ownAccount.ts";
import { MONEY_LOCK } from "./lockedMoney.ts";
import { placeLock } from "./placeLock.ts";
import { readLocks } from "./readLocks.ts";

/**
 * Locks money on an own account, at once, more of it where some is locked. A repeat under the same key locks
 * nothing more. Refuses what is not available (insufficient_funds).
 */
export async function lockOwnMoney(
  app: App,
  caller: Caller,
  { money, key }: { money: LockedMoney; key: string },
): Promise<MoneyLocks> {
  await transact(app.db, (tx) => lock(tx, app, caller, { money, key }));
  return readLocks(app, caller.memberId);
}

async function lock(
  tx: Tx,
  app: App,
  caller: Caller,
  { money, key }: { money: LockedMoney; key: string },
): Promise<void> {
  const { memberId, sessionId, memberGuid, correlationId } = caller;
  const at = await holdMember(tx, app, memberId);
  const account = await ownAccount(tx, memberId, money.accountNumber);
  const earlier = await tx
    .selectFrom("ledger_hold as h")
    .innerJoin("money_lock as k", "k.hold_id", "h.id")
    .select(["h.amount_centavos", "k.account_id"])
    .where("k.member_id", "=", memberId)
    .where("h.reference", "=", key)
    .where("h.reason", "=", MONEY_LOCK)
    .executeTakeFirst();
  if (earlier !== undefined) {
    const isSame = earlier.amount_centavos === money.amount && earlier.account_id === account.id;
    if (!isSame) throw new Refusal("idempotency_key_reused");
    return;
  }
  if (account.available < money.amount) throw tooLittle(account.available);
  await placeLock(tx, { memberId, account, amount: money.amount, reference: key, at });
  await noteActivity(tx, {
    memberId,
    at,
    kind: "money_locked",
    doer: "member",
    from: { sessionId },
  });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "money_locked",
    object: `account:${account.accountNumber}`,
    correlationId,
    detail: { amount: String(money.amount) },
  });
  const values = {
    pesos: formatPesosAscii(money.amount),
    account: account.accountNumber.slice(-4),
  };
  await tellMember(tx, app, { memberId, notice: "money_locked", values });
}

const tooLittle = (available: bigint) =>
  new Refusal("insufficient_funds", { values: { available: formatPesos(available) } });
