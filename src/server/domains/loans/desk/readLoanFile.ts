import { readDebit } from "#server/domains/loans/accounts/standingDebit.ts";
import { manilaDate } from "#common/manila.ts";
import type { LoanFile } from "#contract/staff/loanAccounts.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { readInstalments } from "#server/domains/loans/accounts/loanRows.ts";
import { readSettlement } from "#server/domains/loans/accounts/readSettlement.ts";
import { rateText } from "#server/domains/loans/terms/percentText.ts";
import { Refusal } from "#server/refusal.ts";
import { fullName } from "#server/domains/members/fullName.ts";

const MOST = 200;

/** One loan with schedule, payments and what the clock booked. The look is recorded first. Refuses not_found. */
export async function readLoanFile(
  app: App,
  staff: StaffCaller,
  loanNo: string,
): Promise<LoanFile> {
  const row = await findLoan(app, loanNo);
  await recordView(app, staff, row.guid, "loan");
  const today = manilaDate(app.now());
  const isOpen = row.state === "active" || row.state === "past_due";
  const [instalments, settlement, payments, accruals, savings, request, debit] = await Promise.all([
    readInstalments(app.db, row.id),
    isOpen ? readSettlement(app.db, row, today) : undefined,
    readPayments(app, row.id),
    readAccruals(app, row.id),
    readSavings(app, row.member_id),
    readOpenRequest(app, loanNo),
    readDebit(app.db, row.id),
  ]);
  return {
    loanNo,
    memberGuid: row.guid,
    member: fullName(row),
    membershipNo: row.membership_no,
    branchName: row.branch_name ?? "",
    product: row.loan_type,
    name: row.name,
    state: row.state,
    applicationNo: row.application_no,
    principal: row.principal_centavos,
    outstanding: row.principal_outstanding_centavos,
    overdue: row.overdue_centavos,
    amortization: row.monthly_amortization_centavos,
    annualRate: rateText(row.annual_rate),
    months: row.months,
    releasedAt: row.released_at.toISOString(),
    firstDueOn: row.first_due_on,
    pastDueSince: row.past_due_since,
    penaltyDue: row.penalty_due_centavos,
    advance: row.advance_centavos,
    instalments: instalments.map((one) => {
      const due = one.principal + one.interest;
      const paid = one.paidPrincipal + one.paidInterest;
      return {
        number: one.number,
        dueOn: one.dueOn,
        principal: one.principal,
        interest: one.interest,
        due,
        paid,
        isPaid: paid === due,
        isOverdue: paid < due && one.dueOn < today,
      };
    }),
    payments,
    accruals,
    savings,
    automaticDebit:
      debit === undefined
        ? null
        : { account: debit.accountNumber.slice(-4), begunOn: debit.begunOn },
    settlement: settlement?.total ?? null,
    openRequestId: request,
    mayPay:
      staff.may("request.pay_loan", row.office_id) &&
      isOpen &&
      savings !== null &&
      request === null,
  };
}

async function findLoan(app: App, loanNo: string) {
  const row = await app.db
    .selectFrom("loan as n")
    .innerJoin("member as m", "m.id", "n.member_id")
    .leftJoin("office as o", "o.id", "m.office_id")
    .leftJoin("loan_application as a", "a.id", "n.application_id")
    .selectAll("n")
    .select(["m.guid", "m.membership_no", "m.office_id", "o.branch_name", "a.application_no"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier"])
    .where("n.loan_no", "=", loanNo)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

async function readPayments(app: App, loanId: bigint): Promise<LoanFile["payments"]> {
  const rows = await app.db
    .selectFrom("loan_payment")
    .selectAll()
    .where("loan_id", "=", loanId)
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    source: row.source,
    paidOn: row.paid_on,
    amount: row.amount_centavos,
    penalty: row.penalty_centavos,
    interest: row.interest_centavos,
    principal: row.principal_centavos,
    advance: row.advance_centavos,
  }));
}

/** What the clock booked, a row for each month and kind; months in which nothing was earned are left out. */
async function readAccruals(app: App, loanId: bigint): Promise<LoanFile["accruals"]> {
  const [interest, penalties] = await Promise.all([
    app.db
      .selectFrom("loan_accrual")
      .select(["month", "amount_centavos"])
      .where("loan_id", "=", loanId)
      .where("amount_centavos", ">", 0n)
      .orderBy("month", "desc")
      .limit(MOST)
      .execute(),
    app.db
      .selectFrom("loan_penalty")
      .select(["month", "amount_centavos"])
      .where("loan_id", "=", loanId)
      .where("amount_centavos", ">", 0n)
      .orderBy("month", "desc")
      .limit(MOST)
      .execute(),
  ]);
  const named =
    (kind: "interest" | "penalty") =>
    ({ month, amount_centavos: amount }: { month: string; amount_centavos: bigint }) => ({
      kind,
      month: month.slice(0, 7),
      amount,
    });
  return [...interest.map(named("interest")), ...penalties.map(named("penalty"))].toSorted(
    (one, other) => other.month.localeCompare(one.month),
  );
}

async function readSavings(app: App, memberId: bigint): Promise<bigint | null> {
  const row = await app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select("l.available_centavos")
    .where("a.member_id", "=", memberId)
    .where("a.product", "=", "savings")
    .executeTakeFirst();
  return row?.available_centavos ?? null;
}

async function readOpenRequest(app: App, loanNo: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("staff_request")
    .select("id")
    .where("subject", "=", `loan:${loanNo}`)
    .where("state", "=", "open")
    .where("expires_at", ">", app.now())
    .executeTakeFirst();
  return row?.id ?? null;
}
