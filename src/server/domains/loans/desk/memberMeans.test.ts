import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { quoteLoan } from "#contract/staff/loans.ts";
import { transact } from "#server/db/db.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { addLoan } from "#test/support/addLoan.ts";
import { pay } from "#test/support/loanActs.ts";
import { assessed, type Desk, makeDesk } from "#test/support/loanDeskActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readMeans } from "./memberMeans.ts";

let world: World;
let desk: Desk;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  desk = await makeDesk(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({
    officeId: 1n,
    employer: "PNP",
    savings: 1_000_00n,
    capital: { withdrawable: 90_000_00n, fixed: 10_000_00n },
  });
});

test("deductions below the amortizations of the member's own loans are no less than those", async () => {
  // 5,000.00 by the documents.
  const salary = await assessed(world, desk, member);
  // 444.24 a month.
  const left = 40_000_00n - 444_24n;
  expect(await quote(salary)).toMatchObject({
    deductions: 5_000_00n,
    ownAmortizations: 0n,
    takeHomePay: left - 5_000_00n,
  });
  await addLoan(world, member);
  expect(await quote(salary)).toMatchObject({
    deductions: 5_000_00n,
    ownAmortizations: 4_442_44n,
    takeHomePay: left - 5_000_00n,
  });
  const loanNo = await addLoan(world, member, { product: "EM", amount: 100_000_00n });
  const own = 4_442_44n + 8_884_88n;
  expect(await quote(salary)).toMatchObject({
    deductions: own,
    ownAmortizations: own,
    takeHomePay: left - own,
  });
  const paidOn = manilaDate(world.app.now());
  await pay(world.app, loanNo, { amount: 100_000_00n, paidOn, settles: true });
  expect(await quote(salary)).toMatchObject({ takeHomePay: left - 5_000_00n });
});

async function quote(applicationNo: string, principal = "5000.00") {
  const query = { principal, months: "12" };
  const answer = await desk.officer.call(quoteLoan, { params: { applicationNo }, query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

/** At the counter, from the member's savings to the capital contribution. */
function toCapital(amount: bigint) {
  const { savings = "", me = "" } = member.accountNumbers;
  const at = world.app.now();
  return transact(world.app.db, (tx) =>
    postJournalEntry(tx, {
      operation: "MANUAL",
      step: "post",
      reference: `CAPITAL-${me}`,
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: "test",
      lines: [
        { account: { book: "ASSOC", code: "2010", subledger: savings }, side: "D", amount },
        { account: { book: "ASSOC", code: "2030", subledger: me }, side: "C", amount },
      ],
    }),
  );
}

test("what a loan paid out raises no limit: own money counts as it was before the release", async () => {
  const salary = await assessed(world, desk, member);
  const capital = await assessed(world, desk, member, { product: "BL" });
  // 12 times 40,000.00, 1,000.00 of savings and 100,000.00 of capital; 90 percent of what of it is free.
  expect(await quote(salary)).toMatchObject({ limit: 581_000_00n });
  expect(await quote(capital)).toMatchObject({ limit: 81_000_00n });
  await addLoan(world, member, { product: "EM", amount: 50_000_00n });
  expect(await quote(salary)).toMatchObject({ limit: 581_000_00n });
  expect(await quote(capital)).toMatchObject({ limit: 81_000_00n });
});

test("nor does it once it was paid into the capital contribution", async () => {
  const salary = await assessed(world, desk, member);
  const capital = await assessed(world, desk, member, { product: "BL" });
  await addLoan(world, member, { product: "EM", amount: 50_000_00n });
  await toCapital(40_000_00n);
  expect(await quote(salary)).toMatchObject({ limit: 581_000_00n });
  expect(await quote(capital)).toMatchObject({ limit: 81_000_00n });
});

test("nor do the proceeds of a second loan make up for what was spent since the first", async () => {
  const salary = await assessed(world, desk, member);
  const capital = await assessed(world, desk, member, { product: "BL" });
  await addLoan(world, member, { product: "EM", amount: 5_000_00n });
  const { deposits } = await readMeans(world.app.db, member.id);
  // The second loan finds 400.00 in savings.
  await toCapital(deposits - 400_00n);
  await addLoan(world, member, { product: "EM", amount: 50_000_00n });
  expect(await quote(salary)).toMatchObject({ limit: 580_400_00n });
  expect(await quote(capital)).toMatchObject({ limit: 81_000_00n });
});

test("who works for nobody that we know has no salary loan, whatever the form says", async () => {
  const unknown = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  const applicationNo = await assessed(world, desk, unknown);
  expect(await quote(applicationNo)).toMatchObject({ breaks: ["eligibility"] });
});
