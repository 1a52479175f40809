import { afterAll, beforeAll, expect, test } from "vitest";
import { getLoanExample } from "#contract/loanExample.ts";
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
