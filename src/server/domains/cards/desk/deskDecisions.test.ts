import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unsuspendMemberCard } from "#contract/staff/cardDesk.ts";
import { resetCardActivation, withdrawCardApplication } from "#contract/staff/cards.ts";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { inquireIssuerAgain, getExceptions, resolveException } from "#contract/staff/jobs.ts";
import { getMemberCard } from "#contract/staff/members.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { atIssuer } from "#test/support/cardUse.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { fault } from "#test/support/transferActs.ts";

let world: World;
let officer: TestStaff;
let one: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "500" });
  officer = await world.makeStaff({ role: "card_officer" });
  one = await world.makeStaff({ role: "supervisor" });
  other = await world.makeStaff({ role: "supervisor" });
});
afterAll(() => world.close());
beforeEach(() => fault(world, "ok"));

const of = ({ guid }: TestMember) => ({ params: { memberGuid: guid } });

/** Sweeps until nothing is due, the clock moving on. */
async function sweep() {
  for (let round = 0; round < 4; round += 1) {
    world.passSeconds(20);
    await sweepCardOrders(world.app);
  }
}

async function waits(member: TestMember) {
  const answer = await one.call(getMemberCard, of(member));
  return answer.status ? answer.result.card?.waitsForIssuer : answer.code;
}

test("S084 a lock of the desk holds with us at once and at the issuer as soon as it answers; two people lift it there, too", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 100_00n } });
  await fault(world, "timeout");
  const body = { reason: "Seen at an odd machine" };
  const locked = await officer.call(lockMemberCard, { ...of(member), body });
  expect(locked).toMatchObject({ status: true, result: { isConfirmed: false } });
  expect(await waits(member)).toEqual(["admin_lock"]);
  await fault(world, "ok");
  await sweep();
  expect(await atIssuer(world, member)).toMatchObject({ adminLocked: true });
  expect(await waits(member)).toEqual([]);

  const payload = { memberGuid: member.guid };
  await approve(other, await asked(one, { kind: "lift_admin_lock", payload }));
  await sweep();
  expect(await atIssuer(world, member)).toMatchObject({ adminLocked: false });
});

test("two people deactivate a card and take it into use again, at the issuer as well", async () => {
  const member = await world.makeMember({ officeId: 1n, card: {} });
  const payload = { memberGuid: member.guid };
  const lost = { kind: "deactivate_card" as const, payload: { ...payload, cause: "lost" } };
  await approve(other, await asked(one, lost));
  await sweep();
  expect(await atIssuer(world, member)).toMatchObject({ state: "deactivated" });
  await approve(other, await asked(one, { kind: "reactivate_card", payload }));
  await sweep();
  expect(await atIssuer(world, member)).toMatchObject({ state: "active" });
});

test.each([[false], [true]])(
  "a card that was suspended lives on at the issuer, which slept while it was deactivated and taken into use again; unsuspended %s",
  async (isUnsuspended) => {
    const member = await world.makeMember({ officeId: 1n, card: { status: "suspended" } });
    const until = new Date(world.app.now().getTime() + 20 * 60 * 60 * 1000);
    const card = world.app.db.updateTable("card").where("member_id", "=", member.id);
    await card.set({ suspended_until: until }).execute();
    const payload = { memberGuid: member.guid };
    await fault(world, "down");
    const lost = { kind: "deactivate_card" as const, payload: { ...payload, cause: "lost" } };
    await approve(other, await asked(one, lost));
    await sweepCardOrders(world.app);
    await approve(other, await asked(one, { kind: "reactivate_card", payload }));
    if (isUnsuspended) {
      const body = { reason: "Knows the PIN", isIdentityChecked: true } as const;
      await officer.call(unsuspendMemberCard, { ...of(member), body });
    }
    await fault(world, "ok");
    await sweep();
    const there = await atIssuer(world, member);
    expect(there.state).toBe(isUnsuspended ? "active" : "suspended");
    expect(there.suspendedUntil).toEqual(isUnsuspended ? undefined : until);
    expect(await waits(member)).toEqual([]);
  },
);

