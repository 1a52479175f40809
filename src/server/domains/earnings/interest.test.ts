import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { readTrialBalance } from "#server/ledger/balances.ts";
import { chanceOf } from "#test/support/chance.ts";
import {
  addEarners,
  asOwner,
  beginOn,
  bookMoves,
  daysOf,
  type Move,
} from "#test/support/earningActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { accrueThrough } from "./accrueDays.ts";
import { postRun } from "./postRun.ts";
import { runEarnings } from "./runEarnings.ts";

const NOVEMBER = daysOf("2026-11-01", "2026-11-30");
const ACCOUNTS = 10_000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Half a centavo and more is one. */
const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under);

const balanceOf = async (code: string) =>
  (await readTrialBalance(world.app.db)).find((line) => line.code === code)?.balance ?? 0n;

/** What accounts hold at the end of each day, by walking through the days one after the other. */
function walk(moves: ReadonlyMap<string, readonly Move[]>, days: readonly string[], count: number) {
  const balances = Array.from({ length: count }, () => 0n);
  return days.map((day) => {
    for (const { account, amount } of moves.get(day) ?? []) {
      balances[account] = (balances[account] ?? 0n) + amount;
    }
    return [...balances];
  });
}

/** For each day who puts in and who takes out, never more than there is. */
function drawMoves(seed: number, days: readonly string[], count: number): Map<string, Move[]> {
  const chance = chanceOf(seed);
  const balances = Array.from({ length: count }, () => 0n);
  const moves = new Map<string, Move[]>();
  for (const day of days) {
    const ofDay: Move[] = [];
    for (let drawn = 0; drawn < count / 10; drawn += 1) {
      const account = chance.below(count);
      const held = balances[account] ?? 0n;
      // Small ones beside large: the minimum and the rounding are met.
      const most = chance.pick([200, 20_000, 100_000_000]);
      const amount =
        held > 0n && chance.below(3) === 0
          ? -(BigInt(chance.below(1_000_000)) % held) - 1n
          : BigInt(chance.below(most) + 1);
      balances[account] = held + amount;
      ofDay.push({ account, amount });
    }
    moves.set(day, ofDay);
  }
  return moves;
}

const lastRun = () =>
  world.app.db
    .selectFrom("earning_run")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

async function rates(of: { rate: number; basis: number; tax: number; minimum: number }) {
  await asOwner(
    world,
    `update earning_rate set rate_thousandths = ${of.rate}, day_basis = ${of.basis},
      tax_thousandths = ${of.tax}, minimum_centavos = ${of.minimum} where product = 'savings'`,
  );
}

beforeEach(async () => {
  await world.close();
  world = await makeWorld();
});

test.each([
  { rate: 1000, basis: 360, tax: 0, minimum: 10_000 },
  { rate: 2375, basis: 365, tax: 20_000, minimum: 50_000 },
])(
  "S245 the interest of 10,000 accounts at $rate thousandths is that of a second computation, to the centavo",
  async (of) => {
    await rates(of);
    const accounts = await addEarners(world, "savings", ACCOUNTS);
    const before = ["2026-10-29", "2026-10-30", "2026-10-31"];
    const moves = drawMoves(of.rate, [...before, ...NOVEMBER, "2026-12-01"], ACCOUNTS);
    for (const [day, ofDay] of moves) {
      // oxlint-disable-next-line no-await-in-loop -- the books take one day after the other
      await bookMoves(world, accounts, { day, moves: ofDay });
    }
    await beginOn(world, "2026-11-01");
    world.setTime(new Date("2026-12-01T00:06:00+08:00"));
    await runEarnings(world.app);

    const ends = walk(moves, [...before, ...NOVEMBER], ACCOUNTS).slice(before.length);
    const counts = (balance: bigint) => balance > 0n && balance >= BigInt(of.minimum);
    const under = 100_000n * BigInt(of.basis);
    const expected = accounts.flatMap(({ id }, account) => {
      const held = ends.map((balances) => balances[account] ?? 0n).filter(counts);
      const gross = halfUp(held.reduce((sum, one) => sum + one, 0n) * BigInt(of.rate), under);
      const tax = halfUp(gross * BigInt(of.tax), 100_000n);
      return gross === 0n
        ? []
        : [{ account_id: id, days: held.length, gross_centavos: gross, tax_centavos: tax }];
    });
    const lines = await world.app.db
      .selectFrom("earning_line")
      .select(["account_id", "days", "gross_centavos", "tax_centavos"])
      .orderBy("line")
      .execute();
    expect(lines.length).toBeGreaterThan(ACCOUNTS / 10);
    expect(lines).toEqual(expected);

    const gross = expected.reduce((sum, line) => sum + line.gross_centavos, 0n);
    const tax = expected.reduce((sum, line) => sum + line.tax_centavos, 0n);
    expect(await lastRun()).toMatchObject({
      state: "posted",
      accounts: ACCOUNTS,
      lines: expected.length,
      posted_line: expected.length,
      gross_centavos: gross,
      tax_centavos: tax,
      closing_centavos: ends.at(-1)?.reduce((sum, one) => sum + one, 0n),
    });

    // Each day's accrual is what the month comes to with it, less what it came to before.
    let counted = 0n;
    const accruals = ends.map((balances) => {
      const earlier = halfUp(counted * BigInt(of.rate), under);
      counted += balances.filter(counts).reduce((sum, one) => sum + one, 0n);
      return halfUp(counted * BigInt(of.rate), under) - earlier;
    });
    const days = await world.app.db
      .selectFrom("interest_day")
      .select(["day", "accrued_centavos"])
      .orderBy("day")
      .execute();
    expect(days).toEqual(
      NOVEMBER.map((day, index) => ({ day, accrued_centavos: accruals[index] })),
    );

    // What was accrued is credited and nothing else; members have it, less the tax.
    expect(await balanceOf("2140")).toBe(0n);
    expect(await balanceOf("5010")).toBe(gross);
    expect(await balanceOf("2125")).toBe(tax);
    const moved = [...moves.values()].flat().reduce((sum, { amount }) => sum + amount, 0n);
    expect(await balanceOf("2010")).toBe(moved + gross - tax);
    expect(await checkInvariants(world.app.db)).toEqual([]);

    await runEarnings(world.app);
    expect(await balanceOf("5010")).toBe(gross);
  },
);

