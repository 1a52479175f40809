import { afterAll, beforeAll, expect, test } from "vitest";
import { fileLoan, offerLoan } from "#test/support/loanActs.ts";
import { getLoanOffer } from "#contract/loans.ts";
import { parsePesos, toDecimal } from "#common/money.ts";
import { getLoanExample, getLoanForPayment } from "#contract/loanExample.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember();
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const ask = (loan_type: "SL" | "EM" | "BL-VL", loan_amount: string, months: string) =>
  world.call(
    getLoanExample,
    { params: { guid: member.guid }, query: { loan_type, loan_amount, months } },
    browser,
  );

test("J06 an example has the figures that an offer of it would have, to the centavo", async () => {
  expect(await ask("SL", "100000", "12")).toMatchObject({
    status: true,
    result: {
      principal: 100_000_00n,
      months: 12,
      monthlyAmortization: 8_884_88n,
      processingFee: 1_000_00n,
      stampTax: 0n,
      premium: 550_00n,
      totalCharges: 1_550_00n,
      netProceeds: 98_450_00n,
      effectiveAnnualRate: expect.stringMatching(/^1[56]\.\d{4}$/),
      penaltyRate: "2.00",
      graceDays: 5,
    },
  });
});

test("J06 an example comes to what an offer of that day comes to, with what it costs in all", async () => {
  const loan_amount = 100_000;
  const applicationNo = await fileLoan(world, member, browser, { loan_amount });
  await offerLoan(world.app, applicationNo, { principal: 100_000_00n, months: 12 });
  const params = { guid: member.guid, applicationNo };
  const offer = await world.call(getLoanOffer, { params }, browser);
  const example = await ask("SL", String(loan_amount), "12");
  if (!offer.status || !example.status) throw new Error("no figures");
  expect(offer.result).toMatchObject(example.result);
  const { principal, totalInterest, totalPayments, totalCharges, totalCost } = example.result;
  expect(totalPayments).toBe(principal + totalInterest);
  expect(totalCost).toBe(totalInterest + totalCharges);
});

const forPayment = (loan_type: "SL" | "EM", monthly_payment: string, months: string) =>
  world.call(
    getLoanForPayment,
    { params: { guid: member.guid }, query: { loan_type, monthly_payment, months } },
    browser,
  );

const largest = async (payment: string) => {
  const found = await forPayment("SL", payment, "12");
  if (!found.status) throw new Error(found.message);
  return { found, ...found.result };
};

test.each(["8884.88", "8884.87", "8893.75", "8893.76", "450"])(
  "J06 what %s a month pays back is the largest such loan: a hundred pesos more would cost more",
  async (payment) => {
    const { found, principal, monthlyAmortization } = await largest(payment);
    const most = parsePesos(payment) ?? 0n;
    expect(monthlyAmortization).toBeLessThanOrEqual(most);
    expect(principal % 100_00n).toBe(0n);
    expect(await ask("SL", toDecimal(principal), "12")).toEqual(found);
    const more = await ask("SL", toDecimal(principal + 100_00n), "12");
    expect(more.status && more.result.monthlyAmortization > most).toBe(true);
  },
);

test("J06 who can pay more than the largest loan costs hears of that", async () => {
  const { principal } = await largest("999999");
  expect(await ask("SL", toDecimal(principal + 100_00n), "12")).toMatchObject({
    code: "loan_terms_not_allowed",
  });
});

test.each([
  ["EM", "1", "12", "loan_payment_too_small", "monthly_payment"],
  ["EM", "5000", "36", "loan_terms_not_allowed", "months"],
] as const)("J06 of %s, %s a month over %s months buys nothing: %s", async (...of) => {
  const [type, payment, months, code, param] = of;
  expect(await forPayment(type, payment, months)).toMatchObject({
    status: false,
    httpStatus: 422,
    code,
    errors: [{ param }],
  });
});

test("J06 a fixed fee, and stamp tax above 250,000 pesos", async () => {
  expect(await ask("BL-VL", "500000.01", "24")).toMatchObject({
    status: true,
    // 2,501 times 200 pesos or part of them.
    result: { processingFee: 2_000_00n, stampTax: 3_751_50n },
  });
});

test.each([
  ["EM", "100000.01", "12", "principal"],
  ["EM", "2999.99", "12", "principal"],
  ["EM", "50000", "36", "months"],
] as const)("J06 %s of %s over %s months is none of ours", async (type, amount, months, param) => {
  expect(await ask(type, amount, months)).toMatchObject({
    status: false,
    httpStatus: 422,
    errors: [{ param }],
  });
});
