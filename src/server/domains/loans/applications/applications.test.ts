import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fieldTexts } from "#contract/fields.ts";
import { loanForm } from "#contract/loanFields.ts";
import { nameTexts } from "#contract/people.ts";
import {
  getLoanApplications,
  withdrawLoanApplication,
  sendLoanApplication,
} from "#contract/loans.ts";
import { getNotifications } from "#contract/notifications.ts";
import { sqlState, transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodLoanForm } from "#test/support/goodCalls.ts";
import {
  acceptStoredOffer,
  fileLoan,
  offerLoan,
  release,
  sendForm,
} from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";

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

const officer = { kind: "staff", name: "loan.officer" } as const;

function move(applicationNo: string, to: Parameters<typeof moveApplication>[1]["to"], more = {}) {
  return transact(world.app.db, (tx) =>
    moveApplication(tx, {
      applicationNo,
      to,
      actor: officer,
      reason: "",
      at: world.app.now(),
      correlationId: "test",
      ...more,
    }),
  );
}

async function list() {
  const answer = await world.call(getLoanApplications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

describe("the form", () => {
  test("J07 T31 S112 files an application with a number, which the member sees with its stage and is told of", async () => {
    const raw = await world.callRaw(
      sendLoanApplication,
      { params: { guid: member.guid }, body: { ...goodLoanForm, guid: member.guid, member: "1" } },
      browser,
    );
    expect(raw.body).toMatchObject({ status: true, message: "Loan application submitted" });
    const [filed] = await list();
    expect(filed).toMatchObject({
      loanType: "SL",
      name: "Salary Loan",
      amount: 100_000_00n,
      state: "submitted",
      canWithdraw: true,
      hasOffer: false,
      loanNo: null,
      steps: [{ state: "submitted" }],
    });
    expect(filed?.applicationNo).toMatch(/^LA-2026-\d{7}$/);
    const told = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
    expect(JSON.stringify(told)).toContain(
      `We received your application for a Salary Loan of ₱100,000.00. No. ${filed?.applicationNo}.`,
    );
  });

  const required = "This field is required";
  const blank = "This field cannot be empty";
  const invalid = "This is not valid";
  test.each<[string, unknown, string]>([
    ["last_name", undefined, required],
    ["last_name", "", required],
    ["last_name", "   ", blank],
    ["first_name", null, required],
    ["first_name", "\t", blank],
    ["first_name", "Ana\tMaria", nameTexts.letters.en],
    ["middle_name", " ", blank],
    ["qualifier", "  ", blank],
    ["qualifier", "x".repeat(21), "This is too long"],
    ["contact_no", "", required],
    ["contact_no", " ", blank],
    ["contact_no", "0917\r\nBcc: x@y.ph", invalid],
    ["email_address", "", required],
    ["email_address", " ", blank],
    ["email_address", "juan", "Invalid email address"],
    ["email_address", "a@b@c.ph", "Invalid email address"],
    ["email_address", "a@b", "Invalid email address"],
    ["email_address", "a@b..ph", "Invalid email address"],
    ["email_address", "a b@c.ph", "Invalid email address"],
    ["email_address", "juan@c.ph\r\nBcc: x@y.ph", invalid],
    ["employer", "NBI", invalid],
    ["employer", undefined, required],
    ["loan_type", "XX", invalid],
    ["loan_type", undefined, required],
    ["loan_amount", undefined, required],
    ["loan_amount", -1, "Invalid amount"],
    ["loan_amount", 0.001, "Invalid amount"],
    ["loan_amount", "1e5", "Invalid amount"],
    ["loan_amount", 1_000_000_000, "The most is ₱999,999,999.00"],
    ["guid", "me", invalid],
    ["last_name", "Cruz (Nena)", nameTexts.marks.en],
    ["first_name", "Ana\u200b", fieldTexts.invisible],
    ["first_name", ".", nameTexts.no_letter.en],
  ])("J02 J03 J04 J05 J06 S112 %s %j is refused on its field", async (param, value, msg) => {
    const answer = await sendForm(world, member, browser, { [param]: value });
    expect(answer).toMatchObject({ status: false, httpStatus: 422, errors: [{ param, msg }] });
    expect(await list()).toEqual([]);
  });

  test("S162 who has one name on the books applies with that one", async () => {
    await world.app.db
      .updateTable("member")
      .set({ first_name: "Sukarno", last_name: "" })
      .where("guid", "=", member.guid)
      .execute();
    const names = { first_name: "Sukarno", last_name: "" };
    expect(await sendForm(world, member, browser, { ...names, first_name: "" })).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "first_name", msg: required }],
    });
    await fileLoan(world, member, browser, names);
    expect(await list()).toHaveLength(1);
  });

  test.each([0, "999999999", 5000.5])("J06 V03 an amount of %s is taken", async (amount) => {
    await fileLoan(world, member, browser, { loan_amount: amount });
    expect(await list()).toHaveLength(1);
  });

  test.each(["a@".repeat(50_000), `a@${"b.".repeat(50_000)}`, `${" ".repeat(100_000)}@`])(
    "S112 an email of 100 KB is refused on its field, and by the wire before that",
    async (email_address) => {
      const form = { ...goodLoanForm, guid: member.guid, email_address };
      const parsed = loanForm.safeParse(form);
      expect(parsed.error?.issues[0]?.path).toEqual(["email_address"]);
      const answer = await sendForm(world, member, browser, { email_address });
      expect(answer).toMatchObject({ status: false, httpStatus: 413 });
    },
  );

  test("S112 the guid of the body is the token's", async () => {
    const other = await world.makeMember();
    const answer = await sendForm(world, member, browser, { guid: other.guid });
    expect(answer).toMatchObject({ status: false, httpStatus: 404, code: "not_found" });
    expect(await list()).toEqual([]);
  });

  test("S112 sent again while it is open, it is the same application, also ten times at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendForm(world, member, browser)),
    );
    expect(
      new Set(answers.map((answer) => answer.status && answer.result.applicationNo)).size,
    ).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test("S112 five a day of Manila, also at once; the next day goes on", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => sendForm(world, member, browser, { loan_amount: n + 1 })),
    );
    const refused = answers.filter(({ status }) => !status);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ httpStatus: 409, code: "loan_applications_today" });
    expect(await list()).toHaveLength(5);
    world.passSeconds(14 * 3600);
    browser = await world.signIn(member);
    await fileLoan(world, member, browser, { loan_amount: 99 });
  });
});

