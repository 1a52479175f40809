import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { getLoanQuote, payOwnLoan } from "#contract/loanPayments.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { addLoan } from "#test/support/addLoan.ts";
import { approveWith } from "#test/support/cardUse.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { deductionFile } from "#test/support/payrollActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const RELEASED = new Date("2026-11-05T02:00:00Z");
/** The days of grace of two instalments are over. */
const IN_TWO_MONTHS = addDays(manilaDate(RELEASED), 62);

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.setTime(RELEASED);
});
afterAll(() => world.close());

async function borrower(employer: "PNP" | "BFP") {
  const member = await world.makeMember({ savings: 10_000_00n, card: null });
  await world.app.db.updateTable("member").set({ employer }).where("id", "=", member.id).execute();
  const loanNo = await addLoan(world, member);
  return { member, params: { guid: member.guid, loanNo } };
}

type Borrower = Awaited<ReturnType<typeof borrower>>;

async function endingOf({ member, params }: Borrower, day: string) {
  const browser = await world.signIn(member);
  const answer = await world.call(getLoanQuote, { params, query: { day } }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.ending;
}

test("S241 what ends a loan on a day has the penalties of until then in it, and is taken on the day", async () => {
  const asked = await borrower("PNP");
  const alone = await borrower("BFP");
  const staff = await world.makeStaff({ role: "loan_officer" });
  await deductionFile(staff, { employer: "PNP", month: "2026-11" });
  const [ofAsked, ofAlone] = [
    await endingOf(asked, IN_TWO_MONTHS),
    await endingOf(alone, IN_TWO_MONTHS),
  ];
  // What the employer was asked for waits once.
  expect(ofAsked.penalties).toBeGreaterThan(0n);
  expect(ofAlone.penalties).toBeGreaterThan(ofAsked.penalties);

  world.setTime(new Date(`${IN_TWO_MONTHS}T10:00:00+08:00`));
  await runLoanDays(world.app);
  expect(await endingOf(asked, IN_TWO_MONTHS)).toEqual(ofAsked);
  expect(await endingOf(alone, IN_TWO_MONTHS)).toEqual(ofAlone);

  const { member, params } = alone;
  const browser = await world.signIn(member);
  const money = {
    accountNumber: member.accountNumbers.savings ?? "",
    amount: toDecimal(ofAlone.total),
    pays: "all",
  } as const;
  const intent = { kind: "pay_loan", loanNo: params.loanNo, ...money } as const;
  const proof = await approveWith(world, member, browser, intent);
  expect(
    await world.call(payOwnLoan, { params, body: { ...money, ...proof } }, browser, {
      idempotencyKey: "pay-what-was-quoted",
    }),
  ).toMatchObject({ status: true, result: { isEnd: true } });
  await assertBooksHold(world);
});
