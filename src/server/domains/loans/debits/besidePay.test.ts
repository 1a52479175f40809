import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { beginAutomaticDebit, stopAutomaticDebit } from "#contract/loanDebits.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { getOutlook } from "#contract/outlook.ts";
import { listPayrollLines } from "#contract/staff/payroll.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { addEmployed, deductionFile } from "#test/support/payrollActs.ts";
import { setBalance } from "#test/support/setBalance.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { debitLoans } from "./debitLoans.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;
let employer: string;
let employers = 0;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  employers += 1;
  employer = `Employer ${employers}`;
  // Due at each month's end, for the first time on Nov 30.
  ({ member, loanNo } = await addEmployed(world, employer));
  await setBalance(world, savings(), 20_000_00n);
  browser = await world.signIn(member);
});
afterEach(() => assertBooksHold(world));

const params = () => ({ guid: member.guid, loanNo });
const savings = () => member.accountNumbers.savings ?? "";

async function begin() {
  const intent = { kind: "automatic_debit", loanNo, accountNumber: savings() } as const;
  const proof = await approveWith(world, member, browser, intent);
  const body = { accountNumber: savings(), ...proof };
  expect(await world.call(beginAutomaticDebit, { params: params(), body }, browser)).toMatchObject({
    status: true,
  });
}

async function loan() {
  const answer = await world.call(getLoanAccount, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

async function comeTo(at: string) {
  world.setTime(new Date(`${at}:00+08:00`));
  await runLoanDays(world.app);
  await debitLoans(world.app);
  browser = await world.signIn(member);
}

const taken = async () =>
  (await loan()).payments
    .filter(({ source }) => source === "automatic")
    .map(({ amount }) => amount);

/** What the file of a month, made now, asks for the loan. */
async function askFor(month: string): Promise<bigint[]> {
  const officer = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(officer, { employer, month }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== "payroll_nothing_due") throw error;
  });
  const query = { show: "all", employer, month } as const;
  const answer = await officer.call(listPayrollLines, { query });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.rows.map(({ due }) => due);
}

test("S320 a deduction that is asked for after the debit was announced pays the day, and the debit takes nothing", async () => {
  await begin();
  await comeTo("2026-11-29T09:00");
  const due = (await loan()).nextDue?.amount;
  expect(await askFor("2026-11")).toEqual([due]);
  await comeTo("2026-11-30T09:00");
  await comeTo("2026-12-01T09:00");
  expect(await taken()).toEqual([]);
});

test("S320 what the debit took is asked of nobody's pay; at the same moment one of the two sees the other", async () => {
  await begin();
  await comeTo("2026-11-29T09:00");
  const due = (await loan()).nextDue?.amount ?? 0n;
  world.setTime(new Date("2026-11-30T09:00:00+08:00"));
  const [asked] = await Promise.all([askFor("2026-11"), debitLoans(world.app)]);
  browser = await world.signIn(member);
  const debited = await taken();
  expect([...asked, ...debited]).toEqual([due]);
  world.setTime(new Date("2026-12-01T09:00:00+08:00"));
  browser = await world.signIn(member);
  const next = (await loan()).schedule.find(({ dueOn }) => dueOn > manilaDate(world.app.now()));
  expect(await askFor("2026-12")).toEqual([next?.payment]);
});

test("S320 the loan, the outlook and what is told say that the pay comes first and the debit takes the rest", async () => {
  expect(await loan()).toMatchObject({ isDeducted: true });
  await begin();
  const outlook = await world.call(getOutlook, { params: { guid: member.guid } }, browser);
  if (!outlook.status) throw new Error(outlook.code);
  expect(outlook.result.coming.find((row) => row.loan?.loanNo === loanNo)).toMatchObject({
    kind: "debit",
    isDeducted: true,
  });
  await world.call(stopAutomaticDebit, { params: params() }, browser);
  const told = await world.textsTo(member.mobileNumber ?? "");
  expect(told).toContainEqual(expect.stringContaining("what your pay does not cover"));
  expect(told).toContainEqual(expect.stringContaining("your pay alone pays it now"));
  expect(told.join()).not.toContain("yourself");
});

test("S320 whose pay nobody deducts from is told to pay what falls due", async () => {
  await world.app.db
    .updateTable("member")
    .set({ employer: "" })
    .where("id", "=", member.id)
    .execute();
  expect(await loan()).toMatchObject({ isDeducted: false });
  await begin();
  await world.call(stopAutomaticDebit, { params: params() }, browser);
  const told = await world.textsTo(member.mobileNumber ?? "");
  expect(told).toContainEqual(expect.stringContaining("please pay it yourself"));
});
