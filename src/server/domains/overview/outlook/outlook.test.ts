import { getLoanAccount } from "#contract/loans.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginAutomaticDebit } from "#contract/loanDebits.ts";
import { payOwnLoan } from "#contract/loanPayments.ts";
import { lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { getOutlook } from "#contract/outlook.ts";
import { setStandingDeduction } from "#contract/staff/standingDeductions.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { endPause } from "#test/support/passkeyActs.ts";
import {
  deductionFile,
  posting,
  readFile,
  sentAccountRows,
  sentRows,
} from "#test/support/payrollActs.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { setBalance } from "#test/support/setBalance.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  member = await world.makeMember({
    savings: 0n,
    capital: { withdrawable: 9_000_00n, fixed: 1_000_00n },
    card: null,
  });
  // 50,000.00 for 12 months, due at each month's end; 49,225.00 of it went to savings.
  loanNo = await addLoan(world, member);
  await setBalance(world, savings(), 10_000_00n);
  browser = await world.signIn(member);
});

const savings = () => member.accountNumbers.savings ?? "";

async function outlook() {
  const answer = await world.call(getOutlook, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

async function comeTo(day: string) {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  await runLoanDays(world.app);
  browser = await world.signIn(member);
}

async function employ(employer: string) {
  await world.app.db.updateTable("member").set({ employer }).where("id", "=", member.id).execute();
}

test("S253 what a member pays comes with the balance after it, of two months that fall into the days too", async () => {
  const { coming, latest } = await outlook();
  expect(coming).toEqual([
    {
      on: "2026-11-30",
      kind: "due",
      loan: { loanNo, name: "Salary Loan" },
      payee: null,
      amount: 4_359_11n,
      isUnderWay: false,
      isDeducted: false,
      account: { accountNumber: savings(), name: "Savings Deposit", after: 5_640_89n, stays: 0n },
    },
  ]);
  expect(latest.map(({ accountName, amount }) => [accountName, amount])).toEqual([
    ["Savings Deposit", -39_225_00n],
    ["Savings Deposit", 49_225_00n],
    ["Capital Contribution", 1_000_00n],
    ["Capital Contribution", 9_000_00n],
  ]);
  await comeTo("2026-12-01");
  const { coming: later } = await outlook();
  expect(later.map(({ on, kind, account }) => [on, kind, account?.after])).toEqual([
    ["2026-11-30", "past_due", 5_640_89n],
    ["2026-12-31", "due", 1_198_45n],
  ]);
});

test("S253 what the pay brings moves no account, asked for already or not; what it lacks the member pays", async () => {
  await employ("PNP");
  const [expected] = (await outlook()).coming;
  expect(expected).toMatchObject({ kind: "deduction", amount: 4_359_11n, account: null });
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "PNP", month: "2026-11" });
  await employ("");
  await comeTo("2026-12-01");
  const { coming } = await outlook();
  expect(coming).toMatchObject([
    { on: "2026-12-01", kind: "deduction", amount: 4_359_11n, account: null },
    { on: "2026-12-31", kind: "due", amount: 4_442_44n },
  ]);
});

test("S253 a deduction under way stays as it was asked for, whatever the member pays beside it, until it has come", async () => {
  await employ("BFP");
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "BFP", month: "2026-11" });
  const deducted = { on: "2026-11-30", kind: "deduction", amount: 4_359_11n, account: null };
  expect((await outlook()).coming).toMatchObject([deducted]);
  await endPause(world, member);
  const money = { accountNumber: savings(), amount: "4359.11", pays: "part" } as const;
  const pay = async (key: string) => {
    const intent = { kind: "pay_loan", loanNo, ...money } as const;
    const proof = await approveWith(world, member, browser, intent);
    const body = { ...money, ...proof };
    const params = { guid: member.guid, loanNo };
    const paid = await world.call(payOwnLoan, { params, body }, browser, { idempotencyKey: key });
    expect(paid).toMatchObject({ status: true });
  };
  // All of November's ahead of its day, then on it: the pay was asked, and the deduction pays December's.
  await pay("beside-the-pay");
  // What December's lacks then: its payment is larger by 83.33.
  const lacked = { on: "2026-12-31", kind: "deduction", amount: 83_33n, account: null };
  expect((await outlook()).coming).toMatchObject([deducted, lacked]);
  await comeTo("2026-11-30");
  expect((await outlook()).coming).toMatchObject([deducted, lacked]);
  // The month is over and it has not come: it pays what comes next, and both come from the pay.
  await comeTo("2026-12-01");
  expect((await outlook()).coming).toMatchObject([{ ...lacked, amount: 4_442_44n }]);
  const of = { employer: "BFP", month: "2026-11" };
  const desk = await world.makeStaff({ role: "loan_officer" });
  const remittanceId = await sentRows(desk, [[loanNo, "4359.11"]], of);
  const chief = await world.makeStaff({ role: "supervisor" });
  await approve(chief, await asked(desk, posting(await readFile(desk, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  expect((await outlook()).coming).toMatchObject([lacked]);
});

test("S253 a deduction of a month that is over is on its way while what it pays is past due: today, apart from what comes next", async () => {
  await employ("BJMP");
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "BJMP", month: "2026-11" });
  await comeTo("2026-12-02");
  expect((await outlook()).coming).toMatchObject([
    { on: "2026-12-02", kind: "deduction", amount: 4_359_11n, isUnderWay: true, account: null },
    { on: "2026-12-31", kind: "deduction", amount: 4_442_44n, isUnderWay: false },
  ]);
  const params = { guid: member.guid, loanNo };
  const page = await world.call(getLoanAccount, { params }, browser);
  expect(page).toMatchObject({
    result: {
      arrears: { total: 4_359_11n },
      deduction: { month: "2026-11", amount: 4_359_11n },
    },
  });
});

