import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { beginAutomaticDebit } from "#contract/loanDebits.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { getNotifications } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { setBalance } from "#test/support/setBalance.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { debitLoans } from "./debitLoans.ts";

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
  // 50,000.00 for 12 months, due at each month's end.
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
});
afterEach(() => assertBooksHold(world));

const params = () => ({ guid: member.guid, loanNo });
const savings = () => member.accountNumbers.savings ?? "";
const me = () => member.accountNumbers.me ?? "";
const toText = (amount: bigint) => toDecimal(amount).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ",");

async function begin(accountNumber: string) {
  const intent = { kind: "automatic_debit", loanNo, accountNumber } as const;
  const proof = await approveWith(world, member, browser, intent);
  const body = { accountNumber, ...proof };
  return world.call(beginAutomaticDebit, { params: params(), body }, browser);
}

async function loan() {
  const answer = await world.call(getLoanAccount, { params: params() }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** A moment in Manila, at which no debit is taken so far. */
async function wakeAt(at: string) {
  world.setTime(new Date(`${at}:00+08:00`));
  await runLoanDays(world.app);
  browser = await world.signIn(member);
}

async function comeTo(at: string) {
  await wakeAt(at);
  await debitLoans(world.app);
  await told();
}

/** What the phone was told of days, the oldest first. */
async function told(): Promise<string[]> {
  const texts = await world.textsTo(member.mobileNumber ?? "");
  return texts.filter((text) => /we take|could not take/.test(text)).toReversed();
}

const taken = async () =>
  (await loan()).payments
    .filter(({ source }) => source === "automatic")
    .map(({ amount, paidOn }) => ({ amount, paidOn }));

async function dueNow(): Promise<bigint> {
  const { arrears, nextDue } = await loan();
  return arrears.total + (nextDue?.amount ?? 0n);
}

/** The member pays at the counter. */
const payByHand = (amount: bigint, paidOn: string) =>
  transact(world.app.db, (tx) =>
    takePayment(tx, world.app, {
      loanNo,
      reference: "OR-1",
      source: "counter",
      amount,
      paidOn,
      actor: { kind: "staff", name: "test" },
      correlationId: "test",
    }),
  );

test("S379 another account chosen on the due day pays what was announced for it, once and no more, and the member is told so", async () => {
  await begin(savings());
  await setBalance(world, savings(), 100_00n);
  await comeTo("2026-11-29T09:00");
  const due = await dueNow();
  await comeTo("2026-11-30T09:00");
  expect(await taken()).toEqual([]);
  const before = (await told()).length;
  expect(await begin(me())).toMatchObject({ result: { nextOn: "2026-11-30" } });
  expect((await told()).slice(before)).toEqual([
    expect.stringContaining(`on Nov 30, 2026 we take PHP ${toText(due)}`),
  ]);
  expect((await told()).at(-1)).toContain(`...${me().slice(-4)}`);
  await setBalance(world, savings(), 10_000_00n);
  await Promise.all([debitLoans(world.app), debitLoans(world.app)]);
  expect(await taken()).toEqual([{ amount: due, paidOn: "2026-11-30" }]);
  expect(await loan()).toMatchObject({ automaticDebit: { nextOn: "2026-12-31", unpaidOn: null } });
  await comeTo("2026-11-30T22:00");
  await comeTo("2026-12-01T09:00");
  expect(await taken()).toHaveLength(1);
  expect(await loan()).toMatchObject({ arrears: { total: 0n }, state: "active" });
});

test("S379 changed to and fro it is taken from the last account alone; without the money there it could not be taken from that one", async () => {
  await begin(savings());
  await setBalance(world, savings(), 0n);
  await comeTo("2026-11-29T09:00");
  await wakeAt("2026-11-30T09:00");
  await begin(me());
  await begin(savings());
  await comeTo("2026-11-30T10:00");
  expect(await taken()).toEqual([]);
  await comeTo("2026-12-01T00:10");
  await comeTo("2026-12-01T09:00");
  expect((await told()).filter((text) => text.includes("could not take"))).toHaveLength(1);
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.code);
  const messages = Object.values(answer.results).map(({ message }) => message);
  expect(messages.filter((text) => text.includes("could not take"))).toEqual([
    expect.stringContaining(`...${savings().slice(-4)}`),
  ]);
  expect(await loan()).toMatchObject({ automaticDebit: { unpaidOn: "2026-11-30" } });
});

test("S379 a due day that no worker saw is taken from the account that was chosen before it came back", async () => {
  await begin(savings());
  await setBalance(world, savings(), 0n);
  await wakeAt("2026-12-01T09:00");
  const { arrears } = await loan();
  await begin(me());
  await comeTo("2026-12-01T10:00");
  await comeTo("2026-12-01T12:00");
  expect(await taken()).toEqual([{ amount: arrears.total, paidOn: "2026-12-01" }]);
  expect(await told()).toEqual([]);
});

test("S379 a due day on whose eve and day the bank was away is taken once after it", async () => {
  await begin(savings());
  await comeTo("2026-11-28T09:00");
  await wakeAt("2026-12-01T09:00");
  const { arrears } = await loan();
  await Promise.all([debitLoans(world.app), debitLoans(world.app)]);
  await comeTo("2026-12-01T12:00");
  await comeTo("2026-12-02T12:00");
  expect(arrears.total).toBeGreaterThan(0n);
  expect(await taken()).toEqual([{ amount: arrears.total, paidOn: "2026-12-01" }]);
  expect(await loan()).toMatchObject({ arrears: { total: 0n }, state: "active" });
});

test("S379 without the money after such a day the member is told, once, that it was not taken", async () => {
  await begin(savings());
  await setBalance(world, savings(), 0n);
  await comeTo("2026-11-28T09:00");
  await comeTo("2026-12-01T09:00");
  await setBalance(world, savings(), 10_000_00n);
  await comeTo("2026-12-01T12:00");
  expect(await taken()).toEqual([]);
  expect(await told()).toEqual([expect.stringContaining("could not take")]);
  expect(await loan()).toMatchObject({ automaticDebit: { unpaidOn: "2026-11-30" } });
});

test("S379 what was paid by hand meanwhile is not taken, and of two such days each takes what is due by it", async () => {
  await begin(savings());
  await comeTo("2026-11-28T09:00");
  await wakeAt("2026-12-01T09:00");
  await payByHand((await loan()).arrears.total, "2026-12-01");
  await comeTo("2026-12-01T09:30");
  expect(await taken()).toEqual([]);
  expect(await told()).toEqual([]);
  await setBalance(world, savings(), 20_000_00n);
  await wakeAt("2027-02-01T09:00");
  const { arrears } = await loan();
  await comeTo("2027-02-01T10:00");
  await comeTo("2027-02-01T12:00");
  const both = await taken();
  expect(both).toHaveLength(2);
  expect(both.reduce((sum, { amount }) => sum + amount, 0n)).toBe(arrears.total);
});
