import { addDays, addMonths, manilaDate } from "#common/manila.ts";
import type { LentLoan } from "./money.ts";

/** Money that came for a loan, by whatever way. */
export type Paid = {
  id: bigint;
  loan_no: string;
  source: "payroll" | "counter" | "cash" | "online" | "automatic";
  amount: bigint;
  at: Date;
  settles: boolean;
};

/** What an employer was asked to deduct for a loan, and when an answer came. */
export type AskedOfPay = {
  loan_no: string;
  month: string;
  due: bigint;
  made_at: Date;
  answered_at: Date | null;
};

/** What is known of a loan beside the books: what there is to be paid of it at any moment follows from it. */
export type KnownLoan = LentLoan & { paid: Paid[]; asked: AskedOfPay[] };

/** How a loan stands: penalties charged and unpaid, and what was paid on instalments or ahead of them. */
export type Standing = {
  penalties: bigint;
  paidIn: bigint;
  charged: { day: string; amount: bigint }[];
};

const PENALTY = 200n;
const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under);

/** As it stood when a payment came, or at the beginning of a day. */
export function standingAt(loan: KnownLoan, day: string, until: (paid: Paid) => boolean): Standing {
  const standing: Standing = { penalties: 0n, paidIn: 0n, charged: [] };
  const payments = loan.paid.filter(until);
  const charges = chargeDays(loan).filter((one) => one <= day);
  for (const payment of [...payments, undefined]) {
    const paidOn = payment === undefined ? addDays(day, 1) : manilaDate(payment.at);
    while (charges[0] !== undefined && charges[0] <= paidOn) {
      charge(loan, standing, charges.shift() ?? "");
    }
    if (payment === undefined) break;
    const penalty = payment.amount < standing.penalties ? payment.amount : standing.penalties;
    standing.penalties -= penalty;
    standing.paidIn += payment.amount - penalty;
  }
  return standing;
}

/** The first days after the days of grace. */
function chargeDays({ instalments, graceDays }: LentLoan): string[] {
  return instalments.map(({ dueOn }) =>
    addDays(`${addMonths(dueOn.slice(0, 7), 1)}-01`, graceDays),
  );
}

function charge(loan: KnownLoan, standing: Standing, day: string): void {
  const before = addDays(day, -loan.graceDays);
  const due = sumDue(loan, (dueOn) => dueOn < before);
  const month = addDays(before, -1).slice(0, 7);
  const begun = new Date(`${day}T00:00:00+08:00`);
  const waits = askedAt(loan, begun, (one) => one.month === month);
  const overdue = due - standing.paidIn - waits;
  if (overdue <= 0n || due <= standing.paidIn) return;
  const amount = halfUp(overdue * PENALTY, 10_000n);
  standing.penalties += amount;
  standing.charged.push({ day, amount });
}

/** What the employer was asked for before a moment and had not answered by then. */
export function askedAt(
  { asked }: KnownLoan,
  at: Date,
  which: (asked: AskedOfPay) => boolean = () => true,
): bigint {
  return asked
    .filter(which)
    .filter(({ made_at: madeAt, answered_at: end }) => madeAt < at && (end === null || end >= at))
    .reduce((sum, { due }) => sum + due, 0n);
}

export function sumDue({ instalments }: LentLoan, which: (dueOn: string) => boolean): bigint {
  return instalments
    .filter(({ dueOn }) => which(dueOn))
    .reduce((sum, { principal, interest }) => sum + principal + interest, 0n);
}

/** What ends the loan on a day, as it stands. */
export function endOn(loan: LentLoan, { penalties, paidIn }: Standing, day: string): bigint {
  const { instalments, annualRate, releasedOn } = loan;
  const running = instalments.findIndex(({ dueOn }) => dueOn > day);
  const ahead = running === -1 ? [] : instalments.slice(running);
  const principal = ahead.reduce((sum, one) => sum + one.principal, 0n);
  const from = instalments[running - 1]?.dueOn ?? releasedOn;
  const days = BigInt(Math.max(0, (Date.parse(day) - Date.parse(from)) / 86_400_000));
  const counted = halfUp(principal * annualRate * days, 3_600_000n);
  const most = ahead[0]?.interest ?? 0n;
  const interest = counted < most ? counted : most;
  const total = sumDue(loan, (dueOn) => dueOn <= day) + penalties - paidIn + principal + interest;
  return total < 0n ? 0n : total;
}
