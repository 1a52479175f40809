import { transact, type Tx } from "#server/db/db.ts";
import { holdOrderer } from "#server/domains/members/holdMember.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { readReceiptById } from "#server/domains/cash/receipts.ts";
import { requireWithinTellers } from "./limits.ts";
import { findPaying, holds, payOut } from "./payOut.ts";
import {
  auditWithdrawal,
  decide,
  intentOf,
  isWaiting,
  lockWithdrawal,
  type Withdrawal,
  waysOf,
  withdrawals,
} from "./waiting.ts";

type Intended = { withdrawalId: string; accountNumber: string; amount: bigint };

/** Checks that exactly this waits for the member: answers what the approval is of. */
export async function checkWithdrawal(
  app: App,
  { memberId }: Caller,
  { withdrawalId, accountNumber, amount }: Intended,
): Promise<Record<string, string>> {
  const asked = await withdrawals(app.db)
    .where("w.id", "=", withdrawalId)
    .where("w.member_id", "=", memberId)
    .where("a.account_number", "=", accountNumber)
    .where("w.amount_centavos", "=", amount)
    .executeTakeFirst();
  if (asked === undefined || !isWaiting(asked, app.now()) || asked.drawerState !== "open") {
    throw new Refusal("cash_withdrawal_over");
  }
  return intentOf(asked);
}

/**
 * Books a withdrawal that a teller entered, with the member's approval of exactly this. The teller sees its receipt and
 * pays it out. One that is paid answers its receipt again.
 */
export async function approveWithdrawal(
  app: App,
  caller: Caller,
  { withdrawalId, code }: { withdrawalId: string; code: StepUp | undefined },
): Promise<{ receiptNo: string; amount: bigint }> {
  const paid = await transact(app.db, (tx) => approve(tx, app, caller, withdrawalId, code));
  // A wrong code was counted, and that stays.
  if (paid instanceof Refusal) throw paid;
  const { receiptNo, amount } = await readReceiptById(app.db, paid);
  return { receiptNo, amount };
}

async function approve(
  tx: Tx,
  app: App,
  caller: Caller,
  withdrawalId: string,
  code: StepUp | undefined,
): Promise<Refusal | bigint> {
  const { correlationId, memberGuid } = caller;
  const at = await holdOrderer(tx, app, caller);
  const asked = await lockOwn(tx, caller, withdrawalId);
  if (asked.receipt_id !== null) return asked.receipt_id;
  const drawer = await tx
    .selectFrom("cash_drawer")
    .select(["id", "office_id", "state"])
    .where("id", "=", asked.drawer_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { isPaused } = await waysOf(tx, app, caller.memberId);
  const isOpen = drawer.state === "open" && (await holds(tx, drawer.id, asked.amount_centavos));
  if (!isWaiting(asked, at) || !isOpen || isPaused) {
    throw new Refusal("cash_withdrawal_over");
  }
  const { teller_staff_id: staffId, teller: username, amount_centavos: amount } = asked;
  await requireWithinTellers(tx, { staffId, amount, at }).catch(asOver);
  if (code === undefined) return new Refusal("otp_needed");
  const approval = { ...code, purpose: "cash_withdrawal", intent: intentOf(asked) } as const;
  const refusal = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  const receiptId = await payOut(tx, {
    account: await findPaying(tx, asked.accountNumber),
    amount,
    drawer,
    teller: { staffId, username },
    at,
    by: { actorKind: "member", actor: memberGuid },
    key: `withdrawal:${withdrawalId}`,
    correlationId,
  });
  await decide(tx, asked, { state: "paid", at, receiptId });
  return receiptId;
}

/** The limits are the teller's, who is told when it is asked for. */
function asOver(error: unknown): never {
  throw error instanceof Refusal ? new Refusal("cash_withdrawal_over") : error;
}

/** The member's no: the code of the text is void, the teller sees it, and it stands among what happened to the account. */
export async function refuseWithdrawal(
  app: App,
  caller: Caller,
  withdrawalId: string,
): Promise<void> {
  const { memberId, memberGuid: actor, sessionId, correlationId } = caller;
  await transact(app.db, async (tx) => {
    const at = await holdOrderer(tx, app, caller);
    const asked = await lockOwn(tx, caller, withdrawalId);
    if (asked.state === "refused") return;
    if (!isWaiting(asked, at)) throw new Refusal("cash_withdrawal_over");
    await decide(tx, asked, { state: "refused", at });
    const from = { sessionId };
    const kind = "cash_withdrawal_refused";
    await noteActivity(tx, { memberId, at, kind, doer: "member", from });
    await auditWithdrawal(tx, asked, {
      at,
      actorKind: "member",
      actor,
      action: kind,
      correlationId,
    });
  });
}

async function lockOwn(tx: Tx, { memberId }: Caller, id: string): Promise<Withdrawal> {
  const own = await withdrawals(tx)
    .where("w.id", "=", id)
    .where("w.member_id", "=", memberId)
    .executeTakeFirst();
  if (own === undefined) throw new Refusal("not_found");
  return lockWithdrawal(tx, id);
}
