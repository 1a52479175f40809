import { addDays, manilaDate } from "#common/manila.ts";
import type { Run } from "#test/simulation/run.ts";
import { type Found, type Move, together } from "./money.ts";

/** As the simulation's bank has it (stage.ts). */
const SAVINGS = { rate: 2_375n, basis: 365n, tax: 20_000n, minimum: 6_000_00n };
const DIVIDEND_TAX = 10_000n;
const FIVE_MINUTES = 5 * 60_000;

type EarningRun = {
  kind: "interest" | "dividend";
  from: string;
  to: string;
  rate: number;
  at: Date;
};

const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under);

/** Interest and dividends that were credited, reckoned anew from what was on the accounts day after day. */
export async function addEarnings(run: Run, moves: readonly Move[]): Promise<Found> {
  const { admin, members, money } = run;
  const { rows } = await admin.query<EarningRun>(`
    select kind, period_from::text as from, period_to::text as to, rate_thousandths as rate, posted_at as at
    from earning_run where state = 'posted' order by posted_at, id`);
  const all = [...moves];
  const found: Move[] = [];
  const wrongs: string[] = [];
  for (const earned of rows) {
    const isInterest = earned.kind === "interest";
    if (!isInterest && !money.rates.includes(earned.rate)) {
      wrongs.push(`nobody asked for a dividend of ${earned.rate}`);
    }
    for (const { savings, me } of members) {
      const account = isInterest ? savings : me;
      const { gross, tax } = earnedOn(all, account, earned);
      const at = earned.at.getTime();
      const added = [
        { account, amount: gross, at },
        { account, amount: -tax, at },
      ].filter(({ amount }) => amount !== 0n);
      found.push(...added);
      all.push(...added);
    }
  }
  const times = together(rows, ({ kind, to }) => `${kind} to ${to}`);
  for (const [name, { length }] of times) {
    if (length > 1) wrongs.push(`${name} was credited ${length} times`);
  }
  wrongs.push(...(await checkInterest(run, all, rows)));
  return { moves: found, wrongs };
}

function earnedOn(moves: readonly Move[], account: string, { kind, from, to, rate }: EarningRun) {
  if (kind === "dividend") {
    const days = BigInt(Number(to.slice(0, 4)) % 4 === 0 ? 366 : 365);
    const gross = halfUp(
      sumOfDays(moves, account, { from, to, minimum: 0n }) * BigInt(rate),
      100_000n * days,
    );
    return { gross, tax: halfUp(gross * DIVIDEND_TAX, 100_000n) };
  }
  const held = sumOfDays(moves, account, { from, to, minimum: SAVINGS.minimum });
  const gross = halfUp(held * SAVINGS.rate, 100_000n * SAVINGS.basis);
  return { gross, tax: halfUp(gross * SAVINGS.tax, 100_000n) };
}

/** What was on it at the end of each day, together; a day with less than the minimum counts nothing. */
function sumOfDays(
  moves: readonly Move[],
  account: string,
  { from, to, minimum }: { from: string; to: string; minimum: bigint },
): bigint {
  const own = moves
    .filter((move) => move.account === account)
    .map(({ at, amount }) => ({ day: manilaDate(new Date(at)), amount }));
  let sum = 0n;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const held = own
      .filter((move) => move.day <= day)
      .reduce((total, { amount }) => total + amount, 0n);
    if (held >= minimum && held > 0n) sum += held;
  }
  return sum;
}

/** Each month that is over was credited, and what was earned since is in the books as owed (2140). */
async function checkInterest(run: Run, moves: Move[], runs: EarningRun[]): Promise<string[]> {
  const { admin, members, clock } = run;
  const { rows } = await admin.query<{ day: string; owed: bigint }>(`
    select s.day::text as day, (
        select coalesce(sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end), 0)::bigint
        from posting p join ledger_account l on l.id = p.ledger_account_id and l.code = '2140') as owed from interest_start s`);
  const [start] = rows;
  if (start === undefined) return ["interest never began"];
  const over = addDays(manilaDate(new Date(clock.now - FIVE_MINUTES)), -1);
  const wrongs: string[] = [];
  let from = start.day;
  for (let day = start.day; day <= over; day = addDays(day, 1)) {
    if (addDays(day, 1).slice(8) !== "01") continue;
    if (!runs.some(({ kind, to }) => kind === "interest" && to === day)) {
      wrongs.push(`the interest up to ${day} was not credited`);
    }
    from = addDays(day, 1);
  }
  const held = members.reduce(
    (sum, { savings }) =>
      sum + sumOfDays(moves, savings, { from, to: over, minimum: SAVINGS.minimum }),
    0n,
  );
  const should = halfUp(held * SAVINGS.rate, 100_000n * SAVINGS.basis);
  if (start.owed !== should) wrongs.push(`interest of ${start.owed} is owed, not ${should}`);
  return wrongs;
}
