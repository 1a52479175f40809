import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type EarningRun,
  exportEarningLines,
  getEarningRates,
  getEarningRun,
  listEarningLines,
  listEarningRuns,
  reckonDividend,
} from "#contract/staff/earnings.ts";
import { toDecimal } from "#common/money.ts";
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
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look } from "#test/support/requestActs.ts";
import { runEarnings } from "./runEarnings.ts";

const YEAR = daysOf("2026-01-01", "2026-12-31");
const AFTER = new Date("2027-01-04T09:00:00+08:00");
const ACCOUNTS = 10_000;

let world: World;
let maker: TestStaff;
let checker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  await world.close();
  world = await makeWorld();
  world.setTime(AFTER);
  maker = await world.makeStaff({ role: "supervisor", officeId: null });
  checker = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());

const balanceOf = async (code: string) =>
  (await readTrialBalance(world.app.db)).find((line) => line.code === code)?.balance ?? 0n;

/** The dry run of the year's dividend, made. */
async function reckoned(rate: string): Promise<EarningRun> {
  const answer = await maker.call(reckonDividend, { body: { year: "2026", rate } });
  if (!answer.status) throw new Error(`reckon: ${answer.code}`);
  expect(answer.result.state).toBe("asked");
  await runEarnings(world.app);
  return read(answer.result.runId);
}

async function read(runId: string): Promise<EarningRun> {
  const answer = await checker.call(getEarningRun, { params: { runId } });
  if (!answer.status) throw new Error(`run: ${answer.code}`);
  return answer.result;
}

const posting = ({ runId, rate, gross }: EarningRun) => ({
  kind: "post_dividend" as const,
  payload: { runId, rate, gross: toDecimal(gross) },
});
const reversal = ({ runId, net }: EarningRun, again = false) => ({
  kind: "reverse_earnings" as const,
  payload: { runId, net: toDecimal(net), again },
});

test("S245 S246 the dividend of 10,000 contributions is that of a second computation, and two people declare it", async () => {
  const accounts = await addEarners(world, "me", ACCOUNTS);
  const chance = chanceOf(7);
  const balances = accounts.map(() => 0n);
  const sums = accounts.map(() => 0n);
  for (const [index, day] of YEAR.entries()) {
    const moves: Move[] = [];
    // On the paydays, and on some day by chance.
    const count = index === 0 ? ACCOUNTS : [13, 28].includes(Number(day.slice(8))) ? 500 : 0;
    for (let drawn = 0; drawn < count; drawn += 1) {
      const account = index === 0 ? drawn : chance.below(ACCOUNTS);
      const held = balances[account] ?? 0n;
      const amount =
        held > 0n && chance.below(4) === 0
          ? -(BigInt(chance.below(10_000_000)) % held) - 1n
          : BigInt(chance.below(chance.pick([500, 50_000, 90_000_000])) + 1);
      balances[account] = held + amount;
      moves.push({ account, amount });
    }
    // oxlint-disable-next-line no-await-in-loop -- the books take one day after the other
    if (moves.length > 0) await bookMoves(world, accounts, { day, moves });
    for (const [account, held] of balances.entries()) sums[account] = (sums[account] ?? 0n) + held;
  }
  // What comes after the year is no part of it.
  await bookMoves(world, accounts, { day: "2027-01-02", moves: [{ account: 1, amount: 900n }] });

  const run = await reckoned("7.255");
  const under = 100_000n * 365n;
  const expected = sums.flatMap((sum, account) => {
    const gross = (2n * sum * 7255n + under) / (2n * under);
    return gross === 0n ? [] : [{ account_id: accounts[account]?.id, gross_centavos: gross }];
  });
  const total = expected.reduce((sum, line) => sum + line.gross_centavos, 0n);
  expect(
    await world.app.db
      .selectFrom("earning_line")
      .select(["account_id", "gross_centavos"])
      .orderBy("line")
      .execute(),
  ).toEqual(expected);
  expect(run).toMatchObject({
    state: "reckoned",
    from: "2026-01-01",
    to: "2026-12-31",
    dayBasis: 365,
    accounts: ACCOUNTS,
    lines: expected.length,
    gross: total,
    tax: 0n,
    closing: balances.reduce((sum, one) => sum + one, 0n),
  });
  // Nothing moved by that.
  expect([await balanceOf("2150"), await balanceOf("3900")]).toEqual([0n, 0n]);

  const request = await asked(maker, posting(run));
  expect(await decide(maker, request)).toMatchObject({ code: "request_is_own" });
  await approve(checker, request);
  expect([await balanceOf("2150"), await balanceOf("3900")]).toEqual([total, -total]);
  const before = (await balanceOf("2030")) + (await balanceOf("3010"));
  await runEarnings(world.app);
  expect(await read(run.runId)).toMatchObject({
    state: "posted",
    posted: expected.length,
    approvedBy: checker.username,
  });
  expect([await balanceOf("2150"), await balanceOf("3900")]).toEqual([0n, -total]);
  expect((await balanceOf("2030")) + (await balanceOf("3010"))).toBe(before + total);
  expect(await checkInvariants(world.app.db)).toEqual([]);
  await runEarnings(world.app);
  expect(await balanceOf("3900")).toBe(-total);
});

