import { afterAll, beforeAll, expect, test } from "vitest";
import { beginAutomaticDebit } from "#contract/loanDebits.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { getDashboard, getLoans } from "#contract/members.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { endPause } from "#test/support/passkeyActs.ts";
import { deductionFile } from "#test/support/payrollActs.ts";

type Borrower = { member: TestMember; loanNo: string };

let world: World;
const of: Record<"PNP" | "BFP" | "", Borrower> = {
  PNP: { member: {} as TestMember, loanNo: "" },
  BFP: { member: {} as TestMember, loanNo: "" },
  "": { member: {} as TestMember, loanNo: "" },
};

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  for (const employer of ["PNP", "BFP", ""] as const) {
    // oxlint-disable-next-line no-await-in-loop -- three of them
    of[employer] = await borrower(employer);
  }
});
afterAll(() => world.close());

/** 50,000.00 for 12 months, due at each month's end: 4,359.11 in November, then 4,442.44. */
async function borrower(employer: string): Promise<Borrower> {
  const member = await world.makeMember({ savings: 0n, card: null });
  await world.app.db.updateTable("member").set({ employer }).where("id", "=", member.id).execute();
  return { member, loanNo: await addLoan(world, member) };
}

async function comeTo(day: string) {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  await runLoanDays(world.app);
}

async function read({ member, loanNo }: Borrower) {
  const browser = await world.signIn(member);
  const params = { guid: member.guid, loanNo };
  const answer = await world.call(getLoanAccount, { params }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** What the dashboard says of it, which is what the list of loans says. */
async function onDashboard({ member }: Borrower) {
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  const answer = await world.call(getDashboard, { params }, browser);
  const listed = await world.call(getLoans, { params }, browser);
  if (!answer.status || !listed.status) throw new Error("no dashboard");
  expect(answer.result.loans).toEqual(listed.result);
  return answer.result.loans[0];
}

/** What the newest file of deductions asks for a loan. */
async function askedFor({ loanNo }: Borrower) {
  const line = await world.app.db
    .selectFrom("payroll_line as d")
    .innerJoin("loan as n", "n.id", "d.loan_id")
    .innerJoin("payroll_file as f", "f.id", "d.file_id")
    .select("d.due_centavos as due")
    .where("n.loan_no", "=", loanNo)
    .orderBy("f.month", "desc")
    .executeTakeFirstOrThrow();
  return line.due;
}

test("S311 nothing comes of a loan on which nothing is late", async () => {
  const { arrears } = await read(of.PNP);
  expect(arrears).toMatchObject({ total: 0n, dueOns: [], nextPenalty: null, nextTaking: null });
  expect(await onDashboard(of.PNP)).toMatchObject({ isPaidByDeduction: false });
});

test("S311 a late loan tells the next penalty, as it is booked, and what the next file of deductions asks, as it asks", async () => {
  await comeTo("2027-01-01");
  const { arrears } = await read(of.PNP);
  // 2 % of November's was charged on December 6.
  const late = 4_359_11n + 4_442_44n;
  expect(arrears).toMatchObject({
    total: late + 87_18n,
    dueOns: ["2026-11-30", "2026-12-31"],
    nextPenalty: { on: "2027-01-06", amount: 176_03n },
    nextTaking: { by: "deduction", on: "2027-01-31", amount: late + 87_18n + 4_442_44n },
  });
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "PNP", month: "2027-01" });
  expect(await askedFor(of.PNP)).toBe(arrears.nextTaking?.amount);

  // It is under way: the file after it asks for what comes then.
  const after = await read(of.PNP);
  expect(after.deduction?.amount).toBe(arrears.nextTaking?.amount);
  expect(after.arrears.nextTaking).toEqual({
    by: "deduction",
    on: "2027-02-28",
    amount: 4_442_44n,
  });
  await comeTo("2027-01-06");
  const charged = await read(of.PNP);
  expect(charged.arrears.penalties - arrears.penalties).toBe(arrears.nextPenalty?.amount);
  // In February what the pay was asked for in January waits, once.
  expect(charged.arrears.nextPenalty).toMatchObject({ on: "2027-03-06" });
});

test("S311 the dashboard knows a late loan that a deduction under way pays whole, and one that it does not", async () => {
  const employer = "BFP";
  const staff = await world.makeStaff({ role: "loan_officer" });
  expect(await onDashboard(of.BFP)).toMatchObject({ isPaidByDeduction: false });
  await deductionFile(staff, { employer, month: "2027-01" });
  expect(await onDashboard(of.BFP)).toMatchObject({ isPaidByDeduction: true });
  // A penalty comes on top of what was asked for: less than all of it is on its way.
  await world.app.db
    .updateTable("loan")
    .set({ overdue_centavos: 99_999_99n })
    .where("loan_no", "=", of.BFP.loanNo)
    .execute();
  expect(await onDashboard(of.BFP)).toMatchObject({ isPaidByDeduction: false });
});

test("S311 who has no employer pays a late loan alone, or by the automatic debit, which takes it with the next payment", async () => {
  const { member, loanNo } = of[""];
  const alone = await read(of[""]);
  expect(alone.arrears).toMatchObject({ nextTaking: null, nextPenalty: { on: "2027-02-06" } });
  await endPause(world, member);
  const browser = await world.signIn(member);
  const accountNumber = member.accountNumbers.savings ?? "";
  const intent = { kind: "automatic_debit", loanNo, accountNumber } as const;
  const proof = await approveWith(world, member, browser, intent);
  const params = { guid: member.guid, loanNo };
  await world.call(beginAutomaticDebit, { params, body: { accountNumber, ...proof } }, browser);
  const { arrears, nextDue } = await read(of[""]);
  expect(arrears.nextTaking).toEqual({
    by: "debit",
    on: "2027-01-31",
    amount: arrears.total + (nextDue?.amount ?? 0n),
  });
  // Nothing more comes of one that is closed.
  await world.app.db
    .updateTable("loan")
    .set({ state: "written_off", past_due_since: null, ended_at: world.app.now() })
    .where("loan_no", "=", loanNo)
    .execute();
  expect((await read(of[""])).arrears).toMatchObject({ nextPenalty: null, nextTaking: null });
});
