import { manilaDate } from "#common/manila.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { isDeducted } from "#server/domains/loans/accounts/isDeducted.ts";
import { lockOwnLoan } from "#server/domains/loans/accounts/loanRows.ts";
import { readLoanAccount } from "#server/domains/loans/accounts/readLoanAccount.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { ownAccount } from "#server/domains/members/balances/ownAccount.ts";
import { holdOrderer } from "#server/domains/members/holdMember.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { endDebit } from "./endDebit.ts";
import { readOpenDays } from "./openDays.ts";
import { tellOfDebit } from "./tellOfDebit.ts";

type Wanted = { loanNo: string; accountNumber: string };

/** Checks whether this could begin now, before a code is sent for it: answers what the code approves. */
export async function checkDebit(
  app: App,
  { memberId }: Caller,
  wanted: Wanted,
): Promise<Record<string, string>> {
  return transact(app.db, async (tx) => {
    await requireOpen(tx, memberId, wanted.loanNo);
    await ownAccount(tx, memberId, wanted.accountNumber, "intent.accountNumber");
    return debitIntent(wanted);
  });
}

const debitIntent = ({ loanNo, accountNumber }: Wanted) => ({
  kind: "automatic_debit",
  loanNo,
  accountNumber,
});

/**
 * Has what falls due of a loan of the caller's taken from an account of theirs on each due day after today
 * (debitLoans.ts), with an approval for exactly this. What stood before for the loan ends; what it was still to take of
 * today or before is taken from the new account, no more than was announced. The same account again changes nothing. Refuses not_found, loan_not_open, own_account_unknown.
 */
export async function beginDebit(
  app: App,
  caller: Caller,
  { wanted, code }: { wanted: Wanted; code: StepUp | undefined },
) {
  const refusal = await transact(app.db, (tx) => begin(tx, app, caller, wanted, code));
  // A wrong code was counted, and that stays.
  if (refusal !== undefined) throw refusal;
  const { memberId } = caller;
  const { automaticDebit } = await readLoanAccount(app, { memberId, loanNo: wanted.loanNo });
  if (automaticDebit === null) throw new Error("an automatic debit that began does not stand");
  return automaticDebit;
}

async function begin(
  tx: Tx,
  app: App,
  caller: Caller,
  wanted: Wanted,
  code: StepUp | undefined,
): Promise<Refusal | undefined> {
  const { memberId, memberGuid, correlationId } = caller;
  const { loanNo, accountNumber } = wanted;
  const at = await holdOrderer(tx, app, caller);
  const loan = await requireOpen(tx, memberId, loanNo);
  const account = await ownAccount(tx, memberId, accountNumber);
  const standing = await tx
    .selectFrom("automatic_debit")
    .select(["id", "account_id", "begun_on as begunOn"])
    .where("loan_id", "=", loan.id)
    .where("ended_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (standing?.account_id === account.id) return undefined;
  if (code === undefined) return new Refusal("otp_needed");
  const approval = { ...code, purpose: "automatic_debit", intent: debitIntent(wanted) } as const;
  const refusal = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  const today = manilaDate(at);
  const open = standing === undefined ? [] : await readOpenDays(tx, loan, { ...standing, today });
  if (standing !== undefined) await endDebit(tx, { id: standing.id, at, endedFor: "replaced" });
  const { id } = await tx
    .insertInto("automatic_debit")
    .values({ loan_id: loan.id, account_id: account.id, begun_on: today, begun_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "begin_automatic_debit",
    object: `loan:${loanNo}`,
    correlationId,
    detail: { account: accountNumber },
  });
  const params = { refNo: loanNo, account: accountNumber.slice(-4) };
  const notice = (await isDeducted(tx, memberId)) ? "loan_debit_begun_rest" : "loan_debit_begun";
  await tellOfLoan(tx, app, { memberId, notice, params });
  for (const { dueOn, amount } of open) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, and mostly none
    await takeOver(tx, id, { dueOn, amount, at });
    if (dueOn < today) continue;
    const told = { amount, accountNumber };
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tellOfDebit(tx, app, "loan_debit_tomorrow", { memberId, loanNo, dueOn }, told);
  }
  return undefined;
}

/** A due day that the account before was to pay, tried from the new one as if nothing had been tried. */
async function takeOver(
  tx: Tx,
  id: bigint,
  { dueOn, amount, at }: { dueOn: string; amount: bigint; at: Date },
): Promise<void> {
  await tx
    .insertInto("automatic_debit_day")
    .values({ debit_id: id, due_on: dueOn, amount_centavos: amount, announced_at: at })
    .execute();
}

async function requireOpen(tx: Tx, memberId: bigint, loanNo: string) {
  const loan = await lockOwnLoan(tx, memberId, loanNo);
  if (!isOpenLoan(loan)) throw new Refusal("loan_not_open");
  return loan;
}