describe("an application", () => {
  test("is withdrawn while it is open, and stays so", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    const withdraw = () =>
      world.call(
        withdrawLoanApplication,
        { params: { guid: member.guid }, body: { applicationNo } },
        browser,
      );
    expect(await withdraw()).toMatchObject({ status: true });
    expect(await withdraw()).toMatchObject({ status: true });
    expect(await list()).toMatchObject([{ state: "cancelled", canWithdraw: false }]);
    expect(await fileLoan(world, member, browser)).not.toBe(applicationNo);
  });

  test("of somebody else cannot be withdrawn, nor a rejected one", async () => {
    const other = await world.makeMember();
    const theirs = await fileLoan(world, other, await world.signIn(other));
    const withdraw = (applicationNo: string) =>
      world.call(
        withdrawLoanApplication,
        { params: { guid: member.guid }, body: { applicationNo } },
        browser,
      );
    expect(await withdraw(theirs)).toMatchObject({ status: false, code: "not_found" });
    const own = await fileLoan(world, member, browser);
    await move(own, "for_verification");
    await move(own, "for_approval");
    await move(own, "rejected", { reason: "Net take-home pay is too low." });
    expect(await withdraw(own)).toMatchObject({ status: false, code: "loan_application_state" });
    expect(await list()).toMatchObject([
      { state: "rejected", reason: "Net take-home pay is too low.", canWithdraw: false },
    ]);
  });

  test("tells each step, by whom and when, and each is in the audit", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    await move(applicationNo, "for_verification");
    await move(applicationNo, "for_documents", { reason: "The latest payslip." });
    expect(await list()).toMatchObject([{ state: "for_documents", reason: "The latest payslip." }]);
    await move(applicationNo, "for_verification");
    const [now] = await list();
    expect(now?.reason).toBe("");
    expect(now?.steps.map(({ state }) => state)).toEqual([
      "submitted",
      "for_verification",
      "for_documents",
      "for_verification",
    ]);
    const recorded = await world.app.db
      .selectFrom("audit_event")
      .select("action")
      .where("object", "=", `loan_application:${applicationNo}`)
      .orderBy("id")
      .execute();
    expect(recorded.map(({ action }) => action)).toEqual([
      "send_loan_application",
      ...Array.from({ length: 3 }, () => "move_loan_application"),
    ]);
  });

  test("goes no way that the table does not know, and nobody goes another's", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    for (const to of ["for_approval", "approved", "for_signing", "released", "rejected"] as const) {
      await expect(move(applicationNo, to)).rejects.toMatchObject({
        code: "loan_application_state",
      });
    }
    const asMember = { actor: { kind: "member", name: member.guid } };
    await expect(move(applicationNo, "for_verification", asMember)).rejects.toMatchObject({
      code: "loan_application_state",
    });
  });

  test("is not approved by who worked on it", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    await move(applicationNo, "for_verification");
    await move(applicationNo, "for_approval", { actor: { kind: "staff", name: "another" } });
    for (const name of ["loan.officer", "another"]) {
      const approving = move(applicationNo, "approved", { actor: { kind: "staff", name } });
      await expect(approving).rejects.toMatchObject({ code: "loan_processor_approves" });
    }
    await move(applicationNo, "approved", { actor: { kind: "staff", name: "supervisor" } });
  });

  test("changes in no other way: the database refuses a state without its event", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    const change = world.app.db
      .updateTable("loan_application")
      .set({ state: "approved" })
      .where("application_no", "=", applicationNo)
      .execute();
    expect(await change.then(() => "done", sqlState)).toBe("LN004");
    const { id } = await world.app.db
      .selectFrom("loan_application")
      .select("id")
      .where("application_no", "=", applicationNo)
      .executeTakeFirstOrThrow();
    const event = {
      application_id: id,
      from_state: "submitted",
      actor: "x",
      at: world.app.now(),
      correlation_id: "test",
    };
    const write = (to_state: string, actor_kind: string) =>
      world.app.db
        .insertInto("loan_application_event")
        .values({ ...event, to_state, actor_kind })
        .execute()
        .then(() => "done", sqlState);
    expect(await write("approved", "staff")).toBe("LN001");
    expect(await write("for_verification", "member")).toBe("LN001");
    // Written down, and not done.
    expect(await write("for_verification", "staff")).toBe("LN003");
  });

  test("that was put before the member counts as an offer until it is over", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    await offerLoan(world.app, applicationNo, { principal: 50_000_00n, months: 12 });
    expect(await list()).toMatchObject([{ state: "for_signing", hasOffer: true }]);
  });

  test("tells the member's own yes to the offer among its steps", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    await offerLoan(world.app, applicationNo, { principal: 50_000_00n, months: 12 });
    await acceptStoredOffer(world, applicationNo);
    await release(world.app, applicationNo);
    const [told] = await list();
    expect(told?.steps.map(({ state }) => state)).toEqual([
      "submitted",
      "for_verification",
      "for_approval",
      "approved",
      "for_signing",
      "accepted",
      "released",
    ]);
  });

  test("whose offer is over ends by itself when its member applies anew, and is told of", async () => {
    const applicationNo = await fileLoan(world, member, browser);
    await offerLoan(world.app, applicationNo, { principal: 50_000_00n, months: 12 });
    const accepted = await fileLoan(world, member, browser, { loan_amount: 60_000 });
    await offerLoan(world.app, accepted, { principal: 60_000_00n, months: 12 });
    await acceptStoredOffer(world, accepted);
    world.passSeconds(30 * 24 * 3600 - 60);
    browser = await world.signIn(member);
    expect(await fileLoan(world, member, browser)).toBe(applicationNo);
    world.passSeconds(60);
    const anew = await fileLoan(world, member, browser);
    expect(anew).not.toBe(applicationNo);
    // What was accepted waits for the desk.
    expect(await list()).toMatchObject([
      { applicationNo: anew, state: "submitted" },
      { applicationNo: accepted, state: "for_signing" },
      { applicationNo, state: "cancelled" },
    ]);
    const read = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
    expect(JSON.stringify(read)).toContain("it was not taken up in 30 days");
  });
});
