import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { STAFF_ROLES } from "#contract/staff/actions.ts";
import { REQUEST_KINDS, type RequestKind } from "#contract/staff/requestPayloads.ts";
import { decideRequest, listRequests } from "#contract/staff/requests.ts";
import { transact } from "#server/db/db.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";
import { approve, ask, asked, decide, look, trail } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { keepRequest } from "./keepRequest.ts";

const OWN = 1n;
const OTHER = 2n;

let world: World;
let maker: TestStaff;
let checker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  await ensureOffice(world.app.db, OWN);
  await ensureOffice(world.app.db, OTHER);
  maker = await makeStaff(world, { role: "every", officeId: null });
  checker = await makeStaff(world, { role: "every", officeId: null });
});
afterAll(() => world.close());

type Open = { id: string; payloadHash: string };

/** An open request of a kind, about somebody of the staff, whatever else it asks for. */
async function opened(kind: RequestKind, about: TestStaff, serial = about.username): Promise<Open> {
  const by = { ...maker, staffId: maker.id, correlationId: "test" };
  const bound = {
    wire: { serial },
    subject: `staff:${about.username}`,
    readOffice: async () => OWN,
    readBefore: async () => ({}),
    after: () => ({}),
    barred: async () => undefined,
    mustHold: async () => undefined,
    apply: async () => null,
  };
  const request = { kind, bound, officeId: OWN, before: {}, reason: "Test", documents: [] };
  const { id, payload_hash: payloadHash } = await transact(world.app.db, (tx) =>
    keepRequest(tx, world.app, by, { ...request, idempotencyKey: `${kind}-${serial}` }),
  );
  return { id, payloadHash };
}