test("S253 a deduction of more than the loan's next payments stands there once and whole", async () => {
  await comeTo("2026-12-01");
  await employ("AFP");
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "AFP", month: "2026-12" });
  const { coming } = await outlook();
  // What is past due and December's, in one.
  expect(coming).toMatchObject([
    { on: "2026-12-31", kind: "deduction", amount: 8_801_55n, account: null },
  ]);
});

test("S253 an automatic debit takes what is past due with the next instalment; locked money that comes free is added", async () => {
  await comeTo("2026-12-01");
  await endPause(world, member);
  const accountNumber = savings();
  const intent = { kind: "automatic_debit", loanNo, accountNumber } as const;
  const proof = await approveWith(world, member, browser, intent);
  const params = { guid: member.guid, loanNo };
  await world.call(beginAutomaticDebit, { params, body: { accountNumber, ...proof } }, browser);
  const money = { accountNumber, amount: "1000.00" };
  const own = { guid: member.guid };
  const idempotencyKey = "outlook-lock";
  await world.call(lockMoney, { params: own, body: money }, browser, { idempotencyKey });
  const release = await approveWith(world, member, browser, { kind: "release_lock", ...money });
  await world.call(releaseLock, { params: own, body: { ...money, ...release } }, browser);
  const { coming } = await outlook();
  expect(coming).toMatchObject([
    { on: "2026-12-02", kind: "release", loan: null, account: { after: 10_000_00n } },
    { on: "2026-12-31", kind: "debit", amount: 8_801_55n, account: { after: 1_198_45n } },
  ]);
});

test("S253 what is put aside from the pay is added, of the contribution what may be taken out, until it came", async () => {
  await comeTo("2026-12-01");
  await employ("PNP");
  const staff = await world.makeStaff({ role: "loan_officer" });
  for (const [accountNo, monthly] of [
    [member.accountNumbers.me, "1000.00"],
    [savings(), "250.00"],
  ]) {
    const body = {
      accountNo: accountNo ?? "",
      monthly: monthly ?? "",
      firstMonth: "2026-12",
      authority: "Form 12, No. 1",
    };
    // oxlint-disable-next-line no-await-in-loop -- two of them
    expect(await staff.call(setStandingDeduction, { body })).toMatchObject({ status: true });
  }
  const put = async () => (await outlook()).coming.filter(({ kind }) => kind === "saving");
  // A tenth of the contribution's new high stays.
  expect(await put()).toMatchObject([
    { on: "2026-12-31", amount: 1_000_00n, account: { after: 9_900_00n, stays: 100_00n } },
    { on: "2026-12-31", amount: 250_00n, account: { after: 5_890_89n, stays: 0n } },
  ]);
  const of = { employer: "PNP", month: "2026-12" };
  await deductionFile(staff, of);
  const remittanceId = await sentAccountRows(staff, [[savings(), "250.00"]], of);
  const chief = await world.makeStaff({ role: "supervisor" });
  await approve(chief, await asked(staff, posting(await readFile(staff, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await put()).toMatchObject([{ amount: 1_000_00n }]);
});

test("S253 nobody reads the outlook of somebody else", async () => {
  const other = await world.makeMember({ card: null });
  const stranger = await world.signIn(other);
  const asked = await world.call(getOutlook, { params: { guid: member.guid } }, stranger);
  expect(asked).toMatchObject({ httpStatus: 404 });
});
