import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getProfile } from "#contract/members.ts";
import { decideRequest, getRequest, withdrawRequest } from "#contract/staff/requests.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look, newKey, trail } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { expireRequests } from "./expireRequests.ts";

let world: World;
let member: TestMember;
let maker: TestStaff;
let checker: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: 1n });
  checker = await makeStaff(world, { role: "supervisor", officeId: 1n });
  second = await makeStaff(world, { role: "fraud_officer", officeId: null });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({ officeId: 1n, card: { adminLocked: true } });
});

const lift = () => ({ kind: "lift_admin_lock" as const, payload: { memberGuid: member.guid } });

async function isLocked(): Promise<boolean> {
  const card = await world.app.db
    .selectFrom("card")
    .select("admin_locked")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return card.admin_locked;
}

async function codeOf(staff: TestStaff, requestId: string, payloadHash?: string) {
  const answer = await decide(staff, requestId, "approve", payloadHash ? { payloadHash } : {});
  return answer.status ? answer.result.state : answer.code;
}

/** As whoever has the whole database in hand: no right and no trigger stops them. */
async function tamper(statement: string, requestId: string): Promise<void> {
  await asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query(statement, [requestId]);
  });
}

test("S131 one asks, another approves: the member sees it, and both are in the audit trail", async () => {
  const requestId = await asked(maker, lift());
  expect(await isLocked()).toBe(true);
  const seen = await look(checker, requestId);
  expect(seen).toMatchObject({
    state: "open",
    verdict: "may_decide",
    maker: maker.username,
    before: { adminLocked: "yes" },
    after: { adminLocked: "no" },
    isStale: false,
  });

  await approve(checker, requestId);
  expect(await isLocked()).toBe(false);
  const browser = await world.signIn(member);
  const profile = await world.call(getProfile, { params: { guid: member.guid } }, browser);
  expect(profile).toMatchObject({ status: true, result: { adminLocked: 0 } });
  expect(await trail(world, `request:${requestId}`)).toEqual([
    `${maker.username}: request_made`,
    `${checker.username}: request_approved`,
  ]);
  expect(await trail(world, `member:${member.guid}`)).toContain(
    `${checker.username}: lift_admin_lock`,
  );
  expect(await look(maker, requestId)).toMatchObject({
    state: "approved",
    checker: checker.username,
    verdict: "not_open",
    history: [{ action: "request_made" }, { action: "request_approved" }],
  });
});

test("S131 a rejection changes nothing, says why, and is remembered", async () => {
  const requestId = await asked(maker, lift());
  const { payloadHash } = await look(checker, requestId);
  const params = { requestId };
  const silent = { decision: "reject" as const, payloadHash, note: "  " };
  expect(await checker.call(decideRequest, { params, body: silent })).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "note" }],
  });
  expect(await decide(checker, requestId, "reject")).toMatchObject({
    result: { state: "rejected" },
  });
  expect(await isLocked()).toBe(true);
  expect(await look(maker, requestId)).toMatchObject({
    state: "rejected",
    note: "Not proved",
  });
  expect(await trail(world, `request:${requestId}`)).toContain(
    `${checker.username}: request_rejected`,
  );
  // A new request may follow.
  await asked(maker, lift());
});

describe("S131 who made it does not decide it", () => {
  test("nor in a second session", async () => {
    const requestId = await asked(maker, lift());
    const again = { ...maker, browser: await maker.signInAgain() };
    const { payloadHash } = await look(maker, requestId);
    const body = { decision: "approve" as const, payloadHash, note: "" };
    const answer = await world.call(decideRequest, { params: { requestId }, body }, again.browser);
    expect(answer).toMatchObject({ status: false, code: "request_is_own", httpStatus: 409 });
    expect(await isLocked()).toBe(true);
    expect(await trail(world, `request:${requestId}`)).toContain(
      `${maker.username}: request_decision_refused`,
    );
  });

  test("nor with another account of the same person", async () => {
    const { personKey } = maker;
    const other = await makeStaff(world, { role: "supervisor", officeId: null, personKey });
    const requestId = await asked(maker, lift());
    expect(await look(other, requestId)).toMatchObject({ verdict: "own_request" });
    expect(await codeOf(other, requestId)).toBe("request_is_own");
    expect(await isLocked()).toBe(true);
  });

  test("nor after getting a role that decides", async () => {
    const teller = await makeStaff(world, { role: "teller", officeId: 1n });
    const requestId = await asked(teller, lift());
    expect(await codeOf(teller, requestId)).toBe("request_is_own");
    await grant(teller, "supervisor");
    expect(await codeOf(teller, requestId)).toBe("request_is_own");
    expect(await isLocked()).toBe(true);
  });

  test("and the table itself takes no such row", async () => {
    const requestId = await asked(maker, lift());
    const decided = asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(
        `update staff_request set state = 'approved', decided_at = now(), checker_staff_id = maker_staff_id,
          checker_username = maker_username, checker_person_key = maker_person_key where id = $1`,
        [requestId],
      ),
    );
    await expect(decided).rejects.toThrow(/staff_request_needs_two_people/);
  });
});