async function stateOf(id: string) {
  const { state, checker_username: by } = await world.app.db
    .selectFrom("staff_request")
    .select(["state", "checker_username"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { state, by };
}

async function tried(staff: TestStaff, { id, payloadHash }: Open, decision: "approve" | "reject") {
  const body = { decision, payloadHash, note: "Tried" };
  const answer = await staff.call(decideRequest, { params: { requestId: id }, body });
  return answer.status ? answer.result.state : answer.code;
}

describe("S151 a refusal leaves a request open for others, whatever its kind and whoever is refused", () => {
  let people: (readonly [who: string, staff: TestStaff, code: string, kinds?: Set<string>])[];
  let subject: TestStaff;
  let elsewhere: TestStaff;
  beforeAll(async () => {
    elsewhere = await makeStaff(world, { role: "supervisor", officeId: OTHER });
    const { rows } = await asAdmin(world.database.ownerUrl, (owner) =>
      owner.query<{ role: string; action: string }>("select role, action from role_action"),
    );
    const mayDecide = (role: string) =>
      new Set(
        rows.flatMap((row) =>
          row.role === role && row.action.startsWith("decide.") ? [row.action.slice(7)] : [],
        ),
      );
    subject = await makeStaff(world, { role: "every", officeId: null });
    const { personKey } = subject;
    people = [
      ["the maker", maker, "request_is_own"],
      [
        "the maker's second account",
        await makeStaff(world, { role: "every", officeId: null, personKey: maker.personKey }),
        "request_is_own",
      ],
      ["whom it is about", subject, "request_about_you"],
      [
        "a second account of whom it is about",
        await makeStaff(world, { role: "every", officeId: null, personKey }),
        "request_about_you",
      ],
      ["nobody's role", await makeStaff(world, { role: [], officeId: OWN }), "not_your_role"],
    ];
    for (const role of STAFF_ROLES) {
      const here = await makeStaff(world, { role, officeId: OWN });
      people.push([`a ${role} who may not`, here, "not_your_role", mayDecide(role)]);
    }
  });

  test.each(REQUEST_KINDS.map((kind) => [kind]))("S151 %s", async (kind) => {
    const request = await opened(kind, subject);
    for (const [who, staff, code, may] of people) {
      if (may?.has(kind)) continue;
      for (const decision of ["approve", "reject"] as const) {
        const told = await tried(staff, request, decision);
        // Who may not even look at it is told of none.
        const isHidden = code === "not_your_role" && told === "not_found";
        expect([kind, who, decision, isHidden ? code : told]).toEqual([kind, who, decision, code]);
        expect([who, await stateOf(request.id)]).toEqual([who, { state: "open", by: null }]);
      }
    }
    expect(await tried(elsewhere, request, "approve")).toBe("not_found");
    expect(await stateOf(request.id)).toEqual({ state: "open", by: null });
    // Nobody was shut out: whoever may still decides.
    expect(await tried(checker, request, "reject")).toBe("rejected");
    expect(await stateOf(request.id)).toEqual({ state: "rejected", by: checker.username });
  });
});

describe("S151 a supervisor and the request that disables him", () => {
  let admin: TestStaff;
  let supervisor: TestStaff;
  beforeAll(async () => {
    admin = await makeStaff(world, { role: "administrator", officeId: null });
  });
  beforeEach(async () => {
    supervisor = await makeStaff(world, { role: "supervisor", officeId: null });
  });
  const disable = (who: TestStaff) => ({
    kind: "staff_access" as const,
    payload: { username: who.username, access: "disable" },
  });

  test("S151 he neither approves, rejects nor sees it in his queue; the next supervisor decides", async () => {
    const requestId = await asked(admin, disable(supervisor));
    expect(await look(supervisor, requestId)).toMatchObject({ verdict: "about_you" });
    const queue = await supervisor.call(listRequests, { query: { show: "to_decide" } });
    expect(queue.status && queue.result.rows.map(({ id }) => id)).not.toContain(requestId);
    for (const decision of ["approve", "reject"] as const) {
      expect(await decide(supervisor, requestId, decision)).toMatchObject({
        code: "request_about_you",
        httpStatus: 409,
      });
    }
    expect(await look(checker, requestId)).toMatchObject({
      state: "open",
      verdict: "may_decide",
    });
    expect(await trail(world, `request:${requestId}`)).toContain(
      `${supervisor.username}: request_decision_refused`,
    );
    await approve(checker, requestId);
    expect(await look(checker, requestId)).toMatchObject({ state: "approved" });
  });

  test("S151 nobody asks for what is about themselves: it would stand in the others' way", async () => {
    const other = await makeStaff(world, { role: "administrator", officeId: null });
    const change = {
      kind: "role_change" as const,
      payload: { username: admin.username, roles: [{ role: "auditor", officeId: null }] },
    };
    expect(await ask(admin, change)).toMatchObject({ code: "request_about_you" });
    expect(await ask(admin, disable(admin))).toMatchObject({ code: "request_about_you" });
    const account = {
      username: "second.account",
      fullName: "Second Account",
      personKey: admin.personKey,
      officeId: "1",
      roles: [{ role: "supervisor", officeId: null }],
    };
    expect(await ask(admin, { kind: "staff_account", payload: account })).toMatchObject({
      code: "request_about_you",
    });
    const spelled = {
      ...account,
      personKey: `${admin.personKey.slice(0, 2)}-${admin.personKey.slice(2)}`,
    };
    expect(await ask(admin, { kind: "staff_account", payload: spelled })).toMatchObject({
      code: "staff_person_taken",
    });
    expect(await ask(other, change)).toMatchObject({ status: true });
  });

  test("S151 nor in another spelling of the employee number, whichever account was there first", async () => {
    const account = (personKey: string) => ({
      kind: "staff_account" as const,
      payload: {
        username: `look.alike.${personKey.toLowerCase()}`,
        fullName: "Look Alike",
        personKey,
        officeId: "1",
        roles: [{ role: "teller", officeId: "1" }],
      },
    });
    const requestId = await asked(admin, account("QL0-1O"));
    const same = await makeStaff(world, { role: "every", officeId: null, personKey: "Q10-10" });
    expect(await look(same, requestId)).toMatchObject({ verdict: "about_you" });
    for (const decision of ["approve", "reject"] as const) {
      expect(await decide(same, requestId, decision)).toMatchObject({ code: "request_about_you" });
    }
    expect(await look(checker, requestId)).toMatchObject({ state: "open" });
    expect(await ask(same, account("QI-010"))).toMatchObject({
      code: "staff_person_taken",
    });
  });

  test("S151 two accounts of one person from before all spellings were one do not check each other", async () => {
    const first = await makeStaff(world, { role: "every", officeId: null, personKey: "OLD-77" });
    const second = await asAdmin(world.database.ownerUrl, async (owner) => {
      await owner.query("alter table staff disable trigger staff_person_is_spelled_once");
      const made = await makeStaff(world, { role: "every", officeId: null, personKey: "0LD-77" });
      await owner.query("alter table staff enable trigger staff_person_is_spelled_once");
      return made;
    });
    const member = await world.makeMember({ officeId: OWN });
    const payload = { memberGuid: member.guid, mobileNumber: "+639175550151" };
    const requestId = await asked(first, { kind: "change_mobile", payload });
    const queue = await second.call(listRequests, { query: { show: "to_decide" } });
    expect(queue.status && queue.result.rows.map(({ id }) => id)).not.toContain(requestId);
    for (const decision of ["approve", "reject"] as const) {
      expect(await decide(second, requestId, decision)).toMatchObject({ code: "request_is_own" });
    }
    const decided = asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(
        `update staff_request set state = 'rejected', decided_at = now(), checker_staff_id = $2,
          checker_username = $3, checker_person_key = $4 where id = $1`,
        [requestId, second.id, second.username, second.personKey],
      ),
    );
    await expect(decided).rejects.toThrow(/was asked for by who decides it/);
    await approve(checker, requestId);
  });

  test("S151 the table itself takes no decision of whom it is about", async () => {
    const requestId = await asked(admin, disable(supervisor));
    const decided = asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(
        `update staff_request set state = 'failed', decided_at = now(), checker_staff_id = $2,
          checker_username = $3, checker_person_key = $4 where id = $1`,
        [requestId, supervisor.id, supervisor.username, supervisor.personKey],
      ),
    );
    await expect(decided).rejects.toThrow(/is about who decides it/);
  });
});

test("S151 only who may decide finds a request out of date: to the others it stays open", async () => {
  const member = await world.makeMember({ officeId: OWN, card: { adminLocked: true } });
  const payload = { memberGuid: member.guid };
  const id = await asked(maker, { kind: "lift_admin_lock", payload });
  const { payloadHash } = await look(maker, id);
  await asAdmin(world.database.ownerUrl, (owner) =>
    forceCard(owner, member.guid, { member_locked: true }),
  );
  const teller = await makeStaff(world, { role: "teller", officeId: OWN });
  expect(await tried(maker, { id, payloadHash }, "approve")).toBe("request_is_own");
  expect(await tried(teller, { id, payloadHash }, "approve")).toBe("not_your_role");
  expect(await tried(checker, { id, payloadHash: "0".repeat(64) }, "approve")).toBe(
    "request_changed",
  );
  expect(await stateOf(id)).toEqual({ state: "open", by: null });
  expect(await tried(checker, { id, payloadHash }, "approve")).toBe("request_stale");
  expect(await stateOf(id)).toMatchObject({ state: "stale" });
});
