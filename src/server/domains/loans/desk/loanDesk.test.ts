import { olderStaff } from "#test/support/olderStaff.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getNotifications } from "#contract/notifications.ts";
import {
  assessLoanApplication,
  cancelLoanApplication,
  declineLoanApplication,
  getDeskDisclosure,
  getLoanApplicationFile,
  type LoanApplicationFile,
  moveLoanApplication,
  proposeLoan,
  quoteLoan,
  reviseLoanOffer,
  sendBackLoanApplication,
} from "#contract/staff/loans.ts";
import { getLoanFile } from "#contract/staff/loanAccounts.ts";
import { addLoan, addLoanApplication } from "#test/support/addLoan.ts";
import { acceptStoredOffer, entriesOf } from "#test/support/loanActs.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { approve, ask, asked, decide, look, trail } from "#test/support/requestActs.ts";

let world: World;
let officer: TestStaff;
let chief: TestStaff;
let second: TestStaff;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
  second = await world.makeStaff({ role: "supervisor" });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({ officeId: 1n, employer: "PNP", savings: 1_000_00n });
});

const file = async (applicationNo: string, staff = officer): Promise<LoanApplicationFile> => {
  const answer = await staff.call(getLoanApplicationFile, { params: { applicationNo } });
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  return answer.result;
};

/** From filing to a proposal that waits for approval. */
async function proposed(principal = "50000.00", months = 12, amount = 50_000_00n) {
  const applicationNo = await addLoanApplication(world, member, { amount });
  const params = { applicationNo };
  const done = async (answer: Promise<{ status: boolean; message?: string }>) => {
    const { status, message } = await answer;
    if (!status) throw new Error(message);
  };
  await done(
    officer.call(moveLoanApplication, { params, body: { to: "for_verification", words: "" } }),
  );
  const body = { pay: "40000.00", deductions: "5000.00", collateral: "0" };
  await done(officer.call(assessLoanApplication, { params, body }));
  await done(officer.call(proposeLoan, { params, body: { principal, months } }));
  return applicationNo;
}

const approval = (applicationNo: string, version = 1) => ({
  kind: "approve_loan" as const,
  payload: { applicationNo, version },
});

const release = (applicationNo: string) => ({
  kind: "release_loan" as const,
  payload: { applicationNo, isNoteSigned: true, isDeductionAuthorized: true },
});

const told = async (): Promise<string[]> => {
  const browser = await world.signIn(member);
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
};

