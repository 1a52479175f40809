import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listLoanApplications,
  reviseLoanOffer,
  sendBackLoanApplication,
} from "#contract/staff/loans.ts";
import { endUnclaimed } from "#server/domains/loans/jobs/endUnclaimed.ts";
import { acceptStoredOffer } from "#test/support/loanActs.ts";
import {
  approval,
  assessed,
  confirmation,
  type Desk,
  makeDesk,
  propose,
  proposed,
  readFile,
  releaseOf,
} from "#test/support/loanDeskActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";

let world: World;
let desk: Desk;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  desk = await makeDesk(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({ officeId: 1n, employer: "PNP", savings: 1_000_00n });
});

const LARGE = { principal: "150000.00", months: 36 };
const words = { words: "Half of it" };

const suspend = () =>
  world.app.db
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "staff" })
    .where("id", "=", member.id)
    .execute();

describe("S131 what was taken back is approved no more", () => {
  test("an offer that is taken back takes its proposal with it: nothing is approved until another is made", async () => {
    const applicationNo = await proposed(world, desk, member);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    await desk.officer.call(reviseLoanOffer, { params: { applicationNo }, body: words });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_approval",
      proposal: null,
      may: { askApproval: false, propose: true },
    });
    expect(await ask(desk.officer, approval(applicationNo))).toMatchObject({
      code: "request_does_not_apply",
    });
    await propose(desk, applicationNo, { principal: "25000.00" });
    await approve(desk.second, await asked(desk.officer, approval(applicationNo, 2)));
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_signing",
      offer: { principal: 25_000_00n, acceptedAt: null },
    });
  });

  test("sent back between two approvals, the second is out of date and the proposal is void", async () => {
    const applicationNo = await proposed(world, desk, member, LARGE);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    const { openRequestId } = await readFile(desk.officer, applicationNo);
    await desk.second.call(sendBackLoanApplication, { params: { applicationNo }, body: words });
    expect(await decide(desk.second, openRequestId ?? "")).toMatchObject({ code: "request_stale" });
    expect(await ask(desk.chief, confirmation(applicationNo))).toMatchObject({
      code: "request_does_not_apply",
    });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_verification",
      proposal: null,
      offer: null,
    });
  });

  test("the database takes no approval of a proposal that is void or not the newest", async () => {
    const applicationNo = await proposed(world, desk, member);
    const requestId = await asked(desk.officer, approval(applicationNo));
    await propose(desk, applicationNo, { principal: "25000.00" });
    const proposals = await world.app.db
      .selectFrom("loan_proposal as o")
      .innerJoin("loan_application as a", "a.id", "o.application_id")
      .select("o.id")
      .where("a.application_no", "=", applicationNo)
      .orderBy("o.version")
      .execute();
    const sneak = (proposalId: bigint | undefined) =>
      world.app.db
        .insertInto("loan_approval")
        .values({
          proposal_id: proposalId ?? 0n,
          person_key: "P-SNEAK",
          username: "sneak",
          request_id: requestId,
          at: world.app.now(),
        })
        .execute();
    await expect(sneak(proposals[0]?.id)).rejects.toThrow("stands no more");
    await desk.chief.call(sendBackLoanApplication, { params: { applicationNo }, body: words });
    await expect(sneak(proposals[1]?.id)).rejects.toThrow("stands no more");
  });
});

describe("S131 the second approval", () => {
  test("it is asked for above the authority of one and after the first, never before or below", async () => {
    const small = await proposed(world, desk, member);
    expect(await ask(desk.second, confirmation(small))).toMatchObject({
      code: "request_does_not_apply",
    });
    const large = await proposed(world, desk, member, LARGE);
    expect(await ask(desk.second, confirmation(large))).toMatchObject({
      code: "request_does_not_apply",
    });
  });

  test("asked for anew by another, the first approver does not give it, nor who processed it; a third does", async () => {
    const both = await world.makeStaff({ role: ["loan_officer", "supervisor"] });
    const third = await world.makeStaff({ role: "supervisor" });
    const applicationNo = await assessed(world, { ...desk, officer: both }, member);
    await propose(desk, applicationNo, LARGE);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    const { openRequestId } = await readFile(desk.officer, applicationNo);
    await decide(desk.second, openRequestId ?? "", "reject");
    const again = await asked(desk.second, confirmation(applicationNo));
    expect(await decide(desk.chief, again)).toMatchObject({ code: "loan_approved_already" });
    expect(await decide(both, again)).toMatchObject({ code: "loan_processor_approves" });
    await approve(third, again);
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_signing",
      proposal: { approvedBy: [desk.chief.username, third.username] },
    });
  });
});

