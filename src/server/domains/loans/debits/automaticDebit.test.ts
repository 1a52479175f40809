import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { beginAutomaticDebit, stopAutomaticDebit } from "#contract/loanDebits.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { getLoanFile } from "#contract/staff/loanAccounts.ts";
import { toDecimal } from "#common/money.ts";
import { payOwnLoan } from "#server/domains/loans/payments/payOwnLoan.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { deductionFile } from "#test/support/payrollActs.ts";
import { setBalance } from "#test/support/setBalance.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { debitLoans } from "./debitLoans.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;

/** 50,000.00 at 12 percent for 12 months: due at the month's end. */
const INSTALMENT = 4_442_44n;

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
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
});
afterEach(() => assertBooksHold(world));

const params = (of = loanNo) => ({ guid: member.guid, loanNo: of });
const savings = () => member.accountNumbers.savings ?? "";
const me = () => member.accountNumbers.me ?? "";

async function begin(accountNumber = savings()) {
  const intent = { kind: "automatic_debit", loanNo, accountNumber } as const;
  const proof = await approveWith(world, member, browser, intent);
  const body = { accountNumber, ...proof };
  const answer = await world.call(beginAutomaticDebit, { params: params(), body }, browser);
  await told();
  return answer;
}

const stop = () => world.call(stopAutomaticDebit, { params: params() }, browser);

async function loan() {
  const answer = await world.call(getLoanAccount, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** A moment in Manila, with what the jobs do by then. */
async function comeTo(at: string) {
  world.setTime(new Date(`${at}:00+08:00`));
  await runLoanDays(world.app);
  await debitLoans(world.app);
  browser = await world.signIn(member);
  // A text that waits for longer than a day is not sent.
  await told();
}

/** What the phone was told of it, the oldest first. */
async function told(): Promise<string[]> {
  const texts = await world.textsTo(member.mobileNumber ?? "");
  return texts.filter((text) => /is taken from|we take|could not take/.test(text)).toReversed();
}

const automatic = async () =>
  (await loan()).payments.filter(({ source }) => source === "automatic");

test("S250 what is due is announced the day before and taken on the day, once, with a code for exactly this", async () => {
  expect(await begin()).toMatchObject({
    status: true,
    result: {
      accountNumber: savings(),
      begunOn: "2026-11-05",
      nextOn: "2026-11-30",
      unpaidOn: null,
    },
  });
  await comeTo("2026-11-28T09:00");
  await comeTo("2026-11-29T09:00");
  await debitLoans(world.app);
  const [announced = "", ...begun] = (await told()).toReversed();
  expect(begun).toEqual([expect.stringContaining("is taken from account")]);
  const { nextDue } = await loan();
  expect(announced).toContain(`on Nov 30, 2026 we take PHP ${toText(nextDue?.amount ?? 0n)}`);
  expect(announced).toContain(`...${savings().slice(-4)}`);
  expect(await automatic()).toEqual([]);
  await comeTo("2026-11-30T00:10");
  await comeTo("2026-11-30T09:00");
  expect(await automatic()).toEqual([
    expect.objectContaining({
      amount: nextDue?.amount,
      paidOn: "2026-11-30",
      reference: expect.stringMatching(/^AD261130-\d{7}$/),
    }),
  ]);
  await comeTo("2026-12-01T09:00");
  expect(await loan()).toMatchObject({ arrears: { total: 0n }, state: "active" });
  expect(await automatic()).toHaveLength(1);
});

test("S250 an account without the money is tried until the day ends; then the member is told, once", async () => {
  await begin();
  await setBalance(world, savings(), 100_00n);
  await comeTo("2026-11-29T09:00");
  await comeTo("2026-11-30T09:00");
  await comeTo("2026-11-30T23:30");
  expect(await automatic()).toEqual([]);
  const before = (await told()).length;
  await comeTo("2026-12-01T00:10");
  await comeTo("2026-12-01T09:00");
  expect((await told()).slice(before)).toEqual([expect.stringContaining("we could not take")]);
  expect(await loan()).toMatchObject({ automaticDebit: { unpaidOn: "2026-11-30" } });
  // The next due day takes what is late as well, and no more than was said.
  await setBalance(world, savings(), 20_000_00n);
  await comeTo("2026-12-30T09:00");
  await comeTo("2026-12-31T09:00");
  await comeTo("2027-01-01T09:00");
  expect(await automatic()).toHaveLength(1);
  expect(await loan()).toMatchObject({ arrears: { total: 0n } });
});

test("S250 money that comes in the course of the day is taken then", async () => {
  await begin();
  await setBalance(world, savings(), 0n);
  await comeTo("2026-11-29T09:00");
  await comeTo("2026-11-30T08:00");
  await setBalance(world, savings(), 10_000_00n);
  await comeTo("2026-11-30T08:05");
  expect(await automatic()).toHaveLength(1);
});

test("S250 two workers take one day once, and a bank that was away on the day takes it after", async () => {
  await begin();
  await comeTo("2026-11-29T09:00");
  world.setTime(new Date("2026-12-02T09:00:00+08:00"));
  await runLoanDays(world.app);
  await Promise.all([debitLoans(world.app), debitLoans(world.app), debitLoans(world.app)]);
  browser = await world.signIn(member);
  expect(await automatic()).toEqual([expect.objectContaining({ paidOn: "2026-12-02" })]);
});

test("S250 what the pay brings is not taken twice", async () => {
  await world.app.db
    .updateTable("member")
    .set({ employer: "PNP" })
    .where("id", "=", member.id)
    .execute();
  await begin();
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "PNP", month: "2026-11" });
  const before = await told();
  await comeTo("2026-11-29T09:00");
  await comeTo("2026-11-30T09:00");
  expect(await automatic()).toEqual([]);
  expect(await told()).toEqual(before);
});

