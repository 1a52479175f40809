import { addDays, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { EntryLine } from "#server/ledger/postJournalEntry.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { eventDays, stagesOf } from "#server/domains/loans/terms/eventDays.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { halfUp } from "#server/domains/loans/terms/halfUp.ts";
import { makeSchedule, type Planned } from "#server/domains/loans/terms/makeSchedule.ts";
import type { LoanProduct } from "#server/domains/loans/terms/products.ts";
import type { PastEntry } from "./entries.ts";
import type { DemoLoan } from "./loans.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTH_MS = 30 * DAY_MS;

type Booked = { day: string; amount: Centavos; reference: string };

/** A loan of the demo with everything that has happened to it, as payments and jobs would have left it. */
export type LoanPast = {
  releasedAt: Date;
  monthly: Centavos;
  schedule: (Planned & { isPaid: boolean; isEarned: boolean })[];
  payments: (Planned & { reference: string })[];
  accruals: Booked[];
  penalties: (Booked & { overdue: Centavos })[];
  outstanding: Centavos;
  overdue: Centavos;
  penaltyDue: Centavos;
  pastDueSince: string | null;
  entries: PastEntry[];
};

/** The past of a demo loan: each instalment paid on its day, but for the newest `overdueInstalments`. */
export function loanPast(
  loanNo: string,
  loan: DemoLoan,
  product: LoanProduct,
  now: Date,
): LoanPast {
  const today = manilaDate(now);
  const releasedAt = new Date(now.getTime() - loan.monthsAgo * MONTH_MS);
  const amortization = amortize(loan.principal, product.annualRate, loan.months);
  const planned = makeSchedule(amortization, {
    principal: loan.principal,
    annualRate: product.annualRate,
    releasedOn: manilaDate(releasedAt),
    rule: product.dueRule,
  });
  const due = planned.filter(({ dueOn }) => dueOn < today);
  const paid = due.slice(0, Math.max(0, due.length - loan.overdueInstalments));
  const late = due.slice(paid.length);
  const isOver = ({ dueOn }: Planned) => dueOn.slice(0, 7) < today.slice(0, 7);
  const accruals = late.filter(isOver).map(({ dueOn, interest }) => ({
    day: dueOn,
    amount: interest,
    reference: `LA-${loanNo}-${dueOn}`,
  }));
  const penalties = penaltiesOf(loanNo, late, product, today);
  const outstanding = paid.reduce((left, { principal }) => left - principal, loan.principal);
  const penaltyDue = sum(penalties.map(({ amount }) => amount));
  const payments = paid.map((one) => ({ ...one, reference: `PAYROLL-${one.dueOn.slice(0, 7)}` }));
  return {
    releasedAt,
    monthly: amortization.monthly,
    schedule: planned.map((one) => ({
      ...one,
      isPaid: paid.includes(one),
      isEarned: paid.includes(one) || (late.includes(one) && isOver(one)),
    })),
    payments,
    accruals,
    penalties,
    outstanding,
    overdue: sum(late.map(paymentOf)) + penaltyDue,
    penaltyDue,
    pastDueSince: penalties.length > 0 ? (late[0]?.dueOn ?? null) : null,
    entries: [
      opening(loanNo, loan.principal, releasedAt),
      ...payments.flatMap((one) => paymentEntries(loanNo, one, now)),
      ...accruals.map((one) => booked("LOAN_ACCRUAL", "monthly", one, { I: one.amount }, now)),
      ...penalties.map((one) => booked("LOAN_PENALTY", "charge", one, { PEN: one.amount }, now)),
      ...penalties
        .slice(0, 1)
        .map(({ day }) => ({ day, reference: loanNo }))
        .map((one) => booked("LOAN_AGEING", "past_due", one, { P: outstanding }, now)),
    ],
  };
}

function penaltiesOf(
  loanNo: string,
  late: Planned[],
  { dueRule, graceDays, penaltyRate }: LoanProduct,
  today: string,
): LoanPast["penalties"] {
  const [first] = late;
  if (first === undefined) return [];
  const isOfRule = (day: string) => Number(day.slice(8)) > 16 === (dueRule === "day_16");
  return eventDays(first.dueOn, today, [graceDays])
    .filter((day) => stagesOf(day, [graceDays]).includes("penalty") && isOfRule(day))
    .map((day) => {
      const counted = late.filter(({ dueOn }) => dueOn < addDays(day, -graceDays));
      const overdue = sum(counted.map(paymentOf));
      const reference = `LN-${loanNo}-${day}`;
      return { day, overdue, amount: halfUp(overdue * penaltyRate, 10_000n), reference };
    });
}

function opening(loanNo: string, amount: Centavos, bookedAt: Date): PastEntry {
  const control = (code: string) => ({ book: "ASSOC" as const, code, subledger: "" });
  const lines: EntryLine[] = [
    { account: control("1210"), side: "D", amount },
    { account: control("1110"), side: "C", amount },
  ];
  return { operation: "LOAN_OPENING", step: "post", reference: loanNo, bookedAt, lines };
}

/** Deducted from the pay on the due day; the employer's money comes three days later. */
function paymentEntries(
  loanNo: string,
  one: Planned & { reference: string },
  now: Date,
): PastEntry[] {
  const { interest: INC, principal: PRIN, dueOn: day } = one;
  const reference = `${loanNo}/${one.reference}`;
  const PAY = paymentOf(one);
  const amounts = { PAY, PEN: 0n, INT: 0n, INC, PRIN, PD: 0n, EXCESS: 0n };
  const remitted = { day: addDays(day, 3), reference };
  const isThere = remitted.day < manilaDate(now);
  return [
    booked("LOAN_PAYMENT", "payroll", { day, reference }, amounts, now),
    ...(isThere ? [booked("LOAN_REMITTANCE", "post", remitted, { PAY }, now)] : []),
  ];
}

function booked(
  operation: string,
  step: string,
  { day, reference }: { day: string; reference: string },
  amounts: Record<string, Centavos>,
  now: Date,
): PastEntry {
  const noon = new Date(`${day}T12:00:00+08:00`);
  const lines = recipe(operation, step).lines(amounts, {});
  return { operation, step, reference, bookedAt: noon > now ? now : noon, lines };
}

function paymentOf({ principal, interest }: Planned): Centavos {
  return principal + interest;
}

function sum(amounts: Centavos[]): Centavos {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
