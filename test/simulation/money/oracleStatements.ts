import { addMonths, manilaMonth } from "#common/manila.ts";
import type { Run } from "#test/simulation/run.ts";
import type { Move } from "./money.ts";

const HOUR = 3_600_000;

type Statement = {
  account: string;
  month: string;
  opening: bigint;
  money_in: bigint;
  money_out: bigint;
  closing: bigint;
};

/** Each account has one for each month that is over, which begins as that before it ended and says what moved. */
export async function checkStatements(run: Run, moves: Move[]): Promise<string[]> {
  const { admin, members, beganAt } = run;
  const { rows } = await admin.query<Statement>(`
    select a.account_number as account, to_char(s.month, 'YYYY-MM') as month, s.opening_centavos as opening,
      s.in_centavos as money_in, s.out_centavos as money_out, s.closing_centavos as closing
    from account_statement s join member_account a on a.id = s.account_id order by s.month`);
  const months = monthsOver(beganAt, run.clock.now);
  return members
    .flatMap(({ savings, me }) => [savings, me])
    .flatMap((account) => {
      const own = rows.filter((row) => row.account === account);
      const made = own.map(({ month }) => month).join();
      if (made !== months.join())
        return [`${account} has statements of ${made}, not ${months.join()}`];
      return own.flatMap((statement, place) =>
        checkOne(
          statement,
          moves.filter((move) => move.account === account),
          own[place - 1]?.closing ?? 0n,
        ),
      );
    });
}

function checkOne(
  { account, month, opening, closing, ...moved }: Statement,
  moves: Move[],
  before: bigint,
): string[] {
  const of = (which: (month: string) => boolean) =>
    moves.filter(({ at }) => which(manilaMonth(new Date(at))));
  const sum = (some: Move[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const ofMonth = of((one) => one === month);
  const should = {
    opening: before,
    in: sum(ofMonth.filter(({ amount }) => amount > 0n)),
    out: -sum(ofMonth.filter(({ amount }) => amount < 0n)),
    closing: sum(of((one) => one <= month)),
  };
  const is = { opening, in: moved.money_in, out: moved.money_out, closing };
  return Object.entries(should).flatMap(([name, value]) => {
    const found = is[name as keyof typeof is];
    return found === value
      ? []
      : [`the statement of ${account} of ${month} has ${name} ${found}, not ${value}`];
  });
}

/** Those that had been over for an hour at some moment, from that of the first entry on. */
function monthsOver(from: number, now: number): string[] {
  const running = manilaMonth(new Date(now - HOUR));
  const months: string[] = [];
  for (let month = manilaMonth(new Date(from)); month < running; month = addMonths(month, 1)) {
    months.push(month);
  }
  return months;
}
