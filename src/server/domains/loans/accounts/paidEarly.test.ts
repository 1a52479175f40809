import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#common/manila.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { daysBetween } from "#server/domains/loans/terms/dueDates.ts";
import { lend, pay } from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readLoanAccount } from "./readLoanAccount.ts";

let world: World;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

const goTo = (day: string) => world.setTime(new Date(`${day}T09:00:00+08:00`));

async function lendOn(day: string, terms: Parameters<typeof lend>[2] = {}): Promise<string> {
  goTo(day);
  member = await world.makeMember({ savings: 200_000_00n });
  return lend(world.app, member, terms);
}

const account = (loanNo: string) => readLoanAccount(world.app, { memberId: member.id, loanNo });

type Account = Awaited<ReturnType<typeof account>>;
const sum = <T>(rows: readonly T[], of: (row: T) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n);

/** Ends a loan today with what it says that ends it, unless a deduction has; answers how much that was. */
async function settle(loanNo: string, day: string): Promise<bigint> {
  const { settlement, state } = await account(loanNo);
  if (state === "fully_paid") return 0n;
  const { total } = settlement;
  const end = { amount: total, paidOn: day, reference: "END", settles: true };
  await pay(world.app, loanNo, { ...end, source: "counter" });
  return total;
}

/** What an ASSOC account holds, in credits. */
async function credits(code: string): Promise<bigint> {
  const { rows } = await world.app.pool.query<{ total: bigint }>(
    `select coalesce(sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end), 0)::bigint as total
     from posting p join ledger_account a on a.id = p.ledger_account_id where a.book = 'ASSOC' and a.code = $1`,
    [code],
  );
  return rows[0]?.total ?? 0n;
}

/** By the schedule: all interest of what has fallen due, and of the days since then, never more than the next has. */
function earnedTo(day: string, { principal, annualRate, releasedOn, schedule }: Account): bigint {
  const due = schedule.filter(({ dueOn }) => dueOn <= day);
  const running = schedule[due.length];
  const earned = sum(due, ({ interest }) => interest);
  if (running === undefined) return earned;
  const balance = due.at(-1)?.balance ?? principal;
  const days = BigInt(daysBetween(due.at(-1)?.dueOn ?? releasedOn, day));
  const rate = BigInt(annualRate.replace(".", ""));
  const counted = (balance * rate * days + 1_800_000n) / 3_600_000n;
  return earned + (counted < running.interest ? counted : running.interest);
}

test("who pays an instalment early and all the rest on the same day pays no interest of days to come", async () => {
  const loanNo = await lendOn("2026-11-21", { principal: 150_000_00n });
  const { nextDue } = await account(loanNo);
  const early = nextDue?.amount ?? 0n;
  const taken = await pay(world.app, loanNo, { amount: early, paidOn: "2026-11-21" });
  expect(taken).toMatchObject({ interest: 0n, principal: 0n, advance: early });
  expect(early + (await settle(loanNo, "2026-11-21"))).toBe(150_000_00n);
  expect(await account(loanNo)).toMatchObject({
    state: "fully_paid",
    interestPaid: 0n,
    principalPaid: 150_000_00n,
    advance: 0n,
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("who pays early and ends the loan later pays the interest of the days between, and no more", async () => {
  const loanNo = await lendOn("2026-12-01", { principal: 150_000_00n });
  goTo("2026-12-06");
  await pay(world.app, loanNo, { amount: 12_000_00n, paidOn: "2026-12-06", source: "counter" });
  goTo("2026-12-11");
  // 50.00 a day.
  expect(12_000_00n + (await settle(loanNo, "2026-12-11"))).toBe(150_500_00n);
  expect(await credits("2210")).toBe(0n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("who pays early owes nothing till the next due day, and is never shown as late", async () => {
  const loanNo = await lendOn("2027-02-01", { principal: 120_000_00n });
  goTo("2027-02-10");
  // The first instalment, and 4,000.00 of the second.
  const first = 9_461_85n + 1_080_00n;
  await pay(world.app, loanNo, { amount: first + 4_000_00n, paidOn: "2027-02-10" });
  const shown = {
    nextDue: { dueOn: "2027-03-31", amount: 6_661_85n },
    arrears: { instalments: 0n, penalties: 0n, total: 0n, since: null },
  };
  const early = await account(loanNo);
  expect(early).toMatchObject({
    ...shown,
    prin_out_balance: 120_000_00n,
    advance: first + 4_000_00n,
    schedule: [
      { paid: 0n, ahead: first, state: "paid_ahead" },
      { paid: 0n, ahead: 4_000_00n, state: "partly_paid" },
      { paid: 0n, ahead: 0n, state: "planned" },
      ...early.schedule.slice(3),
    ],
  });
  goTo("2027-03-01");
  expect(await account(loanNo)).toMatchObject(shown);
  await runLoanDays(world.app);
  expect(await account(loanNo)).toMatchObject({
    ...shown,
    prin_out_balance: 120_000_00n - 9_461_85n,
    advance: 4_000_00n,
    interestPaid: 1_080_00n,
  });
  await settle(loanNo, "2027-03-01");
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

const centavos = fc.bigInt({ min: 1n, max: 20_000_00n });
const plans = fc.record({
  payments: fc.array(fc.record({ after: fc.nat(120), amount: centavos, isJobRun: fc.boolean() }), {
    maxLength: 8,
  }),
  endsAfter: fc.nat(150),
  releasedAfter: fc.integer({ min: 1, max: 31 }),
});

test("whatever is paid ahead and whenever the loan is ended: its interest is what the days earned", async () => {
  let day = "2027-03-01";
  await fc.assert(
    fc.asyncProperty(plans, async ({ payments, endsAfter, releasedAfter }) => {
      const released = addDays(day, releasedAfter);
      const income = await credits("4010");
      const loanNo = await lendOn(released, { type: "EM", principal: 60_000_00n, months: 6 });
      const planned = await account(loanNo);
      const inOrder = payments
        .filter(({ after }) => after <= endsAfter)
        .toSorted((one, other) => one.after - other.after);
      let paid = 0n;
      let isEndedByPay = false;
      for (const [index, { after, amount, isJobRun }] of inOrder.entries()) {
        day = addDays(released, after);
        goTo(day);
        if (isJobRun) await runLoanDays(world.app);
        await pay(world.app, loanNo, { amount, paidOn: day, reference: `EARLY-${index}` });
        paid += amount;
        // A deduction that, with what was paid ahead, brings all of it ends the loan.
        isEndedByPay = (await account(loanNo)).state === "fully_paid";
        if (isEndedByPay) break;
      }
      const end = isEndedByPay ? day : addDays(released, endsAfter);
      day = end;
      goTo(end);
      await runLoanDays(world.app);
      paid += await settle(loanNo, end);
      const earned = earnedTo(end, planned);
      const ended = await account(loanNo);
      expect(ended).toMatchObject({ state: "fully_paid", advance: 0n, interestPaid: earned });
      expect((await credits("4010")) - income).toBe(earned);
      expect(await credits("2210")).toBe(0n);
      const penalties = sum(ended.payments, ({ penalty }) => penalty);
      const { refunded_centavos: refunded } = await world.app.db
        .selectFrom("loan")
        .select("refunded_centavos")
        .where("loan_no", "=", loanNo)
        .executeTakeFirstOrThrow();
      expect(paid - refunded).toBe(60_000_00n + earned + penalties);
      expect(refunded === 0n || isEndedByPay).toBe(true);
      expect(await checkInvariants(world.app.db)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