test("S246 a dry run is one of its figures: another rate, other figures, or money that came into its year are refused", async () => {
  const accounts = await addEarners(world, "me", 3);
  const moves = accounts.map((_, account) => ({ account, amount: 1_000_00n }));
  await bookMoves(world, accounts, { day: "2026-07-01", moves });
  const run = await reckoned("5");
  for (const wrong of [
    { ...run, rate: "6.00" },
    { ...run, gross: run.gross + 1n },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ask(maker, posting(wrong))).toMatchObject({ code: "request_does_not_apply" });
  }
  const request = await asked(maker, posting(run));
  expect(await look(checker, request)).toMatchObject({
    before: { runState: "reckoned", rate: "5.00 %", gross: "PHP 75.63" },
    after: { runState: "posting" },
  });
  // While it waits nobody reckons another.
  expect(await maker.call(reckonDividend, { body: { year: "2026", rate: "6" } })).toMatchObject({
    code: "dividend_there",
  });
  await bookMoves(world, accounts, {
    day: "2026-12-31",
    moves: [{ account: 0, amount: 5n }],
  });
  expect(await decide(checker, request)).toMatchObject({ status: false });
  expect(await read(run.runId)).toMatchObject({ state: "reckoned" });

  // Another dry run takes its place once nobody waits for it.
  await decide(checker, request, "reject");
  const other = await reckoned("5.00");
  expect(other.gross).toBe(75_63n);
  expect(await read(run.runId)).toMatchObject({ state: "dropped" });
});