describe("S131 the right to decide counts at the moment of the decision", () => {
  test("a role that ended a moment ago decides nothing", async () => {
    const leaving = await makeStaff(world, { role: "supervisor", officeId: 1n });
    const requestId = await asked(maker, lift());
    const { payloadHash } = await look(leaving, requestId);
    await endRoles(leaving);
    await grant(leaving, "teller");
    expect(await codeOf(leaving, requestId, payloadHash)).toBe("not_your_role");
    expect(await isLocked()).toBe(true);
  });

  test("a request of somebody who may no longer ask is not approved, but can be rejected", async () => {
    const leaving = await makeStaff(world, { role: "supervisor", officeId: 1n });
    const requestId = await asked(leaving, lift());
    await endRoles(leaving);
    expect(await codeOf(checker, requestId)).toBe("request_maker_left");
    expect(await isLocked()).toBe(true);
    expect(await decide(checker, requestId, "reject")).toMatchObject({ status: true });
  });

  test.each(["teller", "card_officer", "loan_officer", "auditor", "administrator"] as const)(
    "a %s does not decide about a lock",
    async (role) => {
      const staff = await makeStaff(world, { role, officeId: 1n });
      const requestId = await asked(maker, lift());
      const { payloadHash } = await look(checker, requestId);
      expect(await codeOf(staff, requestId, payloadHash)).toBe("not_your_role");
      expect(await isLocked()).toBe(true);
    },
  );

  test("S065 another branch's request is one that nobody has, to look at, decide or withdraw", async () => {
    const elsewhere = await makeStaff(world, { role: "supervisor", officeId: 2n });
    const requestId = await asked(maker, lift());
    const { payloadHash } = await look(checker, requestId);
    const params = { requestId };
    expect(await elsewhere.call(getRequest, { params })).toMatchObject({ code: "not_found" });
    expect(await codeOf(elsewhere, requestId, payloadHash)).toBe("not_found");
    expect(await elsewhere.call(withdrawRequest, { params })).toMatchObject({ code: "not_found" });
    expect(await ask(elsewhere, lift())).toMatchObject({ code: "not_found" });
    expect(await isLocked()).toBe(true);
  });
});

describe("S131 what was asked for is fixed", () => {
  test.each([
    ["the payload", `payload = payload || '{"memberGuid":"6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e11"}'`],
    ["the branch", "office_id = null"],
    ["the kind", "kind = 'reactivate_card'"],
    ["the state before", `before = '{"adminLocked":"yes"}'`],
    ["the reason", "reason = 'Another reason'"],
    ["who made it", "maker_person_key = 'SOMEBODY'"],
    ["its end", "expires_at = expires_at + interval '1 day'"],
  ])("%s, edited in the database, is found and nothing is applied", async (_what, assignment) => {
    const requestId = await asked(maker, lift());
    const { payloadHash } = await look(second, requestId);
    await tamper(`update staff_request set ${assignment} where id = $1`, requestId);
    expect(await codeOf(second, requestId, payloadHash)).toBe("request_changed");
    expect(await isLocked()).toBe(true);
    expect(await trail(world, `request:${requestId}`)).toContain(
      `${second.username}: request_decision_refused`,
    );
  });

  test("also when its hash was made anew", async () => {
    const other = await world.makeMember({ officeId: 1n, card: { adminLocked: true } });
    const requestId = await asked(maker, lift());
    await tamper(
      `update staff_request set payload = '{"memberGuid":"${other.guid}"}' where id = $1`,
      requestId,
    );
    await tamper(
      "update staff_request r set payload_hash = staff_request_hash(r) where id = $1",
      requestId,
    );
    expect(await codeOf(checker, requestId)).toBe("request_changed");
  });

  test("the application may change no word of it, and nobody what was decided", async () => {
    const requestId = await asked(maker, lift());
    const change = (column: string, value: string) =>
      world.database.pool.query(`update staff_request set ${column} = $1 where id = $2`, [
        value,
        requestId,
      ]);
    for (const [column, value] of [
      ["payload", "{}"],
      ["payload_hash", "0".repeat(64)],
      ["maker_person_key", "SOMEBODY"],
      ["before", "{}"],
      ["expires_at", "2030-01-01"],
    ] as const) {
      await expect(change(column, value)).rejects.toThrow(/permission denied/);
    }
    await expect(
      world.database.pool.query("delete from staff_request where id = $1", [requestId]),
    ).rejects.toThrow(/permission denied/);
    await approve(checker, requestId);
    await expect(change("state", "open")).rejects.toThrow(/is approved already/);
  });

  test("the checker names the hash of what they saw", async () => {
    const requestId = await asked(maker, lift());
    expect(await codeOf(checker, requestId, "0".repeat(64))).toBe("request_changed");
    expect(await isLocked()).toBe(true);
  });
});

