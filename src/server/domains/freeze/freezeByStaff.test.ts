import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { STAFF_ROLES } from "#contract/staff/actions.ts";
import { freezeByNumber, freezeMember } from "#contract/staff/memberActions.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

/** What is typed at the hotline for this member. */
async function calledBy(member: TestMember, reason = "Called: the phone was stolen") {
  const { last_name: lastName } = await world.app.db
    .selectFrom("member")
    .select("last_name")
    .where("guid", "=", member.guid)
    .executeTakeFirstOrThrow();
  return { membershipNo: member.membershipNo, lastName, channel: "hotline" as const, reason };
}

const isFrozen = async ({ username, password }: TestMember) => {
  const answer = await world.call(login, { body: { username, password } }, newBrowser());
  return !answer.status && answer.code === "access_frozen";
};

/** Who may freeze, wherever the member's office is. */
const MAY = ["teller", "fraud_officer", "supervisor"];

/** A member of office 1, whose number is typed at office 2; and the same with a number that nobody has. */
async function typed(role: (typeof STAFF_ROLES)[number]) {
  const member = await world.makeMember({ officeId: 1n });
  const staff = await world.makeStaff({ role, officeId: 2n });
  const body = await calledBy(member);
  const answer = await staff.call(freezeByNumber, { body });
  const nobody = { ...body, membershipNo: "0001201900000012" };
  const ofNobody = await staff.call(freezeByNumber, { body: nobody });
  return { member, answer, ofNobody };
}

test.each(STAFF_ROLES.filter((role) => MAY.includes(role)))(
  "S202 a %s of another office freezes by number, once it is a member's",
  async (role) => {
    const { member, answer, ofNobody } = await typed(role);
    expect(answer).toMatchObject({ result: { wasFrozen: false } });
    expect(ofNobody).toMatchObject({ httpStatus: 422, code: "no_such_member" });
    expect(await isFrozen(member)).toBe(true);
  },
);

test.each(STAFF_ROLES.filter((role) => !MAY.includes(role)))(
  "S202 a %s of another office freezes nobody by number, and hears nothing of whose it is",
  async (role) => {
    const { member, answer, ofNobody } = await typed(role);
    expect(answer).toMatchObject({ code: "not_your_role" });
    expect({ ...ofNobody, correlationId: "" }).toEqual({ ...answer, correlationId: "" });
    expect(await isFrozen(member)).toBe(false);
  },
);

test("S202 who is frozen already and calls again: both are on record with their reasons, and nobody is told twice", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const first = await world.makeStaff({ role: "teller", officeId: 2n });
  const again = await world.makeStaff({ role: "fraud_officer", officeId: null });
  await first.call(freezeByNumber, { body: await calledBy(member) });
  const texts = await world.textsTo(member.mobileNumber ?? "");
  const body = await calledBy(member, "Called again: is it really frozen?");
  expect(await again.call(freezeByNumber, { body })).toMatchObject({
    result: { wasFrozen: true, comingBack: 0 },
  });
  const params = { memberGuid: member.guid };
  const { channel, reason } = await calledBy(member, "Came to the counter");
  expect(await again.call(freezeMember, { params, body: { channel, reason } })).toMatchObject({
    result: { wasFrozen: true, endedSessions: 0 },
  });
  expect(await trail(world, `member:${member.guid}`)).toEqual([
    `${first.username}: access_frozen`,
    `${again.username}: access_frozen_before`,
    `${again.username}: access_frozen_before`,
  ]);
  const { detail } = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("object", "=", `member:${member.guid}`)
    .where("action", "=", "access_frozen_before")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(detail).toEqual({ by: "hotline", way: "staff", reason: body.reason, source: null });
  expect(await world.textsTo(member.mobileNumber ?? "")).toEqual(texts);
  const freeze = await world.app.db
    .selectFrom("member_freeze as f")
    .innerJoin("member as m", "m.id", "f.member_id")
    .select(["f.actor", "f.reason"])
    .where("m.guid", "=", member.guid)
    .execute();
  expect(freeze).toEqual([{ actor: first.username, reason: "Called: the phone was stolen" }]);
});