describe("S131 one processes, another approves, two release", () => {
  test("an application becomes a loan: every centavo is in the books, the member hears each step", async () => {
    const applicationNo = await proposed();
    expect(await file(applicationNo)).toMatchObject({
      stage: "for_approval",
      // 1 percent fee; no stamp tax up to 250,000; 0.55 percent premium for a year.
      proposal: { fee: 500_00n, stampTax: 0n, premium: 275_00n, netProceeds: 49_225_00n },
    });
    await approve(chief, await asked(officer, approval(applicationNo)));
    await drainJobs(world.app);
    const offered = await file(applicationNo);
    expect(offered).toMatchObject({ stage: "for_signing", may: { release: false } });
    expect(offered.offer).toMatchObject({ netProceeds: 49_225_00n, acceptedAt: null });
    expect(await ask(officer, release(applicationNo))).toMatchObject({
      code: "request_does_not_apply",
    });
    await acceptStoredOffer(world, applicationNo);
    const requestId = await asked(officer, release(applicationNo));
    expect(await decide(officer, requestId)).toMatchObject({ code: "request_is_own" });
    await approve(chief, requestId);
    const { loanNo, stage } = await file(applicationNo);
    expect(stage).toBe("released");
    const loan = await officer.call(getLoanFile, { params: { loanNo: loanNo ?? "" } });
    if (!loan.status) throw new Error(loan.message);
    expect(loan.result).toMatchObject({
      principal: 50_000_00n,
      outstanding: 50_000_00n,
      savings: 50_225_00n,
      state: "active",
    });
    expect(loan.result.instalments.reduce((sum, one) => sum + one.principal, 0n)).toBe(50_000_00n);
    expect(await entriesOf(world, loanNo ?? "")).toEqual([
      ["1210", "D", 50_000_00n],
      ["2010", "C", 49_225_00n],
      ["2130", "C", 275_00n],
      ["4030", "C", 500_00n],
    ]);
    const words = (await told()).join(" ");
    for (const part of ["checking your application", "is approved", "49,225.00"])
      expect(words).toContain(part);
    expect(await trail(world, `loan_application:${applicationNo}`)).toEqual(
      expect.arrayContaining([
        `${officer.username}: loan_assessed`,
        `${officer.username}: loan_proposed`,
        `${chief.username}: approve_loan`,
        `${chief.username}: release_loan`,
      ]),
    );
  });

  test("who processed it does not approve it, under whatever account and spelling", async () => {
    const both = await world.makeStaff({
      role: ["loan_officer", "supervisor"],
      personKey: "P-TWICE",
    });
    const again = await olderStaff(world, { role: "supervisor", personKey: "P-TW1CE" });
    const applicationNo = await addLoanApplication(world, member);
    const params = { applicationNo };
    await both.call(moveLoanApplication, { params, body: { to: "for_verification", words: "" } });
    const figures = { pay: "40000", deductions: "0", collateral: "0" };
    await officer.call(assessLoanApplication, { params, body: figures });
    await officer.call(proposeLoan, { params, body: { principal: "50000", months: 12 } });
    const requestId = await asked(officer, approval(applicationNo));
    expect(await decide(again, requestId)).toMatchObject({ code: "loan_processor_approves" });
    const body = { reason: "other" as const, words: "Not so" };
    expect(await again.call(declineLoanApplication, { params, body })).toMatchObject({
      code: "loan_processor_approves",
    });
    await approve(chief, requestId);
    const { id } = await world.app.db
      .selectFrom("loan_proposal")
      .select("id")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const sneaked = { proposal_id: id, username: again.username, request_id: requestId };
    await expect(
      world.app.db
        .insertInto("loan_approval")
        .values({ ...sneaked, person_key: "P-TWICE", at: world.app.now() })
        .execute(),
    ).rejects.toThrow("does not approve it");
  });

  test("above the authority of one, a second approver decides, never the first again", async () => {
    const applicationNo = await proposed("150000.00", 36, 150_000_00n);
    expect(await file(applicationNo)).toMatchObject({
      proposal: { approversNeeded: 2 },
      aloneUpTo: 100_000_00n,
    });
    await approve(chief, await asked(officer, approval(applicationNo)));
    const between = await file(applicationNo);
    expect(between).toMatchObject({ stage: "for_approval", offer: null });
    const requestId = between.openRequestId ?? "";
    expect(await look(second, requestId)).toMatchObject({
      kind: "confirm_loan",
      maker: chief.username,
      before: { approvals: "1/2" },
      after: { approvals: "2/2", loanStage: "for_signing" },
    });
    expect(await decide(chief, requestId)).toMatchObject({ code: "request_is_own" });
    expect(await decide(officer, requestId)).toMatchObject({ code: "not_your_role" });
    await approve(second, requestId);
    expect(await file(applicationNo)).toMatchObject({
      stage: "for_signing",
      proposal: { approvedBy: [chief.username, second.username] },
    });
  });

  test("another proposal makes the request stale; nothing is approved that was not seen", async () => {
    const applicationNo = await proposed();
    const requestId = await asked(officer, approval(applicationNo));
    const body = { principal: "60000.00", months: 12 };
    await officer.call(proposeLoan, { params: { applicationNo }, body });
    expect(await decide(chief, requestId)).toMatchObject({ code: "request_stale" });
    expect(await ask(officer, approval(applicationNo, 1))).toMatchObject({
      code: "request_does_not_apply",
    });
    expect(await file(applicationNo)).toMatchObject({ stage: "for_approval", offer: null });
  });

  test.each(["the first approver again", "another one"])(
    "another proposal above the authority of one is approved by %s, and by a second",
    async (who) => {
      const applicationNo = await proposed("150000.00", 36, 150_000_00n);
      await approve(chief, await asked(officer, approval(applicationNo)));
      const older = (await file(applicationNo)).openRequestId ?? "";
      const body = { principal: "140000.00", months: 36 };
      await officer.call(proposeLoan, { params: { applicationNo }, body });
      const first = who === "another one" ? second : chief;
      await approve(first, await asked(officer, approval(applicationNo, 2)));
      expect(await look(officer, older)).toMatchObject({
        state: first === chief ? "withdrawn" : "stale",
      });
      const { stage, openRequestId } = await file(applicationNo);
      expect(stage).toBe("for_approval");
      expect(openRequestId).not.toBe(older);
      await approve(first === chief ? second : chief, openRequestId ?? "");
      expect(await file(applicationNo)).toMatchObject({
        stage: "for_signing",
        proposal: { principal: 140_000_00n },
      });
    },
  );

  test("two approvers at the same moment make one decision and one offer", async () => {
    const applicationNo = await proposed();
    const requestId = await asked(officer, approval(applicationNo));
    const answers = await Promise.all([decide(chief, requestId), decide(second, requestId)]);
    expect(answers.filter(({ status }) => status)).toHaveLength(1);
    expect(answers.find(({ status }) => !status)).toMatchObject({ code: "request_decided" });
    const { count } = await world.app.db
      .selectFrom("loan_offer as o")
      .innerJoin("loan_application as a", "a.id", "o.application_id")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("a.application_no", "=", applicationNo)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1n);
  });
});