test("S250 it stops at once, also what was announced; another account takes its place", async () => {
  await begin();
  expect(await begin(me())).toMatchObject({ status: true, result: { accountNumber: me() } });
  await comeTo("2026-11-29T09:00");
  expect(await stop()).toMatchObject({ status: true });
  expect(await stop()).toMatchObject({ status: true });
  await comeTo("2026-11-30T09:00");
  expect(await automatic()).toEqual([]);
  expect(await loan()).toMatchObject({ automaticDebit: null });
  const officer = await world.makeStaff({ role: "loan_officer", officeId: null });
  const file = () => officer.call(getLoanFile, { params: { loanNo } });
  expect(await file()).toMatchObject({ result: { automaticDebit: null } });
  browser = await world.signIn(member);
  await begin(me());
  expect(await file()).toMatchObject({
    result: { automaticDebit: { account: me().slice(-4), begunOn: "2026-11-30" } },
  });
  // The same again is the same.
  const again = { params: params(), body: { accountNumber: me() } };
  expect(await world.call(beginAutomaticDebit, again, browser)).toMatchObject({ status: true });
});

test("S250 a frozen account has nothing taken, and is told so", async () => {
  await begin();
  await comeTo("2026-11-29T09:00");
  await world.call(freezeAccount, {}, browser);
  for (const at of ["2026-11-30T09:00", "2026-11-30T22:00", "2026-12-01T01:00"]) {
    world.setTime(new Date(`${at}:00+08:00`));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await debitLoans(world.app);
    // oxlint-disable-next-line no-await-in-loop -- sent before the next day
    await told();
  }
  const { rows } = await world.app.pool.query<{ source: string }>(
    "select p.source from loan_payment p join loan l on l.id = p.loan_id where l.loan_no = $1",
    [loanNo],
  );
  expect(rows).toEqual([]);
  expect((await told()).at(-1)).toContain("we could not take");
});