test("S245 a run that is cut short in the middle, and carried on by two processes at once, books each line once", async () => {
  await rates({ rate: 3000, basis: 360, tax: 20_000, minimum: 0 });
  const accounts = await addEarners(world, "savings", 100);
  const moves = accounts.map((_, account) => ({ account, amount: 100_000n + BigInt(account) }));
  await bookMoves(world, accounts, { day: "2026-10-31", moves });
  await beginOn(world, "2026-11-01");
  await asOwner(
    world,
    `create function stop_short() returns trigger language plpgsql as $$
     begin
       if exists (select from new_entry where operation = 'SAVINGS_INTEREST' and step = 'tax' and reference like '%-40') then
         raise exception 'killed';
       end if;
       return null;
     end $$;
     create trigger stop_short after insert on journal_entry referencing new table as new_entry
       for each statement execute function stop_short();
     update earning_rate set source = source`,
  );
  world.setTime(new Date("2026-12-01T00:06:00+08:00"));
  await expect(runEarnings(world.app)).rejects.toThrow("killed");
  const { id } = await lastRun();
  await expect(postRun(world.app, id, 7)).rejects.toThrow("killed");
  expect(await lastRun()).toMatchObject({ state: "posting", lines: 100, posted_line: 35 });
  expect(await checkInvariants(world.app.db)).toEqual([]);

  await asOwner(world, "drop trigger stop_short on journal_entry; drop function stop_short()");
  const twin = await world.makeTwin();
  await Promise.all([postRun(world.app, id, 7), postRun(twin.app, id, 7)]);
  const run = await lastRun();
  expect(run).toMatchObject({ state: "posted", posted_line: 100 });
  const { rows } = await world.app.pool.query<{ times: bigint }>(
    `select distinct count(*) as times from posting p join journal_entry e on e.id = p.journal_entry_id
     join ledger_account a on a.id = p.ledger_account_id
     where e.operation = 'SAVINGS_INTEREST' and a.kind = 'member' group by a.id, e.step`,
  );
  expect(rows).toEqual([{ times: 1n }]);
  expect(await balanceOf("2140")).toBe(0n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("who is suspended or frozen earns all the same, a storage account without a rate does not", async () => {
  await rates({ rate: 1000, basis: 360, tax: 0, minimum: 10_000 });
  await beginOn(world, "2026-11-21");
  const closed = await world.makeMember({
    savings: 36_000_00n,
    storage: 500_00n,
    status: "suspended",
  });
  const small = await world.makeMember({ savings: 99_99n });
  world.setTime(new Date("2026-12-01T09:00:00+08:00"));
  await runEarnings(world.app);
  const lines = await world.app.db
    .selectFrom("earning_line as l")
    .innerJoin("member_account as a", "a.id", "l.account_id")
    .select(["a.member_id", "a.product", "l.days", "l.gross_centavos"])
    .execute();
  // 36,000.00 at 1 % for ten days of 360.
  expect(lines).toEqual([
    { member_id: closed.id, product: "savings", days: 10, gross_centavos: 10_00n },
  ]);
  expect(lines.map((line) => line.member_id)).not.toContain(small.id);
});

test("nothing is accrued of a day that is not over, of one before interest began, or twice", async () => {
  await rates({ rate: 1000, basis: 360, tax: 0, minimum: 0 });
  await world.makeMember({ savings: 36_000_00n });
  await accrueThrough(world.app, "2026-11-30");
  await beginOn(world, "2026-11-21");
  world.setTime(new Date("2026-11-23T00:04:59+08:00"));
  await accrueThrough(world.app, "2026-11-30");
  await accrueThrough(world.app, "2026-11-30");
  const days = () =>
    world.app.db
      .selectFrom("interest_day")
      .select(["day", "accrued_centavos"])
      .orderBy("day")
      .execute();
  expect(await days()).toEqual([{ day: "2026-11-21", accrued_centavos: 1_00n }]);
  world.setTime(new Date("2026-11-23T00:05:01+08:00"));
  await Promise.all([
    accrueThrough(world.app, "2026-11-30"),
    accrueThrough(world.app, "2026-11-30"),
  ]);
  expect(await days()).toHaveLength(2);
  expect(await balanceOf("2140")).toBe(2_00n);
});
