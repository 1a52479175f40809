import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos, toDecimal } from "#common/money.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { ownAccount } from "#server/domains/members/balances/ownAccount.ts";
import { PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { lockOwnLoan } from "#server/domains/loans/accounts/loanRows.ts";
import { readSettlement } from "#server/domains/loans/accounts/readSettlement.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { holdOrderer } from "#server/domains/members/holdMember.ts";
import { nextBatchReference } from "#server/domains/loans/jobs/bookBatch.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { deductionUnderWay } from "#server/domains/loans/accounts/deductionUnderWay.ts";
import { takePayment } from "./takePayment.ts";

export type OwnPayment = {
  loanNo: string;
  accountNumber: string;
  amount: Centavos;
  /** 'all' ends the loan: the amount is that of the day. */
  pays: "part" | "all";
};

/** Checks whether this could be paid now, before a code is sent for it: answers what the code approves. */
export async function checkPayment(
  app: App,
  { memberId }: Caller,
  payment: OwnPayment,
): Promise<Record<string, string>> {
  return transact(app.db, async (tx) => {
    await requirePayable(tx, app, memberId, payment, "intent.");
    const at = "intent.accountNumber";
    const { available } = await ownAccount(tx, memberId, payment.accountNumber, at);
    if (available < payment.amount) {
      const values = { available: formatPesos(available) };
      throw new Refusal("insufficient_funds", { param: "intent.amount", values });
    }
    return paymentIntent(payment);
  });
}

const paymentIntent = ({ loanNo, accountNumber, amount, pays }: OwnPayment) => ({
  kind: "pay_loan",
  loanNo,
  accountNumber,
  amount: toDecimal(amount),
  pays,
});

/**
 * Pays on a loan of the caller's from an account of theirs, with an approval for exactly this: penalty, interest and
 * principal of what is due, the rest ahead; or ends it with what does so today. A deduction that is under way is
 * counted as paid, so that nobody pays twice: no more is taken than it leaves, and the loan does not end before it
 * has come. The same key answers the same payment.
 */
export async function payOwnLoan(
  app: App,
  caller: Caller,
  { payment, key, code }: { payment: OwnPayment; key: string; code: StepUp | undefined },
) {
  const paid = await transact(app.db, (tx) => pay(tx, app, caller, { payment, key, code }));
  // A wrong code was counted, and that stays.
  if (paid instanceof Refusal) throw paid;
  return paid;
}

async function pay(
  tx: Tx,
  app: App,
  caller: Caller,
  { payment, key, code }: { payment: OwnPayment; key: string; code: StepUp | undefined },
) {
  const { memberId, memberGuid, correlationId } = caller;
  const { loanNo, accountNumber, amount, pays } = payment;
  await holdOrderer(tx, app, caller);
  // Whoever makes a file of deductions meanwhile sees this payment, or this sees the file.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(tx);
  const loan = await lockOwnLoan(tx, memberId, loanNo);
  const earlier = await findPaid(tx, loan.id, key);
  if (earlier !== undefined) {
    // A part that was all of it ended the loan.
    const isSame =
      earlier.amount === amount &&
      earlier.accountNumber === accountNumber &&
      (pays === "part" || earlier.isSettlement);
    if (!isSame) throw new Refusal("idempotency_key_reused");
    return answerOf(tx, earlier);
  }
  await requirePayable(tx, app, memberId, payment);
  const account = await ownAccount(tx, memberId, accountNumber);
  if (code === undefined) return new Refusal("otp_needed");
  const approval = { ...code, purpose: "pay_loan", intent: paymentIntent(payment) } as const;
  const refusal = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  const paidOn = manilaDate(app.now());
  await takePayment(tx, app, {
    loanNo,
    reference: await nextBatchReference(tx, "OP", paidOn),
    source: "online",
    from: account.ledgerAccountId,
    orderKey: key,
    amount,
    paidOn,
    settles: pays === "all",
    actor: { kind: "member", name: memberGuid },
    correlationId,
  });
  const taken = await findPaid(tx, loan.id, key);
  if (taken === undefined) throw new Error("a payment that was taken is not there");
  return answerOf(tx, taken);
}

/** Refuses what the loan does not take: it is not open, or more than a deduction under way leaves to be paid. */
export async function requirePayable(
  tx: Tx,
  app: Pick<App, "now">,
  memberId: bigint,
  { loanNo, amount, pays }: Omit<OwnPayment, "accountNumber">,
  at = "",
): Promise<void> {
  const loan = await lockOwnLoan(tx, memberId, loanNo);
  if (!isOpenLoan(loan)) throw new Refusal("loan_not_open");
  const { total } = await readSettlement(tx, loan, manilaDate(app.now()));
  const deduction = await deductionUnderWay(tx, loan.id);
  const most = total - (deduction?.amount ?? 0n);
  const param = `${at}amount`;
  if (deduction !== undefined && (pays === "all" || amount > most)) {
    const values = {
      amount: formatPesos(deduction.amount),
      most: formatPesos(most < 0n ? 0n : most),
    };
    throw new Refusal("loan_deduction_under_way", { param, values });
  }
  const values = { amount: formatPesos(total) };
  if (pays === "all" && amount !== total)
    throw new Refusal("loan_settlement_amount", { param, values });
  if (amount > total) throw new Refusal("loan_payment_too_much", { param, values });
}

async function findPaid(tx: Tx, loanId: bigint, key: string) {
  return tx
    .selectFrom("loan_payment")
    .select([
      "loan_id as loanId",
      "reference",
      "paid_on as paidOn",
      "amount_centavos as amount",
      "penalty_centavos as penalty",
      "interest_centavos as interest",
      "principal_centavos as principal",
      "advance_centavos as advance",
      "is_settlement as isSettlement",
      // The account of the member's that paid; what the loan consists of in the books is no account of theirs.
      sql<string>`(
        select min(a.account_number) from posting t join member_account a on a.ledger_account_id = t.ledger_account_id
        where t.journal_entry_id = loan_payment.journal_entry_id and t.side = 'D')`.as(
        "accountNumber",
      ),
    ])
    .where("loan_id", "=", loanId)
    .where("order_key", "=", key)
    .executeTakeFirst();
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPaid>>>;

async function answerOf(
  tx: Tx,
  { loanId, isSettlement: _all, accountNumber: _from, ...paid }: Paid,
) {
  const { state } = await tx
    .selectFrom("loan")
    .select("state")
    .where("id", "=", loanId)
    .executeTakeFirstOrThrow();
  return { ...paid, isEnd: state === "fully_paid" };
}
