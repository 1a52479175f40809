import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { LoanAccount, LoanState } from "#contract/loans.ts";
import type { App } from "#server/platform/app.ts";
import { withBalances } from "#server/domains/loans/state/readOffer.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { Refusal } from "#server/refusal.ts";
import { type Instalment, unpaidOf } from "./allocate.ts";
import { deductionUnderWay } from "./deductionUnderWay.ts";
import { withAdvance } from "./dueBy.ts";
import { isDeducted } from "./isDeducted.ts";
import { readInstalments } from "./loanRows.ts";
import { readArrears } from "./readArrears.ts";
import { debitOf, readDebit } from "./standingDebit.ts";
import { settlementOn } from "./settlement.ts";

const MOST_PAYMENTS = 200;

/**
 * The member's loan with its schedule, as of today. What is paid ahead is what it will be used for: nothing
 * that it covers is late or next to be paid. Refuses not_found for a loan that is not theirs.
 */
export async function readLoanAccount(
  app: App,
  { memberId, loanNo }: { memberId: bigint; loanNo: string },
): Promise<LoanAccount> {
  const loan = await app.db
    .selectFrom("loan")
    .selectAll()
    .where("loan_no", "=", loanNo)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (loan === undefined) throw new Refusal("not_found");
  const [schedule, payments, debit, deduction, deducted] = await Promise.all([
    readInstalments(app.db, loan.id),
    readPayments(app, loan),
    readDebit(app.db, loan.id),
    deductionUnderWay(app.db, loan.id),
    isDeducted(app.db, memberId),
  ]);
  const today = manilaDate(app.now());
  const { advance_centavos: advance } = loan;
  const { left, aheadOf, penalties } = withAdvance(loan, schedule);
  const next = left.find((one) => one.dueOn >= today && unpaidOf(one) > 0n);
  const releasedOn = manilaDate(loan.released_at);
  const { instalments: _left, ...settlement } = settlementOn(
    { annualRate: loan.annual_rate, releasedOn, penaltyDue: loan.penalty_due_centavos, advance },
    schedule,
    today,
  );
  return {
    loanId: loan.loan_no,
    type: loan.loan_type,
    name: loan.name,
    // The table's check allows exactly these.
    state: loan.state as LoanState,
    principal: loan.principal_centavos,
    prin_out_balance: loan.principal_outstanding_centavos,
    monthlyAmort: loan.monthly_amortization_centavos,
    months: loan.months,
    annualRate: rateText(loan.annual_rate),
    effectiveAnnualRate:
      loan.effective_annual_rate === null ? null : effectiveText(loan.effective_annual_rate),
    releasedOn,
    maturesOn: schedule.at(-1)?.dueOn ?? releasedOn,
    nextDue: next === undefined ? null : { dueOn: next.dueOn, amount: unpaidOf(next) },
    arrears: await readArrears(app, loan, { left, penalties, debit }),
    penaltyRate: rateText(loan.penalty_rate),
    graceDays: loan.grace_days,
    advance,
    interestPaid: sum(schedule, (one) => one.paidInterest),
    principalPaid: sum(schedule, (one) => one.paidPrincipal),
    settlement: { ...settlement, on: today },
    isDeducted: deducted,
    deduction: deduction ?? null,
    automaticDebit: debit === undefined ? null : debitOf(debit, left, today),
    schedule: withBalances(loan.principal_centavos, schedule).map((one) =>
      instalmentOf(one, { ahead: aheadOf(one), today, next: next?.number }),
    ),
    payments,
  };
}

function sum<T>(rows: readonly T[], of: (row: T) => Centavos): Centavos {
  return rows.reduce((total, row) => total + of(row), 0n);
}

type Standing = { ahead: Centavos; today: string; next: number | undefined };

function instalmentOf(
  one: Instalment & { balance: Centavos; payment: Centavos },
  standing: Standing,
): LoanAccount["schedule"][number] {
  return {
    number: one.number,
    dueOn: one.dueOn,
    principal: one.principal,
    interest: one.interest,
    payment: one.payment,
    balance: one.balance,
    paid: one.paidPrincipal + one.paidInterest,
    ahead: standing.ahead,
    state: stateOf(one, standing),
  };
}

function stateOf(
  one: Instalment,
  { ahead, today, next }: Standing,
): LoanAccount["schedule"][number]["state"] {
  const unpaid = unpaidOf(one);
  if (unpaid === 0n) return "paid";
  if (unpaid === ahead) return "paid_ahead";
  if (one.dueOn < today) return "overdue";
  if (one.paidInterest + one.paidPrincipal + ahead > 0n) return "partly_paid";
  if (one.dueOn === today) return "due";
  return one.number === next ? "next" : "planned";
}

async function readPayments(
  app: App,
  loan: { id: bigint; principal_centavos: Centavos },
): Promise<LoanAccount["payments"]> {
  const rows = await app.db
    .selectFrom("loan_payment as p")
    .leftJoinLateral(
      // The account of the member's that paid; what the loan consists of in the books is no account of theirs.
      (is) =>
        is
          .selectFrom("posting as t")
          .innerJoin("member_account as a", "a.ledger_account_id", "t.ledger_account_id")
          .select(["a.account_number", "a.product"])
          .whereRef("t.journal_entry_id", "=", "p.journal_entry_id")
          .where("t.side", "=", "D")
          .orderBy("a.id")
          .limit(1)
          .as("payer"),
      (join) => join.onTrue(),
    )
    .selectAll("p")
    .select(["payer.account_number", "payer.product"])
    .select(sql<Centavos>`(sum(p.principal_centavos) over (order by p.id))::bigint`.as("paid"))
    .where("p.loan_id", "=", loan.id)
    .orderBy("p.id", "desc")
    .limit(MOST_PAYMENTS)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    // The table's check allows exactly these.
    source: row.source as LoanAccount["payments"][number]["source"],
    paidOn: row.paid_on,
    bookedAt: row.booked_at.toISOString(),
    from:
      row.account_number === null || row.product === null
        ? null
        : { accountNumber: row.account_number, name: accountNames[accountType(row.product)] },
    amount: row.amount_centavos,
    penalty: row.penalty_centavos,
    interest: row.interest_centavos,
    principal: row.principal_centavos,
    advance: row.advance_centavos,
    balance: loan.principal_centavos - row.paid,
  }));
}
