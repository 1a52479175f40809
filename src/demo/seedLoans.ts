import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { termsOf } from "#server/domains/loans/offers/makeOffer.ts";
import { type LoanProduct, readProducts } from "#server/domains/loans/terms/products.ts";
import { postPast } from "./entries.ts";
import { type LoanPast, loanPast } from "./loanPast.ts";
import { type DemoLoan, loansOf } from "./loans.ts";
import type { SeededMember } from "./seededMember.ts";
import type { MoneyOfMember } from "./seedMoney.ts";

type Seeded = { id: bigint; loanNo: string; past: LoanPast };

/**
 * Loans by scenario with schedule, payments, accruals, penalties and their entries, so that loans and books
 * agree; those secured by the capital contribution hold a part of it.
 */
export async function seedLoans(
  tx: Tx,
  app: App,
  members: SeededMember[],
  money: Map<bigint, MoneyOfMember>,
): Promise<void> {
  const now = app.now();
  const products = await readProducts(tx);
  const seeded: Seeded[] = [];
  for (const member of members) {
    for (const loan of loansOf(member.scenario, member.position)) {
      const product = products.find(({ code }) => code === loan.type);
      if (product === undefined) throw new Error(`No loan product ${loan.type}`);
      const loanNo = await nextLoanNo(tx, now);
      const past = loanPast(loanNo, loan, product, now);
      const holdId = product.hasHoldOut ? await holdCapital(tx, app, member, money, loanNo) : null;
      const id = await insertLoan(tx, { member, loan, product, loanNo, past, holdId });
      seeded.push({ id, loanNo, past });
    }
  }
  await postPast(
    tx,
    seeded.flatMap(({ past }) => past.entries),
  );
  await insertPast(tx, seeded);
  // All of them stand as this day's work would leave them.
  await tx
    .insertInto("loan_run")
    .values({ day: manilaDate(now), stage: "ageing", started_at: now, finished_at: now })
    .execute();
}

async function nextLoanNo(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ loan_no: string }>`
    select 'LPRO-' || ${manilaDate(now).slice(0, 4)}::text || '-'
      || lpad(nextval('loan_number')::text, 7, '0') as loan_no`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("no loan number was made");
  return row.loan_no;
}