describe("a product's rules hold at each step", () => {
  test("what broke a rule since it was proposed is not approved, in words, and cannot be asked for", async () => {
    const applicationNo = await proposed(world, desk, member);
    const requestId = await asked(desk.officer, approval(applicationNo));
    await suspend();
    expect(await decide(desk.chief, requestId)).toMatchObject({
      code: "loan_breaks_rule",
      message: expect.stringContaining("this member may not have this product"),
    });
    expect(await ask(desk.officer, approval(applicationNo))).toMatchObject({
      code: "loan_breaks_rule",
    });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_approval",
      offer: null,
    });
  });

  test("nor is it approved a second time", async () => {
    const applicationNo = await proposed(world, desk, member, LARGE);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    const { openRequestId } = await readFile(desk.officer, applicationNo);
    await suspend();
    expect(await decide(desk.second, openRequestId ?? "")).toMatchObject({
      code: "loan_breaks_rule",
    });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({ offer: null });
  });

  test("nor is it released: no loan comes of it and no money moves", async () => {
    const applicationNo = await proposed(world, desk, member);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    await acceptStoredOffer(world, applicationNo);
    const requestId = await asked(desk.officer, releaseOf(applicationNo));
    await suspend();
    expect(await decide(desk.chief, requestId)).toMatchObject({ code: "loan_breaks_rule" });
    expect(await ask(desk.officer, releaseOf(applicationNo))).toMatchObject({
      code: "loan_breaks_rule",
    });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_signing",
      loanNo: null,
    });
  });

  test("what was accepted and not released in time is offered anew: proposed, approved and accepted again", async () => {
    const applicationNo = await proposed(world, desk, member);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo)));
    await acceptStoredOffer(world, applicationNo);
    const toRelease = async () => {
      const query = { show: "to_release" as const, member: member.membershipNo };
      const answer = await desk.officer.call(listLoanApplications, { query });
      if (!answer.status) throw new Error(answer.message);
      return answer.result.rows.map((row) => row.applicationNo);
    };
    expect(await toRelease()).toEqual([applicationNo]);
    const params = { applicationNo };
    expect(await desk.officer.call(reviseLoanOffer, { params, body: words })).toMatchObject({
      code: "loan_application_state",
    });
    world.passSeconds(30 * 24 * 3600 + 1);
    await endUnclaimed(world.app);
    desk = await makeDesk(world);
    expect(await ask(desk.officer, releaseOf(applicationNo))).toMatchObject({
      code: "loan_release_too_late",
    });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      may: { revise: true, release: false },
    });
    await desk.officer.call(reviseLoanOffer, { params, body: words });
    await propose(desk, applicationNo);
    await approve(desk.chief, await asked(desk.officer, approval(applicationNo, 2)));
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({
      stage: "for_signing",
      offer: { acceptedAt: null },
      waitsSince: null,
    });
    expect(await toRelease()).toEqual([]);
    expect(await ask(desk.officer, releaseOf(applicationNo))).toMatchObject({
      code: "request_does_not_apply",
    });
    await acceptStoredOffer(world, applicationNo);
    expect(await toRelease()).toEqual([applicationNo]);
  });

  test("where no savings account is, nothing is proposed", async () => {
    const without = await world.makeMember({ officeId: 1n, employer: "PNP", storage: 1_000_00n });
    const applicationNo = await assessed(world, desk, without);
    expect(await propose(desk, applicationNo)).toMatchObject({ code: "loan_needs_savings" });
    expect(await readFile(desk.officer, applicationNo)).toMatchObject({ proposal: null });
  });
});
