import type { CashWithdrawal } from "#contract/staff/cash.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { lockOpenDrawer } from "#server/domains/cash/vault/drawers.ts";
import { spendCode } from "#server/domains/otp/spendCode.ts";
import { otpRefusal, tryCode } from "#server/domains/otp/tryCode.ts";
import type { Seen } from "#server/platform/activity/noteActivity.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithinTellers } from "./limits.ts";
import { findPaying, payOut } from "./payOut.ts";
import { readForTeller } from "./readWithdrawals.ts";
import {
  auditWithdrawal,
  counterHash,
  decide,
  intentOf,
  isWaiting,
  lockWithdrawal,
  type Withdrawal,
  waysOf,
  withdrawals,
} from "./waiting.ts";

export type ReadOut = { withdrawalId: string; pin: string; source: string; from: Seen };

/**
 * Books a withdrawal with the code that the member read to the teller who asked. A wrong code is counted; one that is
 * paid already answers its receipt.
 */
export async function payAtCounter(
  app: App,
  staff: StaffCaller,
  read: ReadOut,
): Promise<CashWithdrawal> {
  const refusal = await transact(app.db, (tx) => pay(tx, app, staff, read));
  // A wrong code was counted, and that stays.
  if (refusal !== undefined) throw refusal;
  return readForTeller(app, staff, read.withdrawalId);
}

async function pay(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { withdrawalId, pin, source, from }: ReadOut,
): Promise<Refusal | undefined> {
  const { accountNumber } = await requireOwn(tx, staff, withdrawalId);
  const account = await findPaying(tx, accountNumber);
  const asked = await lockWithdrawal(tx, withdrawalId);
  if (asked.state === "paid") return undefined;
  const at = app.now();
  const { pin_id: pinId } = asked;
  if (account.access_closed_for === "frozen") throw new Refusal("cash_member_frozen");
  if (!isWaiting(asked, at)) throw new Refusal("cash_withdrawal_over");
  const { byCode } = await waysOf(tx, app, account.member_id);
  if (!byCode || pinId === null) throw new Refusal("cash_second_person");
  const drawer = await lockOpenDrawer(tx, staff);
  // Another drawer was opened since: what was asked belongs to the one before.
  if (drawer.id !== asked.drawer_id) throw new Refusal("cash_withdrawal_over");
  const { amount_centavos: amount } = asked;
  await requireWithinTellers(tx, { staffId: staff.staffId, amount, at });

  const { correlationId, username: actor } = staff;
  const browserHash = counterHash(withdrawalId);
  const tried = { memberGuid: account.guid, pinId, pin, browserHash, source, from };
  const purposes = ["cash_withdrawal"] as const;
  const { verdict } = await tryCode(tx, app, tried, { purposes, correlationId });
  if (verdict !== "ok") return otpRefusal(verdict);
  const approval = {
    pinId,
    pin,
    browserHash,
    purpose: "cash_withdrawal",
    intent: intentOf(asked),
  } as const;
  const against = await spendCode(tx, app, { memberId: account.member_id }, approval);
  if (against !== undefined) throw against;
  const receiptId = await payOut(tx, {
    account,
    amount,
    drawer,
    teller: staff,
    at,
    by: { actorKind: "staff", actor },
    key: `withdrawal:${withdrawalId}`,
    correlationId,
  });
  await decide(tx, asked, { state: "paid", at, receiptId });
  return undefined;
}

/** Takes back what waits for its member. What is over already stays as it is. */
export async function takeBack(
  app: App,
  staff: StaffCaller,
  withdrawalId: string,
): Promise<CashWithdrawal> {
  await transact(app.db, async (tx) => {
    const { accountNumber } = await requireOwn(tx, staff, withdrawalId);
    await findPaying(tx, accountNumber);
    const asked = await lockWithdrawal(tx, withdrawalId);
    if (asked.state !== "waiting") return;
    const at = app.now();
    await decide(tx, asked, { state: "ended", at });
    const { username: actor, correlationId } = staff;
    const action = "cash_withdrawal_ended";
    await auditWithdrawal(tx, asked, { at, actorKind: "staff", actor, action, correlationId });
  });
  return readForTeller(app, staff, withdrawalId);
}

async function requireOwn(tx: Tx, { staffId }: StaffCaller, id: string): Promise<Withdrawal> {
  const own = await withdrawals(tx)
    .where("w.id", "=", id)
    .where("w.teller_staff_id", "=", staffId)
    .executeTakeFirst();
  if (own === undefined) throw new Refusal("not_found");
  return own;
}
