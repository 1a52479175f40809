import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { getLoanAccount } from "#contract/loans.ts";
import { findCashAccount, getCashDrawer, takeCashDeposit } from "#contract/staff/cash.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer } from "#test/support/vaultActs.ts";
import { deductionFile } from "#test/support/payrollActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const RELEASED = new Date("2026-11-05T02:00:00Z");

let world: World;
let teller: TestStaff;
let member: TestMember;
let browser: Browser;
let loanNo: string;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  world.setTime(RELEASED);
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  member = await world.makeMember({
    savings: 0n,
    capital: { withdrawable: 9_000_00n, fixed: 1_000_00n },
    officeId: 1n,
    card: null,
  });
  // 50,000.00 at 12 percent for 12 months.
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
  const counts = [{ denomination: 100000 as const, pieces: 1 }];
  await openDrawer(world, teller, counts);
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const contribution = () => member.accountNumbers.me ?? "";
const take = (accountNumber: string, amount: bigint, idempotencyKey: string) =>
  teller.call(
    takeCashDeposit,
    { body: { accountNumber, amount: toDecimal(amount) } },
    { idempotencyKey },
  );

async function find(accountNumber: string) {
  const answer = await teller.call(findCashAccount, { query: { accountNumber } });
  if (!answer.status || answer.result === null) throw new Error("nothing was found");
  return answer.result;
}

async function loan() {
  const params = { guid: member.guid, loanNo };
  const answer = await world.call(getLoanAccount, { params }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result;
}

/** The withdrawable and the fixed part of the member's contribution. */
async function parts() {
  const row = await world.app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .innerJoin("ledger_account as f", "f.id", "a.fixed_ledger_account_id")
    .select(["l.balance_centavos as free", "f.balance_centavos as fixed", "l.id"])
    .where("a.account_number", "=", contribution())
    .executeTakeFirstOrThrow();
  return row;
}

test("S266 cash for the contribution fixes a tenth of a new highest balance, and nothing of what comes back", async () => {
  expect(await find(contribution())).toMatchObject({ product: "me", loan: null });
  expect(await take(contribution(), 2_000_05n, "contribution-one")).toMatchObject({
    result: { product: "me", amount: 2_000_05n },
  });
  // Half-up of 1,200.005.
  expect(await parts()).toMatchObject({ fixed: 1_200_01n, free: 10_800_04n });
  const { id } = await parts();
  await world.app.db.transaction().execute((tx) =>
    postJournalEntry(tx, {
      operation: "TAKEN_OUT",
      step: "post",
      reference: `OUT-${member.guid.slice(0, 8)}`,
      businessDate: "2026-11-05",
      bookedAt: world.app.now(),
      actor: "test",
      lines: [
        { account: id, side: "D", amount: 5_000_00n },
        { account: { book: "ASSOC", code: "1110", subledger: "" }, side: "C", amount: 5_000_00n },
      ],
    }),
  );
  await take(contribution(), 5_000_00n, "contribution-two");
  expect(await parts()).toMatchObject({ fixed: 1_200_01n, free: 10_800_04n });
  await take(contribution(), 100_00n, "contribution-three");
  expect(await parts()).toMatchObject({ fixed: 1_210_01n, free: 10_890_04n });
});

test("S266 cash for a loan goes to what is due, once for each key, and shows in the loan with the receipt's number", async () => {
  const { schedule } = await loan();
  const [first] = schedule;
  if (first === undefined) throw new Error("no schedule");
  world.setTime(new Date(`${first.dueOn}T10:00:00+08:00`));
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const counts = [{ denomination: 100000 as const, pieces: 1 }];
  await openDrawer(world, teller, counts);
  browser = await world.signIn(member);
  expect((await find(loanNo)).loan).toMatchObject({
    nextDue: { dueOn: first.dueOn, amount: first.payment },
  });
  const answers = await Promise.all([
    take(loanNo, first.payment, "loan-first"),
    take(loanNo, first.payment, "loan-first"),
  ]);
  const numbers = answers.map((answer) => (answer.status ? answer.result.receiptNo : answer.code));
  expect(new Set(numbers).size).toBe(1);
  const after = await loan();
  expect(after.schedule[0]?.state).toBe("paid");
  expect(after.payments).toMatchObject([
    { source: "cash", amount: first.payment, reference: numbers[0] },
  ]);
  expect(await teller.call(getCashDrawer, {})).toMatchObject({
    result: { drawer: { deposits: first.payment, receipts: 1 } },
  });
  expect(await take(loanNo, 1n, "loan-first")).toMatchObject({ code: "idempotency_key_reused" });
});

test("S266 what ends the loan today ends it, and no centavo more is taken", async () => {
  const { endsToday } = (await find(loanNo)).loan ?? {};
  if (endsToday === undefined) throw new Error("no loan");
  expect(await take(loanNo, endsToday + 1n, "loan-too-much")).toMatchObject({
    code: "loan_payment_too_much",
  });
  expect(await take(loanNo, endsToday, "loan-whole")).toMatchObject({ status: true });
  expect(await loan()).toMatchObject({ state: "fully_paid" });
  expect(await take(loanNo, 1n, "loan-after")).toMatchObject({ code: "cash_account_unknown" });
});

test("S266 beside a deduction under way no more is taken than it leaves", async () => {
  await world.app.db
    .updateTable("member")
    .set({ employer: "PNP" })
    .where("id", "=", member.id)
    .execute();
  const officer = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(officer, { employer: "PNP", month: "2026-11" });
  const { endsToday = 0n } = (await find(loanNo)).loan ?? {};
  expect(await take(loanNo, endsToday, "loan-beside")).toMatchObject({
    code: "loan_deduction_under_way",
  });
  expect(await take(loanNo, 100_00n, "loan-part")).toMatchObject({ status: true });
});
