import { manilaDate } from "#common/manila.ts";
import { getLoans, type Loan } from "#contract/members.ts";
import type { App } from "#server/platform/app.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { withDeductions } from "./paidByDeduction.ts";

export const loansRoutes: Route[] = [
  onMemberCall(getLoans, async ({ app, caller }) => ({
    result: await readLoans(app, caller.memberId),
  })),
];

/** Active loans: released, with principal outstanding (docs/requirements/decisions.md, 7). */
async function readLoans(app: App, memberId: bigint): Promise<Loan[]> {
  const rows = await app.db
    .selectFrom("loan")
    .selectAll()
    .select((loan) =>
      loan
        .selectFrom("loan_instalment as i")
        .select("i.due_on")
        .whereRef("i.loan_id", "=", "loan.id")
        .whereRef("i.number", "=", "loan.next_unpaid")
        .where("i.due_on", "<", manilaDate(app.now()))
        .as("overdue_since"),
    )
    .where("member_id", "=", memberId)
    .where("principal_outstanding_centavos", ">", 0n)
    .orderBy("released_at")
    .orderBy("id")
    .limit(100)
    .execute();
  const loans = rows.map((row) => ({
    loanId: row.loan_no,
    type: row.loan_type,
    name: row.name,
    prin_out_balance: row.principal_outstanding_centavos,
    accumulatedUnpaidAmount: row.overdue_centavos,
    monthlyAmort: row.monthly_amortization_centavos,
    penaltyDue: row.penalty_due_centavos,
    overdueSince: row.overdue_centavos > 0n ? row.overdue_since : null,
  }));
  return withDeductions(app.db, loans);
}
