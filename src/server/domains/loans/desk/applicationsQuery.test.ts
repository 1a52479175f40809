import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  assignLoanApplication,
  exportLoanApplications,
  listLoanApplications,
  moveLoanApplication,
} from "#contract/staff/loans.ts";
import { addLoanApplication } from "#test/support/addLoan.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let officer: TestStaff;
let elsewhere: TestStaff;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  elsewhere = await world.makeStaff({ role: "loan_officer", officeId: 2n });
  member = await world.makeMember({ officeId: 1n });
});
afterAll(() => world.close());

describe("the queue", () => {
  const shown = async (staff: TestStaff, query: Record<string, string> = {}) => {
    const answer = await staff.call(listLoanApplications, { query });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows.map(({ applicationNo }) => applicationNo);
  };

  test("by stage, owner, age and branch; of one's own branches only", async () => {
    const mine = { member: member.membershipNo };
    const first = await addLoanApplication(world, member, { product: "EM", amount: 20_000_00n });
    world.passSeconds(60);
    const next = await addLoanApplication(world, member);
    officer = await world.makeStaff({ role: "loan_officer" });
    expect(await shown(officer, mine)).toEqual([first, next]);
    expect(await shown(officer, { ...mine, sort: "-amount" })).toEqual([next, first]);
    expect(await shown(officer, { ...mine, product: "EM" })).toEqual([first]);
    expect(await shown(elsewhere, mine)).toEqual([]);
    const params = { applicationNo: next };
    const assign = (to: string) => officer.call(assignLoanApplication, { params, body: { to } });
    expect(await assign(elsewhere.username)).toMatchObject({ code: "loan_owner_unknown" });
    expect(await assign(officer.username)).toMatchObject({ status: true });
    expect(await shown(officer, { ...mine, show: "mine" })).toEqual([next]);
    expect(await shown(officer, { ...mine, show: "unassigned" })).toEqual([first]);
    expect(await shown(officer, { ...mine, show: "late" })).toEqual([]);
    expect(await shown(officer, { ...mine, stage: "for_approval", show: "all" })).toEqual([]);
    const { text } = await officer.callRaw(exportLoanApplications, { query: mine });
    expect(text.trimEnd().split("\r\n")).toHaveLength(3);
    world.passSeconds(2 * 86_400);
    officer = await world.makeStaff({ role: "loan_officer" });
    expect(await shown(officer, { ...mine, show: "late" })).toEqual([first, next]);
    expect(await shown(officer, { ...mine, show: "for_desk" })).toEqual([first, next]);

    // The desk's next stage is no new wait; what the member was asked for, and brought, begins one.
    const move = (to: "for_verification" | "for_documents") =>
      officer.call(moveLoanApplication, {
        params: { applicationNo: first },
        body: { to, words: "The last payslip" },
      });
    expect(await move("for_verification")).toMatchObject({ status: true });
    expect(await shown(officer, { ...mine, show: "late" })).toEqual([first, next]);
    expect(await move("for_documents")).toMatchObject({ status: true });
    expect(await shown(officer, { ...mine, show: "late" })).toEqual([next]);
    expect(await move("for_verification")).toMatchObject({ status: true });
    expect(await shown(officer, { ...mine, show: "for_desk" })).toEqual([first, next]);
    expect(await shown(officer, { ...mine, show: "late" })).toEqual([next]);
  });
});
