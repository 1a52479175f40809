import { afterAll, beforeAll, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import { freezeAccount, reportIntruder } from "#contract/freeze.ts";
import { getStaffQueues } from "#contract/staff/home.ts";
import { closeMemberAccess } from "#contract/staff/memberActions.ts";
import { getSafetyWatch, takeSafetyWatch } from "#contract/staff/safetyWatch.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { REFUSED_A_DAY } from "./safetyWatch.ts";

let world: World;
let fraud: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  fraud = await world.makeStaff({ role: "fraud_officer", officeId: null });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());

const newMember = (officeId = 1n) => world.makeMember({ officeId });

async function watched(staff: TestStaff, query: Record<string, string> = {}) {
  const answer = await staff.call(getSafetyWatch, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

const rowOf = async (staff: TestStaff, { membershipNo }: TestMember) =>
  (await watched(staff)).find((row) => row.membershipNo === membershipNo);

async function freeze(member: TestMember) {
  await world.call(freezeAccount, {}, await world.signIn(member));
}

test("S204 frozen, reported, closed and refused without end: each with its age, until somebody looks after it", async () => {
  const [frozen, reported, closed, refused] = await Promise.all(
    [1, 2, 3, 4].map(() => newMember()),
  );
  if (!frozen || !reported || !closed || !refused) throw new Error("no members");
  await freeze(frozen);
  const browser = newBrowser();
  const body = { identifier: reported.membershipNo };
  const sent = await world.call(reportIntruder, { body }, browser);
  if (!sent.status) throw new Error(sent.message);
  const { guid: memberGuid, pinId } = sent.result;
  const pin = await world.codeFor(reported);
  await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
  const params = { memberGuid: closed.guid };
  await fraud.call(closeMemberAccess, { params, body: { reason: "A report" } });
  for (let tries = 0; tries < REFUSED_A_DAY; tries += 1) {
    await world.app.db.deleteFrom("throttle").execute();
    const wrong = { username: refused.username, password: "not it at all" };
    await world.call(login, { body: wrong }, newBrowser());
  }
  expect(await rowOf(fraud, frozen)).toMatchObject({
    what: "frozen",
    detail: "member",
    owner: null,
  });
  expect(await rowOf(fraud, reported)).toMatchObject({ what: "reported" });
  expect(await rowOf(fraud, closed)).toMatchObject({ what: "closed", detail: "A report" });
  expect(await rowOf(fraud, refused)).toMatchObject({
    what: "refused",
    detail: String(REFUSED_A_DAY),
  });
  expect((await watched(fraud, { what: "closed" })).every(({ what }) => what === "closed")).toBe(
    true,
  );
  const queues = await fraud.call(getStaffQueues, {});
  const count = queues.status
    ? queues.results.find(({ queue }) => queue === "safety_watch")?.count
    : undefined;
  expect(count).toBe((await watched(fraud, { owner: "none" })).length);
});

test("S204 who takes it owns it, until it begins anew; a supervisor sees and takes what is of the own branch", async () => {
  const member = await newMember();
  const elsewhere = await newMember(2n);
  await freeze(member);
  await freeze(elsewhere);
  const row = await rowOf(supervisor, member);
  expect(await rowOf(supervisor, elsewhere)).toBeUndefined();
  const other = await rowOf(fraud, elsewhere);
  expect(await supervisor.call(takeSafetyWatch, { body: { id: other?.id ?? "" } })).toMatchObject({
    code: "not_found",
  });
  expect(await supervisor.call(takeSafetyWatch, { body: { id: row?.id ?? "" } })).toMatchObject({
    status: true,
  });
  expect(await rowOf(fraud, member)).toMatchObject({ owner: supervisor.username });
  expect((await watched(supervisor, { owner: "mine" })).map(({ id }) => id)).toEqual([row?.id]);

  const payload = { memberGuid: member.guid, identityDocument: "UMID ending 1234" };
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  expect(await rowOf(fraud, member)).toBeUndefined();
  world.passSeconds(60);
  await freeze(member);
  expect(await rowOf(fraud, member)).toMatchObject({ owner: null });
});
