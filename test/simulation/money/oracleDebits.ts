import { manilaDate } from "#common/manila.ts";
import type { Run } from "#test/simulation/run.ts";
import { askedAt, type KnownLoan, type Paid, standingAt, sumDue } from "./loanModel.ts";
import type { Found, Move } from "./money.ts";

/** A due day of an automatic debit, as it ended. */
type DebitDay = {
  loan_no: string;
  account: string;
  due_on: string;
  announced: bigint;
  announced_at: Date;
  state: string;
  payment_id: bigint | null;
};

/**
 * Automatic debits took on each due day once what was due, and no more than was announced; and they took it where
 * it was there.
 */
export async function checkDebits(run: Run, loans: readonly KnownLoan[]): Promise<Found> {
  const { rows: days } = await run.admin.query<DebitDay>(`
    select l.loan_no, a.account_number as account, y.due_on::text, y.amount_centavos as announced, y.announced_at,
      y.state, y.payment_id
    from automatic_debit_day y join automatic_debit d on d.id = y.debit_id join loan l on l.id = d.loan_id
    join member_account a on a.id = d.account_id order by l.loan_no, y.due_on`);
  const moves: Move[] = [];
  const wrongs: string[] = [];
  for (const loan of loans) {
    for (const payment of loan.paid.filter(({ source }) => source === "automatic")) {
      const own = days.filter(({ payment_id: id }) => id === payment.id);
      const [day] = own;
      if (day === undefined || own.length !== 1) {
        wrongs.push(`${loan.loanNo} was debited by itself for ${own.length} due days`);
        continue;
      }
      moves.push({ account: day.account, amount: -payment.amount, at: payment.at.getTime() });
      wrongs.push(...checkTaken(loan, day, payment));
    }
  }
  const paid = loans.flatMap((loan) => loan.paid);
  const missed = days.flatMap((day) =>
    checkMissed(
      run,
      day,
      paid.find(({ id }) => id === day.payment_id),
    ),
  );
  return { moves, wrongs: [...wrongs, ...missed] };
}

function checkTaken(
  loan: KnownLoan,
  { due_on: dueOn, announced }: DebitDay,
  payment: Paid,
): string[] {
  const owed = owedBy(loan, dueOn, payment.at, (one) => one.id < payment.id);
  const should = owed < announced ? owed : announced;
  const { amount, at } = payment;
  const wrongs = manilaDate(at) < dueOn ? [`${loan.loanNo} was debited before ${dueOn}`] : [];
  return amount === should
    ? wrongs
    : [...wrongs, `${loan.loanNo} was debited ${amount} for ${dueOn}, due was ${should}`];
}

function owedBy(loan: KnownLoan, day: string, at: Date, until: (paid: Paid) => boolean): bigint {
  const { penalties, paidIn } = standingAt(loan, manilaDate(at), until);
  const owed = sumDue(loan, (dueOn) => dueOn <= day) + penalties - paidIn - askedAt(loan, at);
  return owed < 0n ? 0n : owed;
}

/** A day that ended without the money had none of it whenever the worker looked, or a freeze. */
function checkMissed({ money }: Run, day: DebitDay, taken: Paid | undefined): string[] {
  const { loan_no: loanNo, due_on: dueOn, state, announced, announced_at: announcedAt } = day;
  const isLate = taken !== undefined && manilaDate(taken.at) > dueOn;
  if (state !== "unpaid" && !isLate) return [];
  const was = money.looks.find(
    (look) =>
      look.loanNo === loanNo &&
      manilaDate(new Date(look.at)) === dueOn &&
      look.at > announcedAt.getTime() &&
      !look.isFrozen &&
      look.available >= announced,
  );
  return was === undefined
    ? []
    : [`${loanNo} was not debited on ${dueOn}, and ${was.available} was there for ${announced}`];
}
