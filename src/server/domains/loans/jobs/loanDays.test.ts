import { afterAll, beforeAll, expect, test } from "vitest";
import { getLoanAccount } from "#contract/loans.ts";
import { getDashboard, getLoans } from "#contract/members.ts";
import { transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { bookMoney } from "#server/domains/loans/accounts/bookMoney.ts";
import type { Browser } from "#test/support/browser.ts";
import { lend, pay } from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { runLoanDays } from "./runLoanDays.ts";

let world: World;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

const at = (day: string) => new Date(`${day}T09:00:00+08:00`);

/** A day with its jobs done. */
async function on(day: string): Promise<void> {
  world.setTime(at(day));
  await runLoanDays(world.app);
}

/** 120,000 at 12 % for 12 months, released on the first: 1,200.00 of interest in 30 days, 10,661.85 a month. */
async function lendOn(day: string, options: Parameters<typeof lend>[2] = {}): Promise<string> {
  world.setTime(at(day));
  member = await world.makeMember({
    savings: 50_000_00n,
    capital: { withdrawable: 200_000_00n, fixed: 20_000_00n },
  });
  return lend(world.app, member, options);
}

async function account(loanNo: string) {
  const browser: Browser = await world.signIn(member);
  const params = { guid: member.guid, loanNo };
  const answer = await world.call(getLoanAccount, { params }, browser);
  if (!answer.status) throw new Error(answer.message);
  const listed = await world.call(getLoans, { params: { guid: member.guid } }, browser);
  if (!listed.status) throw new Error(listed.message);
  const dashboard = await world.call(getDashboard, { params: { guid: member.guid } }, browser);
  // The two say the same of a loan.
  expect(dashboard).toMatchObject({ result: { loans: listed.result } });
  return { ...answer.result, shown: listed.result[0] };
}

/** What ASSOC accounts hold, on their normal sides. */
async function books(...codes: string[]): Promise<bigint[]> {
  const { rows } = await world.app.pool.query(
    `select a.code, sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end)::bigint as total
     from posting p join ledger_account a on a.id = p.ledger_account_id
     where a.book = 'ASSOC' and a.code = any($1) group by a.code`,
    [codes],
  );
  return codes.map((code) => rows.find((row) => row.code === code)?.total ?? 0n);
}

/** What a stretch of time added to the accounts. */
async function moved(codes: string[], work: () => Promise<unknown>): Promise<bigint[]> {
  const before = await books(...codes);
  await work();
  const after = await books(...codes);
  return after.map((total, index) => total - (before[index] ?? 0n));
}

test("an unpaid instalment: overdue the day after, a penalty and past due after five days' grace, interest earned at the month's end", async () => {
  const loanNo = await lendOn("2026-11-01");
  // 29 days to the end of November.
  const first = 9_461_85n + 1_160_00n;
  await on("2026-11-30");
  expect((await account(loanNo)).nextDue).toEqual({ dueOn: "2026-11-30", amount: first });
  expect((await account(loanNo)).arrears.total).toBe(0n);

  expect(await moved(["1230", "4010"], () => on("2026-12-01"))).toEqual([1_160_00n, 1_160_00n]);
  const overdue = await account(loanNo);
  expect(overdue.arrears).toEqual({
    instalments: first,
    penalties: 0n,
    total: first,
    since: "2026-11-30",
    dueOns: ["2026-11-30"],
    // 2 % of 10,621.85, as it is charged below.
    nextPenalty: { on: "2026-12-06", amount: 212_44n },
    nextTaking: null,
  });
  expect(overdue).toMatchObject({
    state: "active",
    shown: {
      accumulatedUnpaidAmount: first,
      penaltyDue: 0n,
      overdueSince: "2026-11-30",
      prin_out_balance: 120_000_00n,
    },
  });

  expect(await moved(["1240", "4020", "1220"], () => on("2026-12-05"))).toEqual([0n, 0n, 0n]);
  // 2 % of 10,621.85.
  const penalty = 212_44n;
  expect(await moved(["1240", "4020", "1210", "1220"], () => on("2026-12-06"))).toEqual([
    penalty,
    penalty,
    -120_000_00n,
    120_000_00n,
  ]);
  expect(await account(loanNo)).toMatchObject({
    state: "past_due",
    arrears: { instalments: first, penalties: penalty, total: first + penalty },
    shown: {
      accumulatedUnpaidAmount: first + penalty,
      penaltyDue: penalty,
      overdueSince: "2026-11-30",
    },
  });

  // The next month's is on both instalments, and never on the penalty.
  await on("2027-01-06");
  const second = 10_661_85n;
  const both = (first + second) * 200n;
  expect((await account(loanNo)).arrears.penalties).toBe(penalty + (both + 5_000n) / 10_000n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("an instalment is due on its day: before it the first to come is next, after it overdue", async () => {
  const loanNo = await lendOn("2026-11-02");
  const states = async (day: string) => {
    await on(day);
    return (await account(loanNo)).schedule.slice(0, 3).map(({ state }) => state);
  };
  expect(await states("2026-11-29")).toEqual(["next", "planned", "planned"]);
  expect(await states("2026-11-30")).toEqual(["due", "planned", "planned"]);
  expect(await states("2026-12-01")).toEqual(["overdue", "next", "planned"]);
});

test("a payment goes to penalty, interest and principal, and makes a past-due loan active again", async () => {
  const loanNo = await lendOn("2027-02-01");
  await on("2027-03-10");
  const { arrears } = await account(loanNo);
  // 27 days of 40.00, and 2 % of the first instalment.
  expect(arrears).toMatchObject({ instalments: 9_461_85n + 1_080_00n, penalties: 210_84n });
  const paid = await pay(world.app, loanNo, { amount: arrears.total, paidOn: "2027-03-10" });
  expect(paid).toMatchObject({
    penalty: 210_84n,
    interest: 1_080_00n,
    principal: 9_461_85n,
    advance: 0n,
    isNew: true,
  });
  expect(await pay(world.app, loanNo, { amount: arrears.total, paidOn: "2027-03-10" })).toEqual({
    ...paid,
    isNew: false,
  });
  await expect(pay(world.app, loanNo, { amount: 1n, paidOn: "2027-03-10" })).rejects.toMatchObject({
    code: "loan_payment_differs",
  });
  expect(await account(loanNo)).toMatchObject({
    state: "active",
    prin_out_balance: 120_000_00n - 9_461_85n,
    arrears: { total: 0n },
    payments: [{ source: "payroll", amount: arrears.total }],
  });
  const { rows } = await world.app.pool.query(
    "select kind from notification where member_id = $1 and kind like 'loan%' order by id desc limit 3",
    [member.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    "loan_payment_taken",
    "loan_current_again",
    "loan_past_due",
  ]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("what is paid ahead waits, and goes to the next instalments as they fall due", async () => {
  const loanNo = await lendOn("2027-04-01");
  world.setTime(at("2027-04-20"));
  // The first instalment, and half of the second.
  const first = 9_461_85n + 1_160_00n;
  await pay(world.app, loanNo, { amount: first + 5_000_00n, paidOn: "2027-04-20" });
  expect(await account(loanNo)).toMatchObject({
    advance: first + 5_000_00n,
    arrears: { total: 0n },
  });
  await on("2027-05-01");
  expect(await account(loanNo)).toMatchObject({
    prin_out_balance: 120_000_00n - 9_461_85n,
    payments: [
      { source: "advance", amount: first, interest: 1_160_00n },
      { source: "payroll", interest: 0n, principal: 0n, advance: first + 5_000_00n },
    ],
  });
  await on("2027-05-31");
  expect((await account(loanNo)).advance).toBe(5_000_00n);
  await on("2027-06-01");
  expect(await account(loanNo)).toMatchObject({
    advance: 0n,
    arrears: { instalments: 5_661_85n, since: "2027-05-31" },
    shown: { accumulatedUnpaidAmount: 5_661_85n },
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("accrual stops at 90 days past due, and the interest is earned when it is paid", async () => {
  const loanNo = await lendOn("2027-07-01");
  await on("2027-12-01");
  const { rows } = await world.app.pool.query(
    `select to_char(a.month, 'YYYY-MM') as month, a.amount_centavos > 0 as is_earned
     from loan_accrual a join loan l on l.id = a.loan_id where l.loan_no = $1 order by a.month`,
    [loanNo],
  );
  // Due on July 31: 91 days on October 30.
  expect(rows.map(({ month, is_earned }) => `${month} ${is_earned}`)).toEqual([
    "2027-07 true",
    "2027-08 true",
    "2027-09 true",
    "2027-10 false",
    "2027-11 false",
  ]);
  const { arrears } = await account(loanNo);
  const income = await moved(["4010"], () =>
    pay(world.app, loanNo, { amount: arrears.total, paidOn: "2027-12-01" }),
  );
  const schedule = (await account(loanNo)).schedule;
  expect(income).toEqual([(schedule[3]?.interest ?? 0n) + (schedule[4]?.interest ?? 0n)]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("a loan is ended early from savings with the interest to the day, and what stood behind it is free", async () => {
  const loanNo = await lendOn("2028-01-01", { type: "BL", principal: 90_000_00n });
  const held = () =>
    world.app.pool.query(
      `select l.hold_centavos from member_account a join ledger_account l on l.id = a.ledger_account_id
       where a.member_id = $1 and a.product = 'me'`,
      [member.id],
    );
  expect((await held()).rows).toEqual([{ hold_centavos: 90_000_00n }]);
  world.setTime(at("2028-01-11"));
  const { settlement } = await account(loanNo);
  // 7 % of 90,000 for ten days.
  expect(settlement).toMatchObject({ principal: 90_000_00n, interest: 175_00n, total: 90_175_00n });
  const settle = (amount: bigint) =>
    pay(world.app, loanNo, { amount, paidOn: "2028-01-11", source: "counter", settles: true });
  await expect(settle(90_174_99n)).rejects.toMatchObject({ code: "loan_settlement_amount" });
  await settle(90_175_00n);
  expect(await account(loanNo)).toMatchObject({
    state: "fully_paid",
    prin_out_balance: 0n,
    settlement: { total: 0n },
    shown: undefined,
  });
  expect((await held()).rows).toEqual([{ hold_centavos: 0n }]);
  await expect(
    pay(world.app, loanNo, { amount: 1_00n, paidOn: "2028-01-11", reference: "LATE" }),
  ).rejects.toMatchObject({ code: "loan_not_open" });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("a loan that is paid to its last instalment ends, and what is left over goes to savings", async () => {
  const loanNo = await lendOn("2028-03-01", { type: "EM", principal: 30_000_00n, months: 3 });
  for (const day of ["2028-03-31", "2028-04-30"]) {
    world.setTime(at(day));
    await pay(world.app, loanNo, { amount: 11_000_00n, paidOn: day });
  }
  await on("2028-05-31");
  const before = await books("2010", "2210");
  const left = (await account(loanNo)).settlement.total;
  await pay(world.app, loanNo, { amount: 11_000_00n, paidOn: "2028-05-31" });
  expect(await account(loanNo)).toMatchObject({ state: "fully_paid", advance: 0n });
  expect(await books("2010", "2210")).toEqual([(before[0] ?? 0n) + 11_000_00n - left, 0n]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("what is paid ahead can be spent twice for one day: as an instalment falls due, and to end the loan", async () => {
  const loanNo = await lendOn("2028-07-01");
  world.setTime(at("2028-07-31"));
  // The first instalment, all of the second, and a part of the third.
  await pay(world.app, loanNo, { amount: 25_000_00n, paidOn: "2028-07-31" });
  await on("2028-09-01");
  const { advance, prin_out_balance: owed } = await account(loanNo);
  expect(advance).toBeGreaterThan(0n);
  await pay(world.app, loanNo, {
    amount: owed - advance,
    paidOn: "2028-08-31",
    source: "payroll",
    settles: true,
  });
  const ended = await account(loanNo);
  expect(ended).toMatchObject({ state: "fully_paid", prin_out_balance: 0n, advance: 0n });
  expect(ended.payments.map(({ reference }) => reference).toSorted()).toEqual([
    "ADVANCE-2028-08-31",
    "ADVANCE-2028-08-31-2",
    "PAY-2028-07-31",
    "PAY-2028-08-31",
  ]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("money of an earlier month goes to what is overdue by now, before any of it is kept ahead", async () => {
  const loanNo = await lendOn("2028-10-01");
  world.setTime(at("2028-10-31"));
  const { nextDue } = await account(loanNo);
  const first = nextDue?.amount ?? 0n;
  await pay(world.app, loanNo, { amount: first, paidOn: "2028-10-31", source: "counter" });
  await on("2028-12-01");
  const overdue = (await account(loanNo)).arrears.instalments;
  expect(overdue).toBe(10_661_85n);
  const late = { amount: first, paidOn: "2028-10-31", reference: "REMITTED-LATE" };
  expect(await pay(world.app, loanNo, late)).toMatchObject({ advance: 0n });
  expect(await account(loanNo)).toMatchObject({
    advance: 0n,
    arrears: { instalments: overdue - first, penalties: 0n },
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("no penalty is charged on what money paid ahead can pay", async () => {
  const loanNo = await lendOn("2029-01-01");
  await on("2029-02-01");
  await transact(world.app.db, (tx) =>
    bookMoney(tx, world.app, {
      loanNo,
      reference: "AHEAD",
      source: "payroll",
      amount: 15_000_00n,
      paidOn: "2029-02-01",
      isSettlement: false,
      lastPayable: () => 0,
      actor: { kind: "staff", name: "loan.officer" },
    }),
  );
  expect(await account(loanNo)).toMatchObject({ advance: 15_000_00n });
  await on("2029-02-06");
  const { advance, state, arrears } = await account(loanNo);
  expect({ state, arrears }).toMatchObject({ state: "active", arrears: { total: 0n } });
  // 30 days of 40.00.
  expect(advance).toBe(15_000_00n - (9_461_85n + 1_200_00n));
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
