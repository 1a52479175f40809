import { afterAll, beforeAll, expect, test } from "vitest";
import { getAccount } from "#contract/accounts.ts";
import { listPayrollLines } from "#contract/staff/payroll.ts";
import {
  endStandingDeduction,
  listStandingDeductions,
  setStandingDeduction,
  type StandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { deductionFile } from "#test/support/payrollActs.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let officer: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A day at work: sessions end overnight. */
async function goTo(day: string): Promise<void> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  officer = await world.makeStaff({ role: "loan_officer" });
}

const employed = (employer: string) =>
  world.makeMember({ officeId: 1n, savings: 0n, employer, card: null });

async function set(accountNo: string | undefined, monthly: string, firstMonth: string) {
  const body = { accountNo: accountNo ?? "", monthly, firstMonth, authority: "Form 12" };
  const answer = await officer.call(setStandingDeduction, { body });
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** What the file of a month asks for, which is made now. */
async function askedIn(employer: string, month: string): Promise<bigint[]> {
  await deductionFile(officer, { employer, month });
  const answer = await officer.call(listPayrollLines, { query: { show: "all", employer, month } });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.rows.map(({ due }) => due);
}

async function listed(employer: string, show: "running" | "ended"): Promise<unknown[]> {
  const answer = await officer.call(listStandingDeductions, { query: { show, employer } });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.rows
    .map(({ monthly, firstMonth, lastMonth, state }: StandingDeduction) => [
      monthly,
      firstMonth,
      lastMonth,
      state,
    ])
    .toSorted((a, b) => String(a).localeCompare(String(b)));
}

test("S372 a deduction that is changed from a later month on goes on until then: each month is asked for once", async () => {
  await goTo("2026-11-05");
  const employer = "PNP";
  const member = await employed(employer);
  const accountNo = member.accountNumbers.savings;
  await set(accountNo, "500.00", "2026-11");
  expect(await askedIn(employer, "2026-11")).toEqual([500_00n]);
  await Promise.all([1, 2].map(() => set(accountNo, "800.00", "2027-01")));
  expect(await listed(employer, "running")).toEqual([
    [500_00n, "2026-11", "2026-12", "running"],
    [800_00n, "2027-01", null, "running"],
  ]);
  expect(await listed(employer, "ended")).toEqual([]);
  expect(await askedIn(employer, "2026-12")).toEqual([500_00n]);

  const browser = await world.signIn(member);
  const params = { guid: member.guid, accountNo: accountNo ?? "" };
  expect(await world.call(getAccount, { params }, browser)).toMatchObject({
    result: {
      fromPay: {
        monthly: 500_00n,
        firstMonth: "2026-11",
        next: { monthly: 800_00n, firstMonth: "2027-01" },
      },
    },
  });
  const told = await world.app.db
    .selectFrom("notification")
    .select(["kind", "params"])
    .where("member_id", "=", member.id)
    .where("kind", "like", "deduction%")
    .orderBy("id")
    .execute();
  expect(told).toMatchObject([
    { kind: "deduction_set", params: { amount: "\u20B1500.00" } },
    { kind: "deduction_changed", params: { amount: "\u20B1800.00", before: "\u20B1500.00" } },
  ]);

  await goTo("2026-12-10");
  expect(await askedIn(employer, "2027-01")).toEqual([800_00n]);
  await goTo("2027-01-04");
  expect(await listed(employer, "running")).toEqual([[800_00n, "2027-01", null, "running"]]);
  expect(await listed(employer, "ended")).toEqual([[500_00n, "2026-11", "2026-12", "ended"]]);
  expect(await askedIn(employer, "2027-02")).toEqual([800_00n]);
});

test("S372 what is set from a month on takes the place of all that would begin later, and what ends, ends whole", async () => {
  await goTo("2026-11-06");
  const employer = "BFP";
  const { accountNumbers } = await employed(employer);
  const { savings } = accountNumbers;
  await set(savings, "500.00", "2026-11");
  await set(savings, "800.00", "2027-02");
  await set(savings, "900.00", "2027-04");
  expect(await listed(employer, "running")).toEqual([
    [500_00n, "2026-11", "2027-01", "running"],
    [800_00n, "2027-02", "2027-03", "running"],
    [900_00n, "2027-04", null, "running"],
  ]);
  await set(savings, "600.00", "2026-12");
  expect(await listed(employer, "running")).toEqual([
    [500_00n, "2026-11", "2026-11", "running"],
    [600_00n, "2026-12", null, "running"],
  ]);
  // From the month that runs: nothing of what was is asked for any more.
  const { deductionId } = await set(savings, "650.00", "2026-11");
  expect(await listed(employer, "running")).toEqual([[650_00n, "2026-11", null, "running"]]);
  await set(savings, "700.00", "2027-01");

  const end = () =>
    officer.call(endStandingDeduction, {
      params: { deductionId },
      body: { reason: "The member wrote" },
    });
  expect(
    (await Promise.all([end(), end()]))
      .map(({ status }) => status)
      .toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([false, true]);
  expect(await listed(employer, "running")).toEqual([]);
  // Somebody else's is all that a file finds.
  const other = await employed(employer);
  await set(other.accountNumbers.savings, "5.00", "2026-11");
  expect(await askedIn(employer, "2026-11")).toEqual([5_00n]);
  expect(await askedIn(employer, "2026-12")).toEqual([5_00n]);
});

test("S280 what is deducted each month is no more than a row of a remittance can bring", async () => {
  await goTo("2026-11-05");
  const member = await employed("NBI");
  const of = {
    accountNo: member.accountNumbers.savings ?? "",
    firstMonth: "2026-12",
    authority: "Form 12",
  };
  const setting = (monthly: string) =>
    officer.call(setStandingDeduction, { body: { ...of, monthly } });
  expect(await setting("1000000000.00")).toMatchObject({
    errors: [{ param: "monthly", msg: "The most is ₱999,999,999.99" }],
  });
  expect(await setting("999999999.99")).toMatchObject({ status: true });
});