describe("the disclosure statement (R.A. 3765)", () => {
  test("S117 it says the stored figures, is tagged, can do nothing, and is the same bytes each time", async () => {
    const applicationNo = await proposed();
    const params = { applicationNo };
    expect(await officer.callRaw(getDeskDisclosure, { params })).toMatchObject({
      httpStatus: 409,
    });
    await approve(chief, await asked(officer, approval(applicationNo)));
    await drainJobs(world.app);
    const {
      bytes,
      disclosure_no: number,
      offer_id: offerId,
    } = await world.app.db
      .selectFrom("loan_disclosure as d")
      .innerJoin("loan_offer as o", "o.id", "d.offer_id")
      .innerJoin("loan_application as a", "a.id", "o.application_id")
      .select(["d.bytes", "o.disclosure_no", "d.offer_id"])
      .where("a.application_no", "=", applicationNo)
      .executeTakeFirstOrThrow();
    const said = pdfText(bytes);
    for (const part of [number, "₱50,000.00", "₱500.00", "₱275.00", "₱49,225.00", "12.00 %"]) {
      expect(said).toContain(part);
    }
    const plain = bytes.toString("latin1");
    expect(plain).toContain("/StructTreeRoot");
    expect(plain).not.toMatch(/\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm)\b/);
    await expect(
      world.app.db
        .updateTable("loan_disclosure")
        .set({ language: "fil" })
        .where("offer_id", "=", offerId)
        .execute(),
    ).rejects.toThrow("permission denied");
    const first = await officer.callRaw(getDeskDisclosure, { params });
    world.passSeconds(90);
    const later = await officer.callRaw(getDeskDisclosure, { params });
    expect(first.httpStatus).toBe(200);
    expect(later.text).toBe(first.text);
  });
});

describe("the rules of a product", () => {
  test("what breaks a rule is said and cannot be proposed", async () => {
    const applicationNo = await addLoanApplication(world, member);
    const params = { applicationNo };
    await officer.call(moveLoanApplication, {
      params,
      body: { to: "for_verification", words: "" },
    });
    const body = { principal: "50000.00", months: 12 };
    expect(await officer.call(proposeLoan, { params, body })).toMatchObject({
      code: "loan_not_assessed",
    });
    const figures = { pay: "12000.00", deductions: "4000.00", collateral: "0" };
    const odd = { params, body: { ...figures, pay: "1" } };
    const refused = await officer.call(assessLoanApplication, odd);
    expect(refused).toMatchObject({ errors: [{ param: "deductions" }] });
    await officer.call(assessLoanApplication, { params, body: figures });
    // 12,000.00 less 4,000.00 less 4,442.44 leaves less than 5,000.00.
    expect(
      await officer.call(quoteLoan, { params, query: { principal: "50000", months: "12" } }),
    ).toMatchObject({ result: { takeHomePay: 3_557_56n, breaks: ["take_home"] } });
    expect(await officer.call(proposeLoan, { params, body })).toMatchObject({
      code: "loan_breaks_rule",
    });
    expect(
      await officer.call(quoteLoan, { params, query: { principal: "4999.99", months: "13" } }),
    ).toMatchObject({ result: { breaks: ["term", "amount"] } });
    expect(await file(applicationNo)).toMatchObject({ stage: "for_verification", proposal: null });
  });
});

