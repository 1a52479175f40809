import { formatPesos, formatPesosAscii, toDecimal } from "#common/money.ts";
import type { LockedMoney, MoneyLocks } from "#contract/moneyLock.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { refuseWhilePaused } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { countsFrom } from "#server/domains/policy/waitOf.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { endLocks } from "./endLocks.ts";
import { type OwnAccount, ownAccount } from "#server/domains/members/balances/ownAccount.ts";
import { lockedFast } from "./lockedMoney.ts";
import { placeLock } from "./placeLock.ts";
import { readLocks } from "./readLocks.ts";

/** Checks whether this release could be asked for now, before a code is sent for it: answers what the code approves. */
export async function checkRelease(
  app: App,
  { memberId }: Caller,
  money: LockedMoney,
): Promise<Record<string, string>> {
  return transact(app.db, async (tx) => {
    await refuseWhilePaused(tx, app, { memberId, code: "release_paused" });
    await lockedOn(tx, memberId, money, "intent.");
    return releaseIntent(money);
  });
}

const releaseIntent = ({ accountNumber, amount }: LockedMoney) => ({
  kind: "release_lock",
  accountNumber,
  amount: toDecimal(amount),
});

/**
 * Asks for the release of locked money: it is free once it has waited as the policy says (freeLocks.ts), and until then the member can
 * take it back. Needs an approval for exactly this. Refuses while a pause runs, and more than is locked. Available money
 * changes at no moment: what is divided is held on under one lock of the account.
 */
export async function releaseOwnLock(
  app: App,
  caller: Caller,
  { money, code }: { money: LockedMoney; code: StepUp | undefined },
): Promise<MoneyLocks> {
  const refusal = await transact(app.db, (tx) => decide(tx, app, caller, money, code));
  if (refusal !== undefined) throw refusal;
  return readLocks(app, caller.memberId);
}

/** A wrong code is counted, and committed, before it is refused. */
async function decide(
  tx: Tx,
  app: App,
  caller: Caller,
  money: LockedMoney,
  code: StepUp | undefined,
): Promise<Refusal | undefined> {
  const { memberId } = caller;
  const at = await holdMember(tx, app, memberId);
  await refuseWhilePaused(tx, app, { memberId, code: "release_paused" });
  const { account, locked } = await lockedOn(tx, memberId, money);
  if (code === undefined) return new Refusal("otp_needed");
  const approval = { ...code, purpose: "release_lock", intent: releaseIntent(money) } as const;
  const refusal = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  const freeFrom = await countsFrom(tx, "release_lock", at);
  await endLocks(tx, { accountId: account.id, which: "fast", at, reason: "divided" });
  const place = (amount: bigint, release?: { askedAt: Date; freeFrom: Date }) =>
    placeLock(tx, {
      memberId,
      account,
      amount,
      reference: app.random.uuid(),
      at,
      ...(release && { release }),
    });
  await place(money.amount, { askedAt: at, freeFrom });
  if (locked > money.amount) await place(locked - money.amount);
  await tell(tx, app, caller, { money, at, freeFrom });
  return undefined;
}

/** What is locked fast. Refuses what is more (locked_too_little). */
async function lockedOn(
  db: Db | Tx,
  memberId: bigint,
  money: LockedMoney,
  at = "",
): Promise<{ account: OwnAccount; locked: bigint }> {
  const account = await ownAccount(db, memberId, money.accountNumber, `${at}accountNumber`);
  const locked = await lockedFast(db, account.id);
  if (money.amount > locked) {
    const param = `${at}amount`;
    throw new Refusal("locked_too_little", { param, values: { locked: formatPesos(locked) } });
  }
  return { account, locked };
}

async function tell(
  tx: Tx,
  app: App,
  { memberId, sessionId, memberGuid, correlationId }: Caller,
  { money, at, freeFrom }: { money: LockedMoney; at: Date; freeFrom: Date },
): Promise<void> {
  await noteActivity(tx, {
    memberId,
    at,
    kind: "lock_release_asked",
    doer: "member",
    from: { sessionId },
  });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "lock_release_asked",
    object: `account:${money.accountNumber}`,
    correlationId,
    detail: { amount: String(money.amount), freeFrom: freeFrom.toISOString() },
  });
  await tellMember(tx, app, {
    memberId,
    notice: "lock_release_asked",
    values: {
      pesos: formatPesosAscii(money.amount),
      account: money.accountNumber.slice(-4),
      moment: manilaMoment(freeFrom),
    },
  });
}