test("S131 a request decides about the state its maker saw: another state is stale", async () => {
  const requestId = await asked(maker, lift());
  const { payloadHash } = await look(checker, requestId);
  await asAdmin(world.database.ownerUrl, (owner) =>
    forceCard(owner, member.guid, { member_locked: true }),
  );
  expect(await look(checker, requestId)).toMatchObject({ state: "open", isStale: true });
  expect(await codeOf(checker, requestId, payloadHash)).toBe("request_stale");
  expect(await isLocked()).toBe(true);
  expect(await look(checker, requestId)).toMatchObject({ state: "stale" });
  expect(await codeOf(second, requestId, payloadHash)).toBe("request_decided");
});

test("S131 after 72 hours nobody decides any more, chore or not", async () => {
  const late = await asked(maker, lift());
  const { payloadHash } = await look(second, late);
  const other = await world.makeMember({ officeId: 1n, card: { adminLocked: true } });
  const forgotten = await asked(maker, {
    kind: "lift_admin_lock",
    payload: { memberGuid: other.guid },
  });
  world.passSeconds(72 * 3600 + 1);
  await world.app.db
    .updateTable("staff_session")
    .set({ last_active_at: world.app.now(), started_at: world.app.now() })
    .execute();
  expect(await codeOf(second, late, payloadHash)).toBe("request_expired");
  expect(await isLocked()).toBe(true);
  await expireRequests(world.app);
  for (const id of [late, forgotten]) {
    expect(await trail(world, `request:${id}`)).toContain("expireRequests: request_expired");
    expect(await look(second, id)).toMatchObject({ state: "expired" });
  }
});

describe("S131 two at once", () => {
  test("of two checkers at the same moment one decides, the other hears who did", async () => {
    for (let round = 0; round < 5; round++) {
      member = await world.makeMember({ officeId: 1n, card: { adminLocked: true } });
      const requestId = await asked(maker, lift());
      const { payloadHash } = await look(checker, requestId);
      const twin = await world.makeTwin();
      const decideAt = (call: typeof twin.call, staff: TestStaff, decision: "approve" | "reject") =>
        call(
          decideRequest,
          { params: { requestId }, body: { decision, payloadHash, note: "Seen" } },
          staff.browser,
        );
      const answers = await Promise.all([
        decideAt(world.call, checker, "approve"),
        decideAt(twin.call, second, "reject"),
        decideAt(twin.call, checker, "approve"),
        decideAt(world.call, second, "reject"),
      ]);
      const [decision, ...more] = answers.filter(({ status }) => status);
      expect(more).toEqual([]);
      const winner = (await look(checker, requestId)).checker;
      for (const answer of answers.filter((one) => one !== decision)) {
        expect(answer).toMatchObject({ code: "request_decided" });
        expect(answer.message).toContain(winner);
      }
      const decisions = (await trail(world, `request:${requestId}`)).slice(1);
      expect(decisions).toHaveLength(1);
      expect(await isLocked()).toBe(decisions[0]?.endsWith("request_rejected"));
    }
  });

  test("S090 a repeat tells of its request once the standby has it, as the request was told", async () => {
    const key = newKey();
    const first = await ask(maker, lift(), key);
    const rename = (from: string, to: string) =>
      asAdmin(world.database.ownerUrl, (owner) =>
        owner.query(`alter function ${from} rename to ${to}`),
      );
    await rename("wait_like_a_write", "wait_no_more");
    try {
      // What it waits by is not there, so it is not answered.
      expect(await ask(maker, lift(), key)).toMatchObject({ httpStatus: 500 });
    } finally {
      await rename("wait_no_more", "wait_like_a_write");
    }
    expect(await ask(maker, lift(), key)).toEqual(first);
  });

  test("a press of the button again is the same request; another request needs the first to end", async () => {
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => ask(maker, lift(), key)));
    const ids = new Set(answers.map((answer) => (answer.status ? answer.result.requestId : "")));
    expect(ids.size).toBe(1);
    expect(await ask(second, lift())).toMatchObject({ code: "request_open_already" });
    const deactivate = { memberGuid: member.guid, cause: "lost" };
    expect(await ask(maker, { kind: "deactivate_card", payload: deactivate }, key)).toMatchObject({
      code: "idempotency_key_reused",
    });
    const [requestId = ""] = [...ids];
    const params = { requestId };
    expect(await second.call(withdrawRequest, { params })).toMatchObject({
      code: "request_not_own",
    });
    expect(await maker.call(withdrawRequest, { params })).toMatchObject({
      result: { state: "withdrawn" },
    });
    expect(await codeOf(checker, requestId)).toBe("request_decided");
    await asked(second, lift());
  });
});

async function endRoles({ id }: TestStaff): Promise<void> {
  await world.app.db
    .updateTable("staff_role")
    .set({ ended_at: world.app.now() })
    .where("staff_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

async function grant({ id }: TestStaff, role: "supervisor" | "teller"): Promise<void> {
  await world.app.db
    .insertInto("staff_role")
    .values({ staff_id: id, role, office_id: 1n, granted_at: world.app.now() })
    .execute();
}
