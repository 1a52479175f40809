import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { CashReceipt } from "#contract/staff/cash.ts";
import { isTaken, transact, type Tx } from "#server/db/db.ts";
import { PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { requirePayable } from "#server/domains/loans/payments/payOwnLoan.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import {
  contributionParts,
  lockContribution,
} from "#server/domains/members/balances/contributionParts.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { lockOpenDrawer } from "./vault/drawers.ts";
import { type CashAccount, type CashLoan, findTarget } from "./findTarget.ts";
import { findByKey, nextNumber, readReceipt } from "./receipts.ts";
import { atBranch, branchCash } from "./vault/branchCash.ts";

export type Deposit = { accountNumber: string; amount: Centavos; key: string };
/** A numbered receipt in the making. */
type Taking = { staff: StaffCaller; amount: Centavos; receiptNo: string; officeId: bigint };

/**
 * Takes cash into the teller's drawer for a member's account or loan: entry, receipt, notice and record stand or fall
 * together. No printer has a part in it. Money comes in whatever the member's access: also of who is frozen.
 */
export async function takeDeposit(
  app: App,
  staff: StaffCaller,
  deposit: Deposit,
): Promise<CashReceipt> {
  try {
    return await transact(app.db, (tx) => take(tx, app, staff, deposit));
  } catch (error) {
    if (!isTaken(error, "cash_receipt_once")) throw error;
    return transact(app.db, (tx) => take(tx, app, staff, deposit));
  }
}

async function take(tx: Tx, app: App, staff: StaffCaller, deposit: Deposit): Promise<CashReceipt> {
  const { accountNumber, amount, key } = deposit;
  const earlier = await findByKey(tx, staff, key);
  if (earlier !== undefined) return sameAs(earlier, deposit);
  const drawer = await lockOpenDrawer(tx, staff);
  const target = await findTarget(tx, staff, accountNumber);
  if (target === undefined) throw new Refusal("cash_account_unknown");
  const isLoan = target.product === "loan";
  // Whoever makes a file of deductions meanwhile sees this payment, or this sees the file.
  if (isLoan)
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(
      tx,
    );
  const { number, receiptNo } = await nextNumber(tx, drawer.office_id);
  const taking = { staff, amount, receiptNo, officeId: drawer.office_id };
  const entryId = isLoan
    ? await payLoan(tx, app, target, taking)
    : await credit(tx, app, target, taking);
  await tx
    .insertInto("cash_receipt")
    .values({
      office_id: drawer.office_id,
      number,
      receipt_no: receiptNo,
      drawer_id: drawer.id,
      teller_staff_id: staff.staffId,
      account_id: isLoan ? null : target.id,
      loan_id: isLoan ? target.id : null,
      amount_centavos: amount,
      taken_at: app.now(),
      journal_entry_id: entryId,
      idempotency_key: key,
    })
    .execute();
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action: "cash_deposit_taken",
    object: `cash_receipt:${receiptNo}`,
    correlationId: staff.correlationId,
    detail: { drawer: String(drawer.id), accountNumber, amount: String(amount) },
  });
  return readReceipt(tx, receiptNo);
}

function sameAs(earlier: CashReceipt, { accountNumber, amount }: Deposit): CashReceipt {
  const isSame = earlier.accountNumber === accountNumber && earlier.amount === amount;
  if (!isSame) throw new Refusal("idempotency_key_reused");
  return earlier;
}

/** Books it into the account and tells the member; answers the entry. */
async function credit(tx: Tx, app: App, account: CashAccount, taking: Taking): Promise<bigint> {
  const at = app.now();
  const { staff, amount, receiptNo, officeId } = taking;
  const isContribution = account.product === "me";
  const lines = isContribution
    ? await contributionLines(tx, account, amount)
    : recipe("COUNTER_DEPOSIT", "post").lines(
        { A: amount },
        { deposit_account: account.ledgerAccountId },
      );
  const entryId = await postJournalEntry(tx, {
    operation: isContribution ? "CAPITAL_DEPOSIT" : "COUNTER_DEPOSIT",
    step: isContribution ? "counter" : "post",
    reference: receiptNo,
    businessDate: await openDay(tx, manilaDate(at)),
    bookedAt: at,
    actor: staff.username,
    lines: await atBranch(tx, lines, { officeId, at }),
  });
  await notify(tx, {
    memberId: account.member_id,
    kind: "cash_deposit_taken",
    params: { amount: formatPesos(amount), refNo: receiptNo },
    at,
  });
  return entryId;
}

/** A part of it is fixed, where the contribution is higher than ever before. */
async function contributionLines(
  tx: Tx,
  { ledgerAccountId, fixedAccountId }: CashAccount,
  amount: Centavos,
): Promise<EntryLine[]> {
  const account = { ledger_account_id: ledgerAccountId, fixed_ledger_account_id: fixedAccountId };
  const { fixed, free } = contributionParts(await lockContribution(tx, account), amount);
  return recipe("CAPITAL_DEPOSIT", "counter").lines(
    { FIX: fixed, FREE: free },
    { capital_fixed: fixedAccountId ?? 0n, capital_buffer: ledgerAccountId },
  );
}

/**
 * Pays on the loan, or ends it with exactly what does so today; answers the entry. Beside a deduction under way no more
 * is taken than it leaves. Refuses loan_payment_too_much, loan_deduction_under_way, loan_in_trouble.
 */
async function payLoan(tx: Tx, app: App, loan: CashLoan, taking: Taking): Promise<bigint> {
  const { staff, amount, receiptNo, officeId } = taking;
  const paidOn = manilaDate(app.now());
  const payment = { loanNo: loan.number, amount, pays: "part" } as const;
  await requirePayable(tx, app, loan.member_id, payment);
  await takePayment(tx, app, {
    loanNo: loan.number,
    reference: receiptNo,
    source: "cash",
    cash: await branchCash(tx, { officeId, at: app.now() }),
    amount,
    paidOn,
    actor: { kind: "staff", name: staff.username },
    correlationId: staff.correlationId,
  });
  const { journal_entry_id: entryId } = await tx
    .selectFrom("loan_payment")
    .select("journal_entry_id")
    .where("loan_id", "=", loan.id)
    .where("reference", "=", receiptNo)
    .executeTakeFirstOrThrow();
  return entryId;
}
