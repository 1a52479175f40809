import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getMovements } from "#contract/accounts.ts";
import {
  closeCashDrawer,
  findCashAccount,
  getCashDrawer,
  getCashPosition,
  getCashReceipt,
  openCashDrawer,
  printCashReceipt,
  takeCashDeposit,
} from "#contract/staff/cash.ts";
import { readTrialBalance } from "#server/ledger/balances.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer, takeReturn } from "#test/support/vaultActs.ts";

let world: World;
let teller: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  member = await world.makeMember({ savings: 1_000_00n, officeId: 1n, card: null });
});
afterEach(async () => {
  const breaches = await checkInvariants(world.app.db);
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});
afterAll(() => world.close());

const count = (thousands: number, centavos = 0) => ({
  counts: [
    { denomination: 100000 as const, pieces: thousands },
    { denomination: 1 as const, pieces: centavos },
  ],
});
const open = (of = teller, officeId = 1n) => openDrawer(world, of, count(5).counts, officeId);
const close = (thousands: number, centavos = 0) =>
  teller.call(closeCashDrawer, { body: { ...count(thousands, centavos), isFinal: false } });
const savings = (of = member) => of.accountNumbers.savings ?? "";
const take = (amount: string, idempotencyKey: string, of = teller, accountNumber = savings()) =>
  of.call(takeCashDeposit, { body: { accountNumber, amount } }, { idempotencyKey });

async function taken(amount: string, key: string, of = teller): Promise<string> {
  const answer = await take(amount, key, of);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.receiptNo;
}
const cashInBooks = async () =>
  (await readTrialBalance(world.app.db)).find(({ code }) => code === "1010")?.balance ?? 0n;
const numberOf = (receiptNo: string) => Number(receiptNo.slice(-7));

test("S261 a drawer is opened with a count, one for each teller, and only where the role is held", async () => {
  expect(await open()).toMatchObject({
    result: { kind: "float", state: "done", amount: 5_000_00n },
  });
  expect(await teller.call(getCashDrawer, {})).toMatchObject({
    result: { drawer: { state: "open", float: 5_000_00n, inside: 5_000_00n } },
  });
  expect(await open()).toMatchObject({ httpStatus: 409, code: "cash_drawer_open" });
  for (const role of ["supervisor", "auditor", "administrator", "loan_officer"] as const) {
    const other = await world.makeStaff({ role, officeId: 1n });
    expect(await open(other)).toMatchObject({ code: "not_your_role" });
  }
  const twice = { counts: [...count(1).counts, ...count(1).counts] };
  expect(await teller.call(openCashDrawer, { body: twice })).toMatchObject({ httpStatus: 422 });
});

test("S262 a deposit is in the account, the drawer and the books at once, with a numbered receipt that the member hears of", async () => {
  expect(await take("100.00", "before-opening")).toMatchObject({ code: "cash_drawer_missing" });
  await open();
  const before = await cashInBooks();
  const answer = await take("1250.50", "first-deposit");
  expect(answer).toMatchObject({
    status: true,
    result: { amount: 1_250_50n, accountNumber: savings(), printed: 0, teller: teller.username },
  });
  const receiptNo = answer.status ? answer.result.receiptNo : "";
  expect(receiptNo).toMatch(/^CR-0001-\d{7}$/);
  expect(await cashInBooks()).toBe(before + 1_250_50n);
  expect(await teller.call(getCashDrawer, {})).toMatchObject({
    result: { drawer: { inside: 6_250_50n, receipts: 1 }, receipts: [{ receiptNo }] },
  });
  const browser = await world.signIn(member);
  const params = { guid: member.guid, accountNo: savings() };
  expect(await world.call(getMovements, { params, query: {} }, browser)).toMatchObject({
    result: [{ kind: "COUNTER_DEPOSIT post", amount: 1_250_50n }, {}],
  });
  const told = await world.app.db
    .selectFrom("notification")
    .select("params")
    .where("member_id", "=", member.id)
    .where("kind", "=", "cash_deposit_taken")
    .execute();
  expect(told).toMatchObject([{ params: { refNo: receiptNo } }]);
});

test("S262 the same deposit sent again is the same receipt, also at once; the key for another is refused", async () => {
  await open();
  const answers = await Promise.all([1, 2, 3].map(() => take("10.00", "sent-three-times")));
  const numbers = answers.map((answer) => (answer.status ? answer.result.receiptNo : answer.code));
  expect(new Set(numbers).size).toBe(1);
  expect(await take("11.00", "sent-three-times")).toMatchObject({ code: "idempotency_key_reused" });
  expect(await teller.call(getCashDrawer, {})).toMatchObject({
    result: { drawer: { deposits: 10_00n, receipts: 1 } },
  });
});

