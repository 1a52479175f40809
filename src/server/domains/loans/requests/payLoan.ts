import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import type { Facts } from "#contract/staff/requests.ts";
import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { allocate, lastDueNumber } from "#server/domains/loans/accounts/allocate.ts";
import { PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { readHeld } from "#server/domains/loans/accounts/holdOut.ts";
import { readInstalments } from "#server/domains/loans/accounts/loanRows.ts";
import { readSettlement, type SettledLoan } from "#server/domains/loans/accounts/readSettlement.ts";
import { requirePayable } from "#server/domains/loans/payments/payOwnLoan.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { nextBatchReference } from "#server/domains/loans/jobs/bookBatch.ts";
import { findSavings } from "#server/domains/loans/state/findOffer.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { asStaffRefusal } from "#server/domains/members/ledgerOwners.ts";

/**
 * Pays on a loan from the member's savings account, at the counter: penalty, interest, principal, in that
 * order; or ends it before its time with what does so on the day (docs/loans.md), on which it is decided,
 * too. More than that is not taken, nor more than the account has; beside a deduction under way no more than it
 * leaves, as of a member's own payment. The member hears of it.
 */
export const payLoan = defineKind({
  kind: "pay_loan",
  subjectOf: ({ loanNo }) => `loan:${loanNo}`,
  readOffice: async (tx, { loanNo }) => (await lockPayable(tx, loanNo)).office_id,
  readBefore: async (tx, { loanNo, amount, settles }, at) => {
    const loan = await lockPayable(tx, loanNo);
    const savings = await findSavings(tx, loan.member_id);
    if (savings === undefined) throw new Refusal("loan_needs_savings");
    const ending = await readEnding(tx, loan, { amount, settles, at });
    const ends = ending !== undefined;
    await requireAvailable(tx, loan, savings.ledger_account_id, { amount, settles: ends, at });
    return {
      loan: loanNo,
      account: savings.account_number,
      outstanding: formatPesosAscii(loan.principal_outstanding_centavos),
      overdue: formatPesosAscii(loan.overdue_centavos),
      payments: String(loan.payments),
      paid: formatPesosAscii(0n),
      ...ending,
    };
  },
  // A file of deductions may be made between the asking and the decision.
  mustHold: async (tx, { loanNo, amount, settles }, { at }) => {
    const { member_id: memberId } = await lockPayable(tx, loanNo);
    const payment = { loanNo, amount, pays: settles ? "all" : "part" } as const;
    await requirePayable(tx, { now: () => at }, memberId, payment);
  },
  after: ({ amount }, before) => ({
    ...before,
    paid: formatPesosAscii(amount),
    ...("loanState" in before && { loanState: "fully_paid" }),
  }),
  apply: async (tx, { loanNo, amount, settles }, { app, at, checker, correlationId }) => {
    const loan = await lockPayable(tx, loanNo);
    if (!isOpenLoan(loan)) {
      throw new Refusal("request_does_not_apply");
    }
    const ending = await readEnding(tx, loan, { amount, settles, at });
    try {
      await takePayment(tx, app, {
        loanNo,
        // What the member and the desk call it. In the transaction of the decision: one request is one payment.
        reference: await nextBatchReference(tx, "CP", manilaDate(at)),
        source: "counter",
        amount,
        paidOn: manilaDate(at),
        // What was seen to end it ends it, or is not taken.
        settles: ending !== undefined,
        actor: { kind: "staff", name: checker },
        correlationId,
      });
    } catch (error) {
      throw asStaffRefusal(error);
    }
  },
});

/**
 * What an early settlement changes, whether or not it was asked for as one: the loan's state, with the day's amount,
 * which is the one that is paid. Less than that pays on the loan (undefined), and more is not taken. Refuses loan_settlement_amount,
 * loan_payment_too_much, and request_does_not_apply of a loan that is not open.
 */
async function readEnding(
  tx: Tx,
  loan: SettledLoan & { state: string },
  { amount, settles, at }: { amount: Centavos; settles: boolean; at: Date },
): Promise<Facts | undefined> {
  if (!isOpenLoan(loan)) {
    throw new Refusal("request_does_not_apply");
  }
  const day = manilaDate(at);
  const { total } = await readSettlement(tx, loan, day);
  const values = { amount: formatPesos(total) };
  if (settles && amount !== total) throw new Refusal("loan_settlement_amount", { values });
  if (amount > total) throw new Refusal("loan_payment_too_much", { values });
  if (amount < total) return undefined;
  return { loanState: loan.state, settledOn: day, settlementToday: formatPesosAscii(total) };
}

/**
 * Refuses member_funds_missing: nobody is asked to approve what the account does not have. What is held there
 * for this loan pays it, as far as it is beyond the principal that will be left.
 */
async function requireAvailable(
  tx: Tx,
  loan: OwedLoan & { hold_id: bigint | null },
  accountId: bigint,
  payment: Payment,
): Promise<void> {
  const account = await tx
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const held = await readHeld(tx, loan.hold_id);
  const beyond =
    held?.accountId === accountId ? held.amount - (await principalAfter(tx, loan, payment)) : 0n;
  const freed = beyond > 0n ? beyond : 0n;
  if ((account.available_centavos ?? 0n) + freed < payment.amount) {
    throw new Refusal("member_funds_missing");
  }
}

type Payment = { amount: Centavos; settles: boolean; at: Date };
type OwedLoan = {
  id: bigint;
  penalty_due_centavos: bigint;
  principal_outstanding_centavos: bigint;
};

/** The principal that this payment leaves, as takePayment books it. */
async function principalAfter(
  tx: Tx,
  loan: OwedLoan,
  { amount, settles, at }: Payment,
): Promise<Centavos> {
  if (settles) return 0n;
  const instalments = await readInstalments(tx, loan.id);
  const last = lastDueNumber(instalments, manilaDate(at));
  const { principal } = allocate(amount, loan.penalty_due_centavos, instalments, last);
  return loan.principal_outstanding_centavos - principal;
}

async function lockPayable(tx: Tx, loanNo: string) {
  // Whoever makes a file of deductions meanwhile sees this payment, or this sees the file.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(tx);
  const { rows } = await sql<{
    id: bigint;
    annual_rate: bigint;
    released_at: Date;
    penalty_due_centavos: bigint;
    advance_centavos: bigint;
    hold_id: bigint | null;
    member_id: bigint;
    office_id: bigint | null;
    state: string;
    principal_outstanding_centavos: bigint;
    overdue_centavos: bigint;
    payments: bigint;
  }>`
    select n.id, n.annual_rate, n.released_at, n.penalty_due_centavos, n.advance_centavos,
      n.hold_id, n.member_id, m.office_id, n.state, n.principal_outstanding_centavos, n.overdue_centavos,
      (select count(*) from loan_payment p where p.loan_id = n.id) as payments
    from loan n join member m on m.id = n.member_id
    where n.loan_no = ${loanNo} for no key update of n`.execute(tx);
  const [loan] = rows;
  if (loan === undefined) throw new Refusal("not_found");
  return loan;
}
