import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getLoanExample } from "#contract/loanExample.ts";
import { getLoanApplications, sendLoanApplication } from "#contract/loans.ts";
import { getLoanApplicationFile } from "#contract/staff/loans.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodLoanForm } from "#test/support/goodCalls.ts";
import { fileLoan, offerLoan, sendForm } from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
beforeEach(async () => {
  member = await world.makeMember({ savings: 0n, officeId: 1n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

async function list() {
  const answer = await world.call(getLoanApplications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

/** What the form's example says of a month. */
async function exampleOf(loan_amount: string, months: string) {
  const query = { loan_type: "SL", loan_amount, months } as const;
  const input = { params: { guid: member.guid }, query };
  const answer = await world.call(getLoanExample, input, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.monthlyAmortization;
}

describe("J06 over how many months a member wishes to pay", () => {
  test("is kept, and told with what the example of the form says of a month", async () => {
    await fileLoan(world, member, browser, { loan_amount: "50000.00", months_wished: 24 });
    expect(await list()).toMatchObject([
      { monthsWished: 24, estimatedMonthly: await exampleOf("50000.00", "24") },
    ]);
    expect(await exampleOf("50000.00", "24")).toBe(2_353_67n);
    const { detail } = await world.app.db
      .selectFrom("audit_event")
      .select("detail")
      .where("action", "=", "send_loan_application")
      .where("actor", "=", member.guid)
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ months: 24 });
  });

  test("is seen by the loan officer, and that nothing was said", async () => {
    const officer = await world.makeStaff({ role: "loan_officer" });
    const read = async (applicationNo: string) => {
      const answer = await officer.call(getLoanApplicationFile, { params: { applicationNo } });
      if (!answer.status) throw new Error(answer.message);
      return answer.result.monthsWished;
    };
    const wished = await fileLoan(world, member, browser, { months_wished: 36 });
    expect(await read(wished)).toBe(36);
    expect(await read(await fileLoan(world, member, browser))).toBeNull();
  });

  test("may be left out, as by a page that does not ask for it", async () => {
    await fileLoan(world, member, browser);
    expect(await list()).toMatchObject([{ monthsWished: null, estimatedMonthly: null }]);
  });

  test("is part of the form: sent again it is one application, with other months another", async () => {
    const first = await fileLoan(world, member, browser, { months_wished: 24 });
    expect(await fileLoan(world, member, browser, { months_wished: 24 })).toBe(first);
    expect(await fileLoan(world, member, browser, { months_wished: 36 })).not.toBe(first);
    expect(await fileLoan(world, member, browser)).not.toBe(first);
  });

  test.each([
    ["SL", 18],
    ["EM", 36],
    ["BL-VL", 120],
    ["PL", 1],
  ])("%s is not lent over %s months: refused on its field, in both languages", async (...of) => {
    const [loan_type, months_wished] = of;
    const refused = (msg: string) => ({
      httpStatus: 422,
      body: { status: false, errors: [{ param: "months_wished", msg }] },
    });
    const send = (language: string) => {
      const body = { ...goodLoanForm, guid: member.guid, loan_type, months_wished };
      const headers = { "accept-language": language };
      const input = { params: { guid: member.guid }, body };
      return world.callRaw(sendLoanApplication, input, browser, { headers });
    };
    const en = "Choose one of the months that this loan has";
    expect(await send("en")).toMatchObject(refused(en));
    const fil = "Pumili ng bilang ng buwan na mayroon ang loan na ito";
    expect(await send("fil")).toMatchObject(refused(fil));
    expect(await list()).toEqual([]);
  });

  test.each([0, -12, 1.5, 121, "24", "two", null, [24], {}])("%j is no term", async (wrong) => {
    expect(await sendForm(world, member, browser, { months_wished: wrong })).toMatchObject({
      status: false,
      httpStatus: 422,
      errors: [{ param: "months_wished", msg: "This is not valid" }],
    });
  });

  test("has no estimate where the product is not lent so, nor once there is an offer", async () => {
    await fileLoan(world, member, browser, { loan_amount: "1", months_wished: 24 });
    expect(await list()).toMatchObject([{ monthsWished: 24, estimatedMonthly: null }]);
    const applicationNo = await fileLoan(world, member, browser, { months_wished: 24 });
    await offerLoan(world.app, applicationNo, { principal: 50_000_00n, months: 12 });
    expect((await list())[0]).toMatchObject({
      applicationNo,
      monthsWished: 24,
      estimatedMonthly: null,
    });
  });
});