test("S246 a dividend that was taken back leaves each account as it was, and what a member spent stays with them", async () => {
  const accounts = await addEarners(world, "me", 4);
  const moves = accounts.map((_, account) => ({ account, amount: 3_650_00n }));
  await bookMoves(world, accounts, { day: "2026-01-01", moves });
  await asOwner(world, "update earning_rate set tax_thousandths = 10000 where product = 'me'");
  const first = await reckoned("10");
  expect(first).toMatchObject({ lines: 4, gross: 4n * 365_00n, tax: 4n * 36_50n });
  await approve(checker, await asked(maker, posting(first)));
  await runEarnings(world.app);
  expect(await balanceOf("2125")).toBe(4n * 36_50n);
  // One of them takes out everything.
  await bookMoves(world, accounts, {
    day: "2027-01-04",
    moves: [{ account: 2, amount: -(3_650_00n + 365_00n - 36_50n) }],
  });
  expect(await ask(maker, reversal({ ...first, net: 1n }))).toMatchObject({
    code: "request_does_not_apply",
  });
  expect(await ask(maker, reversal(first, true))).toMatchObject({
    code: "request_does_not_apply",
  });
  await approve(checker, await asked(maker, reversal(first)));
  await runEarnings(world.app);
  expect(await read(first.runId)).toMatchObject({
    state: "reversed",
    reversed: 4,
    kept: 1,
    keptTotal: 365_00n,
    reversalBy: checker.username,
  });
  expect(await balanceOf("2125")).toBe(36_50n);
  expect(await balanceOf("3900")).toBe(0n);
  const kept = await checker.call(listEarningLines, {
    params: { runId: first.runId },
    query: { show: "kept" },
  });
  expect(kept).toMatchObject({ result: { rows: [{ line: 3, isKept: true, net: 328_50n }] } });
  const held = () =>
    world.app.db
      .selectFrom("ledger_account")
      .select("balance_centavos")
      .where("code", "=", "2030")
      .orderBy("id")
      .execute()
      .then((rows) => rows.map((row) => row.balance_centavos));
  expect(await held()).toEqual([3_650_00n, 3_650_00n, 0n, 3_650_00n]);
  expect(await checkInvariants(world.app.db)).toEqual([]);

  // Another takes its place, without who has it already.
  const second = await reckoned("20");
  expect(second).toMatchObject({ lines: 3, gross: 3n * 730_00n });
  await approve(checker, await asked(maker, posting(second)));
  await runEarnings(world.app);
  expect(await held()).toEqual([4_307_00n, 4_307_00n, 0n, 4_307_00n]);
  expect(await balanceOf("2150")).toBe(0n);
  expect(await balanceOf("3900")).toBe(-(3n * 730_00n + 365_00n));
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S246 interest that was credited by a wrong rate is taken back, and credited anew by the right one", async () => {
  await asOwner(world, "update earning_rate set minimum_centavos = 0 where product = 'savings'");
  const accounts = await addEarners(world, "savings", 5);
  const moves = accounts.map((_, account) => ({ account, amount: 36_000_00n }));
  await bookMoves(world, accounts, { day: "2026-12-01", moves });
  await beginOn(world, "2026-12-01");
  await runEarnings(world.app);
  const list = await maker.call(listEarningRuns, { query: { kind: "interest" } });
  const run = list.status ? list.result.rows[0] : undefined;
  if (run === undefined) throw new Error("no run");
  expect(run).toMatchObject({ state: "posted", lines: 5, gross: 5n * 31_00n });
  await asOwner(world, "update earning_rate set rate_thousandths = 2000 where product = 'savings'");
  await approve(checker, await asked(maker, reversal(run, true)));
  await runEarnings(world.app);
  const again = await maker.call(listEarningRuns, { query: { kind: "interest" } });
  expect(again.status && again.result.rows).toMatchObject([
    { state: "posted", gross: 5n * 62_00n, rate: "2.00" },
    { state: "reversed", gross: 5n * 31_00n, reversed: 5 },
  ]);
  expect(await balanceOf("2140")).toBe(await accruedAfter("2026-12-31"));
  expect(await balanceOf("2010")).toBe(5n * 36_062_00n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
  // The worker makes no other run of the month by itself.
  await runEarnings(world.app);
  expect(await balanceOf("2010")).toBe(5n * 36_062_00n);
});

/** What the days after this one have accrued, and no month has credited yet. */
async function accruedAfter(day: string): Promise<bigint> {
  const rows = await world.app.db
    .selectFrom("interest_day")
    .select("accrued_centavos")
    .where("day", ">", day)
    .execute();
  return rows.reduce((sum, row) => sum + row.accrued_centavos, 0n);
}

test("rates say where they come from, lines go out as a file, and only a year that is over has a dividend", async () => {
  const accounts = await addEarners(world, "me", 2);
  await bookMoves(world, accounts, { day: "2026-12-31", moves: [{ account: 0, amount: 365_00n }] });
  const run = await reckoned("10");
  const file = await maker.callRaw(exportEarningLines, { params: { runId: run.runId } });
  expect(String(file.text ?? JSON.stringify(file.body))).toContain("1.00");
  expect(await maker.call(getEarningRates, {})).toMatchObject({
    result: {
      rates: [
        { product: "me", rate: null, mustConfirm: true },
        { product: "savings", rate: "1.00", taxRate: "0.00", mustConfirm: true },
      ],
    },
  });
  for (const year of ["2027", "2031", "2024"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await maker.call(reckonDividend, { body: { year, rate: "5" } })).toMatchObject({
      code: "dividend_year",
    });
  }
  for (const rate of ["0", "101", "5.1234", "-1", "05", "x"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await maker.call(reckonDividend, { body: { year: "2026", rate } })).toMatchObject({
      httpStatus: 422,
    });
  }
});
