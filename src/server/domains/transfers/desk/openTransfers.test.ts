import { afterAll, beforeAll, expect, test } from "vitest";
import { getStaffQueues } from "#contract/staff/home.ts";
import { exportOpenTransfers, listOpenTransfers } from "#contract/staff/transfers.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let auditor: TestStaff;
let ofBranch: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  const here = await world.makeMember({ officeId: 1n });
  const there = await world.makeMember({ officeId: 2n });
  auditor = await world.makeStaff({ role: "auditor", officeId: null });
  ofBranch = await world.makeStaff({ role: "teller", officeId: 2n });
  for (const [index, member] of [here, here, there].entries()) {
    await addOpenTransfer(member.guid, index + 1);
  }
});
afterAll(() => world.close());

/** A transfer that the issuer has not answered, accepted `number` hours ago. */
async function addOpenTransfer(guid: string, number: number): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into transfer (ref_no, kind, member_id, card_id, source_account_id,
         source_account_number, source_name, destination_account_number, amount_centavos, state,
         load_month, accepted_at, next_inquiry_at, correlation_id)
       select 'OT-' || $2::int, 'own', id, 0, 0, '100200000001', 'Savings', '990112345006',
         $2::int * 100, 'unknown', '2026-11', $3::timestamptz - $2::int * interval '1 hour',
         $3::timestamptz, 'correlation-' || $2::int
       from member where guid = $1`,
      [guid, number, world.app.now()],
    ),
  );
}

const refsOf = async (staff: TestStaff, query: Record<string, string> = {}) => {
  const answer = await staff.callRaw(listOpenTransfers, { query });
  const { result } = answer.body as { result?: { rows: { refNo: string }[] } };
  return result?.rows.map(({ refNo }) => refNo) ?? answer.body["code"];
};

test("what waits longest stands first, and each branch sees its own", async () => {
  expect(await refsOf(auditor)).toEqual(["OT-3", "OT-2", "OT-1"]);
  expect(await refsOf(ofBranch)).toEqual(["OT-3"]);
  expect(await refsOf(auditor, { sort: "amount" })).toEqual(["OT-1", "OT-2", "OT-3"]);
});

test("filters narrow the list; a pattern is only a text", async () => {
  expect(await refsOf(auditor, { refNo: "-2" })).toEqual(["OT-2"]);
  expect(await refsOf(auditor, { refNo: "%" })).toEqual([]);
  expect(await refsOf(auditor, { member: "_" })).toEqual([]);
  expect(await refsOf(auditor, { state: "sent" })).toEqual([]);
  expect(await refsOf(auditor, { to: "2026-11-20" })).toEqual([]);
  expect(await refsOf(auditor, { from: "2026-11-21" })).toHaveLength(3);
  expect(await refsOf(auditor, { age: "late" })).toEqual(["OT-3", "OT-2", "OT-1"]);
  expect(await refsOf(auditor, { age: "day" })).toEqual([]);
});

test("the overview counts what waits too long, in the branches one may see", async () => {
  const counts = async (staff: TestStaff) => {
    const answer = await staff.call(getStaffQueues, {});
    return answer.status ? answer.results.map(({ queue, count }) => [queue, count]) : [];
  };
  expect(await counts(auditor)).toContainEqual(["late_transfers", 3]);
  expect(await counts(ofBranch)).toContainEqual(["late_transfers", 1]);
});

test("the file holds the rows of one's branches only", async () => {
  const file = async (staff: TestStaff) =>
    (await staff.callRaw(exportOpenTransfers, { query: {} })).text.trimEnd().split("\r\n");
  const whole = await file(auditor);
  expect(whole).toHaveLength(4);
  expect(whole[0]).toBe(
    "\uFEFFReference,Kind,Membership no.,Last name,First name,Amount,Fee,From,Bank,State,Accepted,Refund due,Inquiries",
  );
  expect(await file(ofBranch)).toEqual([whole[0], whole[1]]);
  expect(whole[1]).toMatch(
    /^OT-3,own,\d{16},.+,3\.00,0\.00,Savings 0001,,unknown,2026-11-20T23:0\d:\d{2}\.\d{3}Z,,0$/,
  );
});