test("what the issuer refuses of a decision stands in the queue of exceptions, and is asked for again once", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "suspended" } });
  const token = `TK${member.cardAccountNo}`;
  const closed = { reference: "CLOSED-AT-ISSUER", token, reason: "closed" } as const;
  expect(await world.app.issuer.deactivate(closed)).toMatchObject({ kind: "done" });
  const body = { reason: "Forgot the PIN", isIdentityChecked: true } as const;
  await officer.call(unsuspendMemberCard, { ...of(member), body });
  await sweep();
  const open = async () => {
    const answer = await one.call(getExceptions, { query: { state: "open" } });
    return answer.status ? answer.result.rows : [];
  };
  const [row] = await open();
  expect(row).toMatchObject({ source: "order", reference: expect.stringMatching(/^CO/) });
  expect(row?.reason).toContain(`unsuspend, member ${member.membershipNo}`);
  const { id = "" } = row ?? {};
  expect(await officer.call(inquireIssuerAgain, { body: { id } })).toMatchObject({
    code: "not_your_role",
  });
  await world.app.issuer.reactivate({ reference: "OPENED-AT-ISSUER", token });
  const both = await Promise.all([
    one.call(inquireIssuerAgain, { body: { id } }),
    other.call(inquireIssuerAgain, { body: { id } }),
  ]);
  expect(new Set(both.map((answer) => (answer.status ? "asked" : answer.code)))).toEqual(
    new Set(["asked", "exception_resolved"]),
  );
  await sweep();
  expect(await atIssuer(world, member)).toMatchObject({ state: "active" });
  expect(await open()).toEqual([]);
  expect(await waits(member)).toEqual([]);
});

test("what has been decided otherwise since is asked for no more, and is resolved in words", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "suspended" } });
  const token = `TK${member.cardAccountNo}`;
  const closed = { reference: "CLOSED-FOR-GOOD", token, reason: "closed" } as const;
  await world.app.issuer.deactivate(closed);
  const body = { reason: "Forgot the PIN", isIdentityChecked: true } as const;
  await officer.call(unsuspendMemberCard, { ...of(member), body });
  await sweep();
  const payload = { memberGuid: member.guid, cause: "lost" };
  await approve(other, await asked(one, { kind: "deactivate_card", payload }));
  const answer = await one.call(getExceptions, { query: { state: "open" } });
  const rows = answer.status ? answer.result.rows : [];
  const { id = "" } = rows.find(({ reason }) => reason.startsWith("unsuspend")) ?? {};
  expect(await one.call(inquireIssuerAgain, { body: { id } })).toMatchObject({
    code: "card_state",
  });
  const resolution = "Lost; it is closed at the issuer";
  expect(await one.call(resolveException, { body: { id, resolution } })).toMatchObject({
    status: true,
  });
});

test("a suspension is ended by one person who checked the identity; the member is told", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "suspended" } });
  const call = (body: object) => officer.callRaw(unsuspendMemberCard, { ...of(member), body });
  const unchecked = await call({ reason: "Forgot the PIN", isIdentityChecked: false });
  expect(unchecked.httpStatus).toBe(422);
  expect((await call({ reason: "Forgot the PIN", isIdentityChecked: true })).httpStatus).toBe(200);
  expect((await call({ reason: "Again", isIdentityChecked: true })).body["code"]).toBe(
    "card_state",
  );
  const card = await world.app.db
    .selectFrom("card")
    .select(["status", "suspended_until", "pin_tries"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(card).toEqual({ status: "active", suspended_until: null, pin_tries: 0 });
  const told = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .execute();
  expect(told).toEqual([{ kind: "card_unsuspended" }]);
});

test("an application is withdrawn for the member until the issuer has decided", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "processing" } });
  const { id: applicationId } = await makeApplication(world.app, member, { stage: "review" });
  const input = { params: { applicationId }, body: { reason: "Changed their mind" } };
  expect((await officer.call(withdrawCardApplication, input)).status).toBe(true);
  expect(await officer.call(withdrawCardApplication, input)).toMatchObject({ code: "card_state" });
  const card = await world.app.db
    .selectFrom("card")
    .select("status")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(card.status).toBe("not_applied");
});

test("a failed activation is reset once the issuer has given it up, and not without its word", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { persoStatus: "failed" } });
  const { id: applicationId } = await makeApplication(world.app, member, {
    kind: "personalized",
    stage: "produced",
    kit: "released",
    retries: 3,
  });
  await world.app.db
    .updateTable("card_application")
    .set({ activation_asked_at: world.app.now(), activation_pan_mac: Buffer.alloc(32, 1) })
    .where("id", "=", BigInt(applicationId))
    .execute();
  const reset = () =>
    officer.call(resetCardActivation, {
      params: { applicationId },
      body: { reason: "Three tries failed" },
    });
  await fault(world, "timeout");
  expect(await reset()).toMatchObject({ code: "issuer_unavailable" });
  await fault(world, "ok");
  expect(await reset()).toMatchObject({ status: true });
  expect(await reset()).toMatchObject({ code: "card_state" });
  const now = await world.app.db
    .selectFrom("card_application")
    .innerJoin("card", "card.id", "card_application.card_id")
    .select(["perso_status", "retries", "activation_try"])
    .select(["activation_asked_at", "activation_pan_mac"])
    .where("card_application.id", "=", BigInt(applicationId))
    .executeTakeFirstOrThrow();
  expect(now).toEqual({
    perso_status: "for_activation",
    retries: 0,
    activation_try: 2,
    activation_asked_at: null,
    activation_pan_mac: null,
  });
});