test("S250 whoever cannot be debited keeps no other from it, however many are read at a time", async () => {
  await begin();
  await world.call(freezeAccount, {}, browser);
  const [frozen, first] = [member, loanNo];
  member = await world.makeMember({ savings: 0n, card: null });
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
  await begin();
  for (const at of ["2026-11-29T09:00", "2026-11-30T09:00"]) {
    world.setTime(new Date(`${at}:00+08:00`));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await debitLoans(world.app, 1);
  }
  browser = await world.signIn(member);
  expect(await automatic()).toHaveLength(1);
  const { rows } = await world.app.pool.query<{ state: string }>(
    `select y.state from automatic_debit_day y join automatic_debit d on d.id = y.debit_id
      join loan l on l.id = d.loan_id where l.member_id = $1 and l.loan_no = $2`,
    [frozen.id, first],
  );
  expect(rows).toEqual([{ state: "announced" }]);
});

test("S250 it ends with its loan", async () => {
  await begin();
  const { settlement } = await loan();
  await setBalance(world, savings(), settlement.total + INSTALMENT);
  const money = {
    accountNumber: savings(),
    amount: toDecimal(settlement.total),
    pays: "all" as const,
  };
  const proof = await approveWith(world, member, browser, { kind: "pay_loan", loanNo, ...money });
  await payOwnLoan(world.app, await caller(), {
    payment: { ...money, amount: settlement.total, loanNo },
    key: "ends-the-loan",
    code: { ...proof, browserHash: await browserHash(proof.pinId) },
  });
  await comeTo("2026-11-29T09:00");
  await comeTo("2026-11-30T09:00");
  expect(await loan()).toMatchObject({ state: "fully_paid", automaticDebit: null });
  expect(await automatic()).toEqual([]);
});

test("S251 nobody begins it for another's loan or from another's account, or without a code", async () => {
  const other = await world.makeMember({ savings: 5_000_00n, card: null });
  const theirs = await addLoan(world, other);
  const intent = (of: object) =>
    ({ kind: "automatic_debit", loanNo, accountNumber: savings(), ...of }) as Intent;
  const approve = (of: object) => approveWith(world, member, browser, intent(of));
  await expect(approve({ loanNo: theirs })).rejects.toThrow(/not_found/);
  const account = { accountNumber: other.accountNumbers.savings };
  await expect(approve(account)).rejects.toThrow(/own_account_unknown/);
  const call = (body: object, of = loanNo) =>
    world.call(
      beginAutomaticDebit,
      { params: params(of), body: { accountNumber: savings(), ...body } },
      browser,
    );
  expect(await call({})).toMatchObject({ code: "otp_needed" });
  const proof = await approve({ accountNumber: me() });
  // For the other account, and for the other loan.
  expect(await call(proof)).toMatchObject({ code: "otp_not_for_this" });
  expect(await call(proof, theirs)).toMatchObject({ code: "not_found" });
  const stopped = await world.call(stopAutomaticDebit, { params: params(theirs) }, browser);
  expect(stopped).toMatchObject({ code: "not_found" });
  expect(await loan()).toMatchObject({ automaticDebit: null });
});

test("S251 an order whose session ended while it was under way counts no more", async () => {
  const money = { accountNumber: savings(), amount: "10.00", pays: "part" as const };
  const proof = await approveWith(world, member, browser, { kind: "pay_loan", loanNo, ...money });
  const who = await caller();
  const code = { ...proof, browserHash: await browserHash(proof.pinId) };
  // The call has been let in; then comes the freeze, then what it does.
  await world.call(freezeAccount, {}, browser);
  const payment = { ...money, amount: 10_00n, loanNo };
  await expect(
    payOwnLoan(world.app, who, { payment, key: "after-the-freeze", code }),
  ).rejects.toMatchObject({ code: "session_expired" });
});

type Intent = Parameters<typeof approveWith>[3];

const toText = (amount: bigint) => toDecimal(amount).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ",");

async function caller() {
  const { id } = await world.app.db
    .selectFrom("session")
    .select("id")
    .where("member_id", "=", member.id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    memberId: member.id,
    memberGuid: member.guid,
    sessionId: id,
    correlationId: "test",
    language: "en" as const,
  };
}

async function browserHash(pinId: string): Promise<Buffer> {
  const { browser_hash: hash } = await world.app.db
    .selectFrom("otp_challenge")
    .select("browser_hash")
    .where("pin_id", "=", pinId)
    .executeTakeFirstOrThrow();
  if (hash === null) throw new Error("a code of no browser");
  return hash;
}