describe("limits count what a member has of the product", () => {
  const whatLeaves = async (applicationNo: string, principal: string) => {
    const query = { principal, months: "60" };
    const answer = await officer.call(quoteLoan, { params: { applicationNo }, query });
    if (!answer.status) throw new Error(answer.message);
    const { limit, breaks } = answer.result;
    return { limit, breaks };
  };

  test("another application under way, and then its loan, leave the rest of the limit and no more", async () => {
    const first = await proposed("300000.00", 60, 300_000_00n);
    await expect(proposed("181000.01", 60, 300_000_00n)).rejects.toThrow("above the limit");
    // 12 times 40,000.00, and 1,000.00 of deposits.
    const next = await proposed("100000.00", 60, 300_000_00n);
    expect(await whatLeaves(next, "181000.00")).toEqual({ limit: 181_000_00n, breaks: [] });
    expect(await whatLeaves(first, "381000.01")).toMatchObject({ limit: 381_000_00n });

    await addLoan(world, member, { amount: 50_000_00n });
    // What it paid out is in savings now, and is no deposit of the member's own.
    const { limit } = await whatLeaves(next, "1000000.00");
    expect(limit).toBe(181_000_00n - 50_000_00n);
  });
});

describe("the way back", () => {
  test("documents are asked for and come; the member reads what is missing", async () => {
    const applicationNo = await addLoanApplication(world, member);
    const params = { applicationNo };
    const move = (to: "for_verification" | "for_documents", words = "") =>
      officer.call(moveLoanApplication, { params, body: { to, words } });
    await move("for_verification");
    expect(await move("for_documents")).toMatchObject({ code: "loan_words_missing" });
    await move("for_documents", "Bring your latest payslip.");
    expect(await file(applicationNo)).toMatchObject({
      stage: "for_documents",
      waitsSince: null,
      owner: officer.username,
    });
    expect((await told()).join(" ")).toContain("Bring your latest payslip.");
    await move("for_verification", "Payslip of October");
    expect(await file(applicationNo)).toMatchObject({ stage: "for_verification" });
  });

  test("declined for a reason the member is told; words for the file stay in the file", async () => {
    const applicationNo = await proposed();
    const params = { applicationNo };
    const body = { reason: "take_home_pay" as const, words: "Brother-in-law of the clerk" };
    expect(await officer.call(declineLoanApplication, { params, body })).toMatchObject({
      code: "not_your_role",
    });
    expect(await chief.call(declineLoanApplication, { params, body })).toMatchObject({
      status: true,
    });
    expect(await file(applicationNo)).toMatchObject({ stage: "rejected" });
    const words = (await told()).join(" ");
    expect(words).toContain("too little of your pay");
    expect(words).not.toContain("Brother-in-law");
    expect(await chief.call(declineLoanApplication, { params, body })).toMatchObject({
      code: "loan_application_state",
    });
  });

  test("sent back, revised after the offer, cancelled for the member", async () => {
    const applicationNo = await proposed();
    const params = { applicationNo };
    const words = { words: "Half of it" };
    await chief.call(sendBackLoanApplication, { params, body: words });
    expect(await file(applicationNo)).toMatchObject({ stage: "for_verification" });
    const propose = (principal: string) =>
      officer.call(proposeLoan, { params, body: { principal, months: 12 } });
    await propose("25000.00");
    await approve(chief, await asked(officer, approval(applicationNo, 2)));
    await officer.call(reviseLoanOffer, { params, body: words });
    await propose("20000.00");
    await approve(second, await asked(officer, approval(applicationNo, 3)));
    expect(await file(applicationNo)).toMatchObject({ offer: { principal: 20_000_00n } });
    expect(await officer.call(cancelLoanApplication, { params, body: words })).toMatchObject({
      status: true,
    });
    expect(await file(applicationNo)).toMatchObject({ stage: "cancelled" });
    expect(await ask(officer, release(applicationNo))).toMatchObject({
      code: "request_does_not_apply",
    });
  });
});
