import { addDays, lastDayOf, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { LoanAccount } from "#contract/loans.ts";
import { owedBy } from "./owedBy.ts";
import { penaltiesToCome } from "./penaltiesToCome.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import type { App } from "#server/platform/app.ts";
import { type Instalment, unpaidOf } from "./allocate.ts";
import { nextDeduction } from "./deductionsDue.ts";
import type { LoanRow } from "./loanRows.ts";
import { isDebitedOn, type StandingDebit } from "./standingDebit.ts";

/** Two days of penalties lie within it. */
const AHEAD_DAYS = 62;

type Standing = {
  /** The schedule once all that is paid ahead is used, and the penalties that it leaves. */
  left: readonly Instalment[];
  penalties: Centavos;
  debit: StandingDebit | undefined;
};
type Arrears = LoanAccount["arrears"];

/** What is past due today, and what comes of it if nothing is paid. */
export async function readArrears(app: App, loan: LoanRow, standing: Standing): Promise<Arrears> {
  const today = manilaDate(app.now());
  const overdue = standing.left.filter((one) => one.dueOn < today && unpaidOf(one) > 0n);
  const instalments = overdue.reduce((sum, one) => sum + unpaidOf(one), 0n);
  const { penalties } = standing;
  const total = instalments + penalties;
  // Nothing is charged or taken of a loan that is closed or has another schedule.
  const isOpen = isOpenLoan(loan);
  const [nextPenalty, nextTaking] = await Promise.all([
    !isOpen || instalments === 0n ? null : readNextPenalty(app, loan.id, today),
    !isOpen || total === 0n ? null : readNextTaking(app, loan, { ...standing, today }),
  ]);
  return {
    instalments,
    penalties,
    total,
    since: overdue[0]?.dueOn ?? null,
    dueOns: overdue.map(({ dueOn }) => dueOn),
    nextPenalty,
    nextTaking,
  };
}

async function readNextPenalty(
  app: App,
  loanId: bigint,
  today: string,
): Promise<Arrears["nextPenalty"]> {
  const days = { after: today, until: addDays(today, AHEAD_DAYS) };
  const [next] = await penaltiesToCome(app.db, loanId, days);
  return next ?? null;
}

/** The automatic debit of the next due day, else the next file of deductions. */
async function readNextTaking(
  app: App,
  loan: LoanRow,
  { left, debit, today }: Standing & { today: string },
): Promise<Arrears["nextTaking"]> {
  const next = left.find((one) => one.dueOn >= today && unpaidOf(one) > 0n);
  if (next !== undefined && debit !== undefined && isDebitedOn(debit, next.dueOn)) {
    return { by: "debit", on: next.dueOn, amount: await owedBy(app.db, loan, next.dueOn) };
  }
  const deduction = await nextDeduction(app.db, loan.id, app.now());
  if (deduction === undefined) return null;
  const { month, amount } = deduction;
  const dueOn = left.find((one) => one.dueOn.startsWith(month) && one.dueOn >= today)?.dueOn;
  return { by: "deduction", on: dueOn ?? lastDayOf(month), amount };
}