test("S263 a branch's receipts have no gap, whoever takes the cash and whatever was refused between", async () => {
  const other = await world.makeStaff({ role: "teller", officeId: 1n });
  await open();
  await open(other);
  const first = numberOf(await taken("1.00", "first-of-two"));
  expect(await take("1.00", "of-nobody", teller, "999999999999")).toMatchObject({
    code: "cash_account_unknown",
  });
  const later = await Promise.all(
    ["a", "b", "c", "d"].map((name, index) =>
      taken("1.00", `at-once-by-${name}`, index % 2 === 0 ? teller : other),
    ),
  );
  expect(later.map(numberOf).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4].map((n) => first + n));
});

test("S261 an account of another branch, and what takes no cash, is nobody's", async () => {
  await open();
  const elsewhere = await world.makeMember({ savings: 1n, officeId: 2n, card: null });
  const unknown = { code: "cash_account_unknown" };
  expect(await take("1.00", "of-another", teller, savings(elsewhere))).toMatchObject(unknown);
  const query = { accountNumber: savings(elsewhere) };
  expect(await teller.call(findCashAccount, { query })).toMatchObject({ result: null });
  expect(await teller.call(findCashAccount, { query: { accountNumber: savings() } })).toMatchObject(
    { status: true, result: { product: "savings" } },
  );
});

test("S264 a receipt is printed when there is a printer, and again as a copy; another branch's is not found", async () => {
  await open();
  const receiptNo = await taken("20.00", "to-be-printed");
  const print = (of: TestStaff) => of.call(printCashReceipt, { params: { receiptNo } });
  expect(await print(teller)).toMatchObject({ result: { printed: 1, amount: 20_00n } });
  expect(await print(teller)).toMatchObject({ result: { printed: 2 } });
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  expect(await print(elsewhere)).toMatchObject({ httpStatus: 404 });
});

test("S264 a receipt is found by its number after its drawer is closed, is printed then, and is nobody's elsewhere", async () => {
  await open();
  const receiptNo = await taken("20.00", "found-later");
  await close(5, 20_00);
  const params = { receiptNo };
  expect(await teller.call(getCashReceipt, { params })).toMatchObject({
    result: { receiptNo, amount: 20_00n, printed: 0, accountNumber: savings() },
  });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  expect(await supervisor.call(getCashReceipt, { params })).toMatchObject({ status: true });
  expect(await teller.call(printCashReceipt, { params })).toMatchObject({ result: { printed: 1 } });
  expect(await teller.call(printCashReceipt, { params })).toMatchObject({ result: { printed: 2 } });
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  expect(await elsewhere.call(getCashReceipt, { params })).toMatchObject({ httpStatus: 404 });
});

test("S265 a drawer closes with the count of its float and receipts alone, and takes nothing after", async () => {
  await open();
  await taken("1000.07", "before-closing");
  for (const [thousands, centavos] of [
    [6, 6],
    [6, 8],
    [5, 0],
  ] as const) {
    expect(await close(thousands, centavos)).toMatchObject({ code: "cash_count_differs" });
  }
  const counted = await close(6, 7);
  expect(counted).toMatchObject({ result: { state: "returning", inside: 6_000_07n } });
  expect(await close(6, 7)).toMatchObject({ code: "cash_drawer_missing" });
  expect(await take("1.00", "after-closing")).toMatchObject({ code: "cash_drawer_missing" });
  expect(await open()).toMatchObject({ code: "cash_drawer_open" });
  const drawerId = counted.status ? counted.result.drawerId : "";
  expect(await takeReturn(world, drawerId)).toMatchObject({ result: { state: "done" } });
  expect(await teller.call(getCashDrawer, {})).toMatchObject({ result: { drawer: null } });
});

test("S261 the cash of a branch is what its open drawers hold, seen by who answers for the branch", async () => {
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 3n });
  await open(elsewhere, 3n);
  const seenBy = async (officeId: bigint) => {
    const supervisor = await world.makeStaff({ role: "supervisor", officeId });
    const answer = await supervisor.call(getCashPosition, {});
    return answer.status ? answer.result : undefined;
  };
  expect(await seenBy(3n)).toMatchObject({
    branches: [{ drawers: 1, inside: 5_000_00n, vault: 995_000_00n, total: 1_000_000_00n }],
    ofNoBranch: null,
    drawers: [{ teller: elsewhere.username }],
  });
  const tellers = (await seenBy(1n))?.drawers.map((drawer) => drawer.teller);
  expect(tellers).not.toContain(elsewhere.username);
});