async function insertLoan(
  tx: Tx,
  made: {
    member: SeededMember;
    loan: DemoLoan;
    product: LoanProduct;
    loanNo: string;
    past: LoanPast;
    holdId: bigint | null;
  },
): Promise<bigint> {
  const { member, loan, product, loanNo, past, holdId } = made;
  const terms = termsOf(product, loan.principal, loan.months);
  const unpaid = past.schedule.find(({ isPaid }) => !isPaid);
  const { id } = await tx
    .insertInto("loan")
    .values({
      loan_no: loanNo,
      member_id: member.id,
      loan_type: loan.type,
      name: loanTypes[loan.type],
      state: stateOf(past),
      ended_at: past.outstanding === 0n ? lastPaidAt(past) : null,
      principal_centavos: loan.principal,
      principal_outstanding_centavos: past.outstanding,
      overdue_centavos: past.overdue,
      monthly_amortization_centavos: past.monthly,
      annual_rate: product.annualRate,
      months: loan.months,
      first_due_on: past.schedule[0]?.dueOn ?? manilaDate(past.releasedAt),
      due_rule: product.dueRule,
      penalty_rate: product.penaltyRate,
      grace_days: product.graceDays,
      net_proceeds_centavos: terms.netProceeds,
      effective_annual_rate: terms.annualRate,
      next_unpaid: unpaid?.number ?? loan.months + 1,
      past_due_since: past.pastDueSince,
      penalty_due_centavos: past.penaltyDue,
      hold_id: holdId,
      released_at: past.releasedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function stateOf({ outstanding, pastDueSince }: LoanPast): "active" | "past_due" | "fully_paid" {
  if (outstanding === 0n) return "fully_paid";
  return pastDueSince === null ? "active" : "past_due";
}

const lastPaidAt = ({ payments }: LoanPast): Date | null => {
  const last = payments.at(-1);
  return last === undefined ? null : new Date(`${last.dueOn}T12:00:00+08:00`);
};

/** Schedules, payments, accruals and penalties of all loans, a statement a table. */
async function insertPast(tx: Tx, seeded: Seeded[]): Promise<void> {
  await insertRows(
    tx,
    sql`insert into loan_instalment (loan_id, number, due_on, principal_centavos, interest_centavos,
        earned_centavos, paid_principal_centavos, paid_interest_centavos)
      select loan_id, number, day, principal, interest, case when is_earned then interest else 0 end,
        case when is_paid then principal else 0 end, case when is_paid then interest else 0 end from given`,
    seeded.flatMap(({ id, past }) =>
      past.schedule.map(({ number, dueOn, principal, interest, isPaid, isEarned }) => ({
        loan_id: String(id),
        number,
        day: dueOn,
        principal: String(principal),
        interest: String(interest),
        is_paid: isPaid,
        is_earned: isEarned,
      })),
    ),
  );
  await insertRows(
    tx,
    sql`insert into loan_payment (loan_id, reference, source, paid_on, amount_centavos, penalty_centavos,
        interest_centavos, principal_centavos, advance_centavos, journal_entry_id, booked_at, actor)
      select given.loan_id, given.reference, 'payroll', given.day, given.principal + given.interest, 0, given.interest,
        given.principal, 0, e.id, e.booked_at, e.actor
      from given join journal_entry e on e.reference = given.loan_no || '/' || given.reference
        and e.operation = 'LOAN_PAYMENT'
      order by given.day, given.loan_id`,
    seeded.flatMap(({ id, loanNo, past }) =>
      past.payments.map(({ dueOn, principal, interest, reference }) => ({
        loan_id: String(id),
        loan_no: loanNo,
        reference,
        day: dueOn,
        principal: String(principal),
        interest: String(interest),
      })),
    ),
  );
  await insertRows(
    tx,
    sql`insert into loan_accrual (loan_id, month, amount_centavos, entry_reference)
      select loan_id, date_trunc('month', day)::date, amount, reference from given`,
    seeded.flatMap(({ id, past }) =>
      past.accruals.map((one) => ({ ...one, loan_id: String(id), amount: String(one.amount) })),
    ),
  );
  await insertRows(
    tx,
    sql`insert into loan_penalty (loan_id, month, charged_on, overdue_centavos, amount_centavos, entry_reference)
      select loan_id, date_trunc('month', day)::date, day, overdue, amount, reference from given`,
    seeded.flatMap(({ id, past }) =>
      past.penalties.map((one) => ({
        ...one,
        loan_id: String(id),
        amount: String(one.amount),
        overdue: String(one.overdue),
      })),
    ),
  );
}

/** Amounts travel as text, because no JSON number holds every one. */
async function insertRows(
  tx: Tx,
  insert: ReturnType<typeof sql>,
  rows: Record<string, unknown>[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        loan_id bigint, loan_no text, number smallint, day date, principal bigint, interest bigint,
        is_paid boolean, is_earned boolean, reference text, amount bigint, overdue bigint)
    )
    ${insert}`.execute(tx);
}

/** Half of what may be withdrawn stands behind the loan, and shows that available is not the balance. */
async function holdCapital(
  tx: Tx,
  app: App,
  member: SeededMember,
  money: Map<bigint, MoneyOfMember>,
  loanNo: string,
): Promise<bigint | null> {
  const account = money.get(member.id)?.me;
  if (account === undefined) return null;
  const { balance_centavos } = await tx
    .selectFrom("ledger_account")
    .select("balance_centavos")
    .where("id", "=", account.ledgerAccountId)
    .executeTakeFirstOrThrow();
  const amount = balance_centavos / 2n;
  app.log.debug({ loanNo, amount: toDecimal(amount) }, "capital held for a demo loan");
  return placeHold(tx, {
    accountId: account.ledgerAccountId,
    amount,
    reference: loanNo,
    reason: "loan hold-out",
    at: app.now(),
    expiresAt: new Date("2099-12-31T16:00:00Z"),
  });
}
