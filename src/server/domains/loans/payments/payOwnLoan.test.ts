import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { sendOtp } from "#contract/auth.ts";
import { getMovements } from "#contract/accounts.ts";
import { getLoanQuote, payOwnLoan } from "#contract/loanPayments.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { getNotifications } from "#contract/notifications.ts";
import { NO_CODE } from "#contract/transfers.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { deductionFile, posting, readFile, sentRows } from "#test/support/payrollActs.ts";
import { approve as approveRequest, asked } from "#test/support/requestActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;

const RELEASED = new Date("2026-11-05T02:00:00Z");

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(RELEASED);
  member = await world.makeMember({
    savings: 10_000_00n,
    capital: { withdrawable: 9_000_00n, fixed: 1_000_00n },
    card: null,
  });
  // 50,000.00 at 12 percent for 12 months, its proceeds in savings.
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
});
afterEach(() => assertBooksHold(world));

const params = (of = loanNo) => ({ guid: member.guid, loanNo: of });

type Money = { accountNumber: string; amount: string; pays: "part" | "all" };
const from = (amount: string, more: Partial<Money> = {}): Money => ({
  accountNumber: member.accountNumbers.savings ?? "",
  amount,
  pays: "part",
  ...more,
});

async function quote(day?: string) {
  const query = day === undefined ? {} : { day };
  const answer = await world.call(getLoanQuote, { params: params(), query }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

const send = (money: Money, proof: object, idempotencyKey: string) =>
  world.call(payOwnLoan, { params: params(), body: { ...money, ...proof } }, browser, {
    idempotencyKey,
  });

const approve = (money: Money) =>
  approveWith(world, member, browser, { kind: "pay_loan", loanNo, ...money });

async function pay(money: Money, key: string) {
  const answer = await send(money, await approve(money), key);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

async function loan() {
  const answer = await world.call(getLoanAccount, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** A later day, on which everything that comes with the days was done. */
async function comeTo(day: string) {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  await runLoanDays(world.app);
  browser = await world.signIn(member);
}

async function availableOn(accountNumber: string | undefined) {
  const { accounts } = await quote();
  return accounts.find((one) => one.accountNumber === accountNumber)?.available;
}

test("S241 a member pays ahead from the capital contribution, once for each key, with a code for exactly this", async () => {
  const money = from("2000.00", { accountNumber: member.accountNumbers.me ?? "" });
  const other = await send({ ...money, amount: "2000.01" }, await approve(money), "pay-another");
  expect(other).toMatchObject({ code: "otp_not_for_this" });
  world.passSeconds(60);
  const proof = await approve(money);
  const paid = await send(money, proof, "pay-first-time");
  expect(paid).toMatchObject({
    status: true,
    result: { amount: 2_000_00n, advance: 2_000_00n, principal: 0n, isEnd: false },
  });
  // The answer was lost: the same again moves nothing.
  expect(await send(money, proof, "pay-first-time")).toMatchObject(paid);
  const reused = await send({ ...money, amount: "1.00" }, proof, "pay-first-time");
  expect(reused).toMatchObject({
    code: "idempotency_key_reused",
    message: "This request was already used for another order. Please review and try again.",
  });
  // The same amount from another account is another payment, too.
  const elsewhere = await send(from("2000.00"), proof, "pay-first-time");
  expect(elsewhere).toMatchObject({ code: "idempotency_key_reused" });
  expect(await availableOn(member.accountNumbers.me)).toBe(7_000_00n);
  expect(await loan()).toMatchObject({
    advance: 2_000_00n,
    payments: [
      {
        source: "online",
        amount: 2_000_00n,
        reference: expect.stringMatching(/^OP261105-\d{7}$/),
        paidOn: "2026-11-05",
        from: { accountNumber: money.accountNumber, name: "Capital Contribution" },
        // What is paid ahead is no principal yet.
        balance: 50_000_00n,
      },
    ],
  });
  const moved = await world.call(
    getMovements,
    { params: { guid: member.guid, accountNo: money.accountNumber }, query: {} },
    browser,
  );
  expect(moved).toMatchObject({
    result: [{ kind: "LOAN_PAYMENT counter", amount: -2_000_00n }, {}, {}],
  });
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(
    expect.stringContaining("2,000.00"),
  );
});

test("S091 who asks without the code what became of a payment is told its end: it is not taken later", async () => {
  const money = from("2000.00");
  const proof = await approve(money);
  const asked = { ...proof, pin: NO_CODE };
  for (const sent of [asked, proof, asked])
    expect(await send(money, sent, "lost-answer")).toMatchObject({ code: "otp_not_for_this" });
  expect(await loan()).toMatchObject({ payments: [] });
  world.passSeconds(60);
  const again = await approve(money);
  const paid = await send(money, again, "lost-answer");
  expect(paid).toMatchObject({ status: true });
  expect(await send(money, { ...again, pin: NO_CODE }, "lost-answer")).toEqual(paid);
});

test("S241 what is due is paid to the centavo, and what is late is as well", async () => {
  const { schedule } = await loan();
  const [first] = schedule;
  if (first === undefined) throw new Error("no schedule");
  await comeTo(first.dueOn);
  expect((await quote()).nextDue).toEqual({ dueOn: first.dueOn, amount: first.payment });
  expect(await pay(from(toDecimal(first.payment)), "pay-what-is-due")).toMatchObject({
    interest: first.interest,
    principal: first.principal,
    advance: 0n,
  });
  expect((await loan()).schedule[0]?.state).toBe("paid");
});

test("S241 a loan ends with what the quote of the day says, no centavo less or more, and takes no more payment", async () => {
  const inTenDays = addDays(manilaDate(RELEASED), 10);
  const { total } = (await quote(inTenDays)).ending;
  await comeTo(inTenDays);
  expect((await quote()).ending).toMatchObject({ on: inTenDays, total });
  const intent = (amount: bigint) => from(toDecimal(amount), { pays: "all" });
  for (const amount of [total - 1n, total + 1n]) {
    await expect(approve(intent(amount))).rejects.toThrow(/loan_settlement_amount/);
  }
  await expect(approve(from(toDecimal(total + 1n)))).rejects.toThrow(/loan_payment_too_much/);
  expect(await pay(intent(total), "pay-all-of-it")).toMatchObject({ amount: total, isEnd: true });
  expect((await loan()).state).toBe("fully_paid");
  expect(await world.call(getLoanQuote, { params: params(), query: {} }, browser)).toMatchObject({
    code: "loan_not_open",
  });
  await expect(approve(from("1.00"))).rejects.toThrow(/loan_not_open/);
});

test("S241 what ends the loan ends it as an amount of one's own, too, once for each key", async () => {
  const { total } = (await quote()).ending;
  const money = from(toDecimal(total));
  const proof = await approve(money);
  const paid = await send(money, proof, "pay-what-ends-it");
  expect(paid).toMatchObject({ status: true, result: { amount: total, advance: 0n, isEnd: true } });
  expect(await send(money, proof, "pay-what-ends-it")).toMatchObject(paid);
  expect((await loan()).state).toBe("fully_paid");
});

test("S241 the last instalment is not offered for more than what ends the loan before its day", async () => {
  loanNo = await addLoan(world, member, { product: "EM", amount: 5_000_00n, months: 3 });
  const { schedule } = await loan();
  for (const { dueOn, payment } of schedule.slice(0, -1)) {
    await comeTo(dueOn);
    await pay(from(toDecimal(payment)), `pay-${dueOn}`);
  }
  const last = schedule.at(-1)?.dueOn ?? "";
  expect((await quote()).nextDue).toBeNull();
  await comeTo(last);
  expect((await quote()).nextDue).toMatchObject({ dueOn: last });
});

test("S241 beside a deduction under way only what it leaves is taken, so that nobody pays twice", async () => {
  await world.app.db
    .updateTable("member")
    .set({ employer: "PNP" })
    .where("id", "=", member.id)
    .execute();
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "PNP", month: "2026-11" });
  const { deduction, most, ending } = await quote();
  expect(deduction).toMatchObject({ month: "2026-11" });
  expect(most).toBe(ending.total - (deduction?.amount ?? 0n));
  await expect(approve(from(toDecimal(most + 1n)))).rejects.toThrow(/loan_deduction_under_way/);
  await expect(approve(from(toDecimal(ending.total), { pays: "all" }))).rejects.toThrow(
    /loan_deduction_under_way/,
  );
  expect(await pay(from("100.00"), "pay-beside-it")).toMatchObject({ advance: 100_00n });
});

test("S399 the deduction that was counted as paid ends the loan when it comes, with nothing left to pay or kept ahead", async () => {
  await world.app.db
    .updateTable("member")
    .set({ employer: "BFP" })
    .where("id", "=", member.id)
    .execute();
  const officer = await world.makeStaff({ role: "loan_officer" });
  const chief = await world.makeStaff({ role: "supervisor" });
  const pays = { employer: "BFP", month: "2026-11" };
  await deductionFile(officer, pays);
  const { deduction, most } = await quote();
  if (deduction === undefined || deduction === null) throw new Error("no deduction is under way");
  await pay(from(toDecimal(most)), "all-but-the-deduction");
  expect((await loan()).state).toBe("active");
  const rows = [[loanNo, toDecimal(deduction.amount)]] as const;
  const remittanceId = await sentRows(officer, rows, pays);
  await approveRequest(chief, await asked(officer, posting(await readFile(officer, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await loan()).toMatchObject({ state: "fully_paid", prin_out_balance: 0n, advance: 0n });
  const told = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!told.status) throw new Error(told.code);
  const messages = Object.values(told.results).map(({ message }) => message);
  expect(messages.some((message) => /fully paid|paid in full/i.test(message))).toBe(true);
});

test("S241 two payments of one moment are one: a newer code takes the place of the one before", async () => {
  const savings = (await availableOn(member.accountNumbers.savings)) ?? 0n;
  // The account has less than what ends the loan.
  const half = savings / 2n + 1n < 30_000_00n ? savings / 2n + 1n : 30_000_00n;
  const money = from(toDecimal(half));
  const one = await approve(money);
  world.passSeconds(60);
  const other = await approve(money);
  const answers = await Promise.all([
    send(money, one, "pay-at-once-one"),
    send(money, other, "pay-at-once-two"),
  ]);
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
});

test("more than the account has is refused with what it has, before a code is sent", async () => {
  const accountNumber = member.accountNumbers.me ?? "";
  const money = from("9000.01", { accountNumber });
  const intent = { kind: "pay_loan", loanNo, ...money } as const;
  const asked = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
  expect(asked).toMatchObject({
    message: expect.stringContaining("You have ₱9,000.00.") as string,
    errors: [{ param: "intent.amount" }],
  });
});

test("S242 nobody pays or looks at a loan of somebody else, or from an account of somebody else", async () => {
  const other = await world.makeMember({ savings: 5_000_00n, card: null });
  const theirs = await addLoan(world, other);
  const seen = await world.call(getLoanQuote, { params: params(theirs), query: {} }, browser);
  expect(seen).toMatchObject({ httpStatus: 404, code: "not_found" });
  const intent = { kind: "pay_loan", ...from("1.00"), loanNo: theirs } as const;
  await expect(approveWith(world, member, browser, intent)).rejects.toThrow(/not_found/);
  const money = from("1.00", { accountNumber: other.accountNumbers.savings ?? "" });
  await expect(approve(money)).rejects.toThrow(/own_account_unknown/);
  const proof = await approve(from("1.00"));
  const swapped = await world.call(
    payOwnLoan,
    { params: params(theirs), body: { ...from("1.00"), ...proof } },
    browser,
    { idempotencyKey: "pay-for-another" },
  );
  expect(swapped).toMatchObject({ httpStatus: 404 });
  expect(await send(from("1.00"), {}, "pay-without-code")).toMatchObject({ code: "otp_needed" });
});

test("S242 a frozen account pays nothing, with what was approved before", async () => {
  const money = from("10.00");
  const proof = await approve(money);
  await world.call(freezeAccount, {}, browser);
  expect(await send(money, proof, "pay-when-frozen")).toMatchObject({ httpStatus: 401 });
});
