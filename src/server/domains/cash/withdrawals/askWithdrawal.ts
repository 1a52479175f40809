import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { CashWithdrawal } from "#contract/staff/cash.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { lockOpenDrawer } from "#server/domains/cash/vault/drawers.ts";
import { findTarget } from "#server/domains/cash/findTarget.ts";
import { type CodeSent, issueCode } from "#server/domains/otp/issueCode.ts";
import { CODE_SECONDS } from "#server/domains/otp/purposes.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { branchText } from "#server/platform/messages/codeTexts.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithinTellers } from "./limits.ts";
import { findPaying, requireInside } from "./payOut.ts";
import { readForTeller } from "./readWithdrawals.ts";
import {
  auditWithdrawal,
  counterHash,
  decide,
  intentOf,
  type Withdrawal,
  waysOf,
  withdrawals,
} from "./waiting.ts";

export type Wanted = { accountNumber: string; amount: bigint };

/**
 * Asks a member who stands at the counter to approve a withdrawal, by the code of a text that names it and in the
 * portal. Refuses what paying it would refuse now, and cash_second_person where the member has neither way.
 */
export async function askWithdrawal(
  app: App,
  staff: StaffCaller,
  wanted: Wanted,
): Promise<CashWithdrawal> {
  const id = await transact(app.db, (tx) => ask(tx, app, staff, wanted));
  pokeRelay(app);
  return readForTeller(app, staff, id);
}

async function ask(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { accountNumber, amount }: Wanted,
): Promise<string> {
  const at = app.now();
  const target = await findTarget(tx, staff, accountNumber);
  if (target === undefined || target.product === "loan") throw new Refusal("cash_account_unknown");
  const account = await findPaying(tx, accountNumber);
  const { member_id: memberId } = account;
  if (account.access_closed_for === "frozen") throw new Refusal("cash_member_frozen");
  const drawer = await lockOpenDrawer(tx, staff);
  await requireWithinTellers(tx, { staffId: staff.staffId, amount, at });
  await requireInside(tx, drawer.id, amount);
  if ((account.available_centavos ?? 0n) < amount) throw new Refusal("member_funds_missing");
  const { byCode, byPasskey } = await waysOf(tx, app, memberId);
  if (!byCode && !byPasskey) throw new Refusal("cash_second_person");
  await endEarlier(tx, staff, memberId, at);

  const id = app.random.uuid();
  const { branch_name: branch } = await tx
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", drawer.office_id)
    .executeTakeFirstOrThrow();
  const row = {
    id,
    drawer_id: drawer.id,
    teller_staff_id: staff.staffId,
    account_id: account.id,
    member_id: memberId,
    amount_centavos: amount,
    asked_at: at,
    expires_at: new Date(at.getTime() + CODE_SECONDS * 1000),
  };
  const intent = intentOf({ ...row, accountNumber, branch });
  const sent = byCode ? await sendCode(tx, app, staff, { account, amount, intent, id }) : undefined;
  await tx
    .insertInto("cash_withdrawal")
    .values({ ...row, pin_id: sent?.pinId ?? null })
    .execute();
  await notify(tx, {
    memberId,
    kind: "cash_withdrawal_asked",
    params: { amount: formatPesos(amount), account: accountNumber, branch },
    at,
  });
  const { username: actor, correlationId } = staff;
  const action = "cash_withdrawal_asked";
  const asked = { ...row, accountNumber, teller: actor };
  await auditWithdrawal(tx, asked, { at, actorKind: "staff", actor, action, correlationId });
  return id;
}

type Asked = {
  account: Awaited<ReturnType<typeof findPaying>>;
  amount: bigint;
  intent: ReturnType<typeof intentOf>;
  id: string;
};

async function sendCode(
  tx: Tx,
  app: App,
  { username, correlationId }: StaffCaller,
  { account, amount, intent, id }: Asked,
): Promise<CodeSent> {
  return issueCode(tx, app, {
    member: { id: account.member_id, guid: account.guid },
    what: {
      purpose: "cash_withdrawal",
      amount: formatPesosAscii(amount),
      account: account.accountNumber.slice(-4),
      branch: branchText(intent.branch),
    },
    intent,
    browserHash: counterHash(id),
    correlationId,
    // The member's language, not the teller's.
    screenLanguage: undefined,
    from: undefined,
    askedBy: username,
  });
}

/** What this teller asked the member before gives way, and what nobody answered in time; another teller's does not. */
async function endEarlier(tx: Tx, staff: StaffCaller, memberId: bigint, at: Date): Promise<void> {
  const earlier: Withdrawal | undefined = await withdrawals(tx)
    .where("w.member_id", "=", memberId)
    .where("w.state", "=", "waiting")
    .executeTakeFirst();
  if (earlier === undefined) return;
  const isAnothers = earlier.teller_staff_id !== staff.staffId;
  if (isAnothers && earlier.expires_at > at) throw new Refusal("cash_withdrawal_waits");
  await decide(tx, earlier, { state: "ended", at });
}
