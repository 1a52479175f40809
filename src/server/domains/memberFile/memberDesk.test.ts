import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDashboard } from "#contract/members.ts";
import {
  endMemberSession,
  endMemberSessions,
  issueMemberCode,
  lockMemberCard,
  writeMemberNote,
} from "#contract/staff/memberActions.ts";
import { readSearchText, searchMembers } from "#contract/staff/memberSearch.ts";
import {
  getMemberAccess,
  getMemberCard,
  getMemberCases,
  getMemberFile,
  getMemberMoney,
  getMemberTold,
  getMemberTrail,
  getMemberTransfers,
  memberDeskCalls,
} from "#contract/staff/members.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode } from "#test/support/signUpActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { transfer } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let otherTeller: TestStaff;
let supervisor: TestStaff;
let auditor: TestStaff;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  otherTeller = await world.makeStaff({ role: "teller", officeId: 2n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  auditor = await world.makeStaff({ role: "auditor", officeId: null });
  member = await world.makeMember({
    officeId: 1n,
    savings: 500_00n,
    capital: { withdrawable: 900_00n, fixed: 100_00n },
  });
});
afterAll(() => world.close());

const of = ({ guid }: TestMember) => ({ params: { memberGuid: guid } });

async function found(staff: TestStaff, query: Record<string, string>): Promise<string[]> {
  const answer = await staff.call(searchMembers, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows.map(({ memberGuid }) => memberGuid);
}

const setName = (who: TestMember, first_name: string, last_name: string) =>
  world.app.db
    .updateTable("member")
    .set({ first_name, last_name })
    .where("id", "=", who.id)
    .execute();

describe("S133 the search", () => {
  test.each([
    [{}],
    [{ lastName: "Reyes" }],
    [{ firstName: "Juana" }],
    [{ cardEnding: "0001" }],
    [{ email: "a@b.ph" }],
  ])("S133 %j alone is too wide", async (query) => {
    const answer = await teller.call(searchMembers, { query });
    expect(answer).toMatchObject({ status: false, code: "search_too_wide", httpStatus: 422 });
  });

  test("S133 a number, a username or a reference finds its one member; two criteria find those who fit both", async () => {
    const owner = await world.makeMember({ officeId: 1n, savings: 1000_00n });
    const browser = await world.signIn(owner);
    const reference = await transfer(world, owner, browser, { amount: 100_00n });
    await setName(owner, "María Luz", "Peñaflor");
    const card = await world.app.db
      .selectFrom("card")
      .select("last_four")
      .where("member_id", "=", owner.id)
      .executeTakeFirstOrThrow();
    expect(await found(teller, { membershipNo: owner.membershipNo })).toEqual([owner.guid]);
    expect(await found(teller, { username: owner.username.toUpperCase() })).toEqual([owner.guid]);
    expect(await found(teller, { reference })).toEqual([owner.guid]);
    // However the marks are typed, and by the beginning of each name.
    expect(await found(teller, { lastName: "penaf", firstName: "MARIA" })).toEqual([owner.guid]);
    expect(await found(teller, { lastName: "Peñ", mobile: owner.mobileNumber ?? "" })).toEqual([
      owner.guid,
    ]);
    expect(await found(teller, { lastName: "pe", cardEnding: card.last_four ?? "" })).toEqual([
      owner.guid,
    ]);
    expect(await found(teller, { mobile: owner.mobileNumber?.replace("+63", "0") ?? "" })).toEqual([
      owner.guid,
    ]);
    // By the beginning of any word of a name.
    await setName(owner, "Ana María", "De los Santos");
    for (const lastName of ["Santos", "sant", "los santos", "de los"]) {
      expect(await found(teller, { lastName, firstName: "Maria" })).toEqual([owner.guid]);
    }
    expect(await found(teller, { lastName: "antos", firstName: "Maria" })).toEqual([]);
    expect(await found(teller, { lastName: "Cruz", mobile: owner.mobileNumber ?? "" })).toEqual([]);
  });

  test("S133 nothing in a name is read as a pattern", async () => {
    for (const lastName of ["%%", "__", "a%", "\\\\"]) {
      const query = { lastName, firstName: "Juana" };
      expect(await teller.call(searchMembers, { query })).toMatchObject({ httpStatus: 422 });
    }
  });

  test("S065 finds nobody of another branch, whoever asks well", async () => {
    const query = { membershipNo: member.membershipNo };
    expect(await found(otherTeller, query)).toEqual([]);
    expect(await found(auditor, query)).toEqual([member.guid]);
  });

  test("S133 is itself recorded, without what was typed", async () => {
    await found(teller, { lastName: "Ultrasecret", firstName: "Nobody" });
    const event = await world.app.db
      .selectFrom("audit_event")
      .selectAll()
      .where("action", "=", "members_searched")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      actor: teller.username,
      detail: { criteria: "lastName firstName", found: 0 },
    });
  });

  test.each([
    ["0001 2026 0000 0018", { membershipNo: "0001202600000018" }],
    ["0917-555-1234 pena", { mobile: "+639175551234", lastName: "pena" }],
    ["4821 dela", { cardEnding: "4821", lastName: "dela" }],
    ["lpro-2026-0000026", { reference: "LPRO-2026-0000026" }],
    ["+63 917 555 1234", { mobile: "+639175551234" }],
    ["ot261121-0000000001", { reference: "OT261121-0000000001" }],
    ["Peña, Maria Luz", { lastName: "Peña", firstName: "Maria Luz" }],
    ["De la Cruz, Ana", { lastName: "De la Cruz", firstName: "Ana" }],
    ["Ana De la Cruz", { name: "Ana De la Cruz" }],
    ["ana@x.ph", { email: "ana@x.ph" }],
  ])("the one search box reads %j", (text, criteria) => {
    expect(readSearchText(text)).toEqual(criteria);
  });
});

describe("S065 S067 the file of a member", () => {
  // To freeze is for every branch: a member goes to the nearest (freeze.test.ts).
  const parts = memberDeskCalls.filter(
    ({ path, name }) => path.includes("{memberGuid}") && name !== "freezeMember",
  );

  test.each(parts.map((call) => [call.name, call] as const))(
    "S065 S130 %s answers a teller of another branch as if there were no such member",
    async (_, call) => {
      const body = { isIdentityChecked: true, reason: "lost", body: "text" };
      const ask = async (memberGuid: string) => {
        const params = { memberGuid, sessionId: "1" };
        const answer = await otherTeller.callRaw(call, { params, query: {}, body });
        return JSON.stringify({ ...answer.body, correlationId: "" });
      };
      const foreign = await ask(member.guid);
      expect(foreign).toEqual(await ask(crypto.randomUUID()));
      // The trail is not for tellers at all; every other part is simply not there.
      const code = call.name === "getMemberTrail" ? "not_your_role" : "not_found";
      expect(foreign).toContain(`"code":"${code}"`);
    },
  );

  test("S132 S133 shows who the member is, contacts masked for whoever may not see them, each look recorded", async () => {
    await world.app.db
      .updateTable("member")
      .set({ email_address: "juana@example.ph" })
      .where("id", "=", member.id)
      .execute();
    const masked = await teller.call(getMemberFile, of(member));
    expect(masked).toMatchObject({
      result: {
        membershipNo: member.membershipNo,
        emailAddress: "j******@example.ph",
        mobileNumber: `+63******${member.mobileNumber?.slice(-4)}`,
        isContactMasked: true,
        may: { issueCode: true, seeAudit: false, request: ["change_mobile", "change_email"] },
      },
    });
    const open = await supervisor.call(getMemberFile, of(member));
    expect(open).toMatchObject({
      result: { mobileNumber: member.mobileNumber, emailAddress: "juana@example.ph" },
    });
    const answer = await auditor.call(getMemberTrail, { ...of(member), query: {} });
    if (!answer.status) throw new Error(answer.message);
    const looks = answer.result.rows.filter(({ action }) => action === "look_at_member");
    expect(looks.map(({ actor, detail }) => [actor, detail])).toEqual(
      expect.arrayContaining([
        [teller.username, "what: profile"],
        [supervisor.username, "what: profile_with_contact"],
        [auditor.username, "what: trail"],
      ]),
    );
  });

  test("S130 a teller does not see the audit trail that the auditor sees", async () => {
    const input = { ...of(member), query: {} };
    expect(await teller.call(getMemberTrail, input)).toMatchObject({ code: "not_your_role" });
    expect(await auditor.call(getMemberTrail, input)).toMatchObject({ status: true });
  });

  test("shows each account with what is held of it, both parts of the capital contribution in its balance", async () => {
    const { result } = await expectDone(teller.call(getMemberMoney, of(member)));
    expect(
      result.accounts.map(({ product, balance, available, fixed }) => [
        product,
        balance,
        available,
        fixed,
      ]),
    ).toEqual([
      ["me", 1000_00n, 900_00n, 100_00n],
      ["savings", 500_00n, 500_00n, null],
    ]);
  });

  test("S076 S132 shows the card without its number, and the messages without a code", async () => {
    const owner = await world.makeMember({ officeId: 1n });
    await world.signIn(owner);
    const code = await world.codeFor(owner);
    const card = await teller.callRaw(getMemberCard, of(owner));
    expect(JSON.stringify(card.body)).toMatch(/XXXX XXXX XXXX \d{4}/);
    expect(JSON.stringify(card.body)).not.toMatch(/\d{13,}/);
    const told = await teller.callRaw(getMemberTold, of(owner));
    expect(JSON.stringify(told.body)).toContain('"purpose":"login"');
    expect(JSON.stringify(told.body)).not.toContain(code);
    expect(JSON.stringify(told.body)).not.toContain(owner.mobileNumber);
  });

  test("shows transfers with their history, page after page", async () => {
    const owner = await world.makeMember({ officeId: 1n, savings: 1000_00n });
    const browser = await world.signIn(owner);
    const references = [];
    for (const amount of [100_00n, 200_00n]) {
      references.push(await transfer(world, owner, browser, { amount }));
    }
    const first = await expectDone(
      teller.call(getMemberTransfers, { ...of(owner), query: { limit: "1" } }),
    );
    const second = await expectDone(
      teller.call(getMemberTransfers, {
        ...of(owner),
        query: { limit: "1", after: first.result.next ?? "" },
      }),
    );
    expect([...first.result.rows, ...second.result.rows].map(({ refNo }) => refNo)).toEqual(
      references.toReversed(),
    );
    expect(second.result.next).toBeNull();
  });

  test("notes stay for colleagues of the branch, and nobody changes them", async () => {
    const written = await teller.call(writeMemberNote, {
      ...of(member),
      body: { body: "Prefers calls" },
    });
    expect(written.status).toBe(true);
    const { result } = await expectDone(supervisor.call(getMemberCases, of(member)));
    expect(result.notes).toMatchObject([{ body: "Prefers calls", writtenBy: teller.username }]);
    await expect(
      world.app.db.updateTable("member_note").set({ body: "x" }).execute(),
    ).rejects.toThrow("permission denied");
  });
});

test("S131 what was asked for about a member stands in the file, and with nobody else's", async () => {
  const owner = await world.makeMember({ officeId: 1n, card: { adminLocked: true } });
  const officer = await world.makeStaff({ role: "card_officer", officeId: 1n });
  const asked = await officer.call(
    makeRequest,
    {
      body: {
        kind: "lift_admin_lock",
        payload: { memberGuid: owner.guid },
        reason: "Came to the counter",
        documents: [],
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  );
  expect(asked).toMatchObject({ status: true });
  const { result } = await expectDone(teller.call(getMemberCases, of(owner)));
  expect(result.requests).toMatchObject([
    { kind: "lift_admin_lock", state: "open", maker: officer.username },
  ]);
  const other = await expectDone(teller.call(getMemberCases, of(member)));
  expect(other.result.requests).toEqual([]);
});

describe("S062 sessions", () => {
  test("S062 a member whose sessions staff ended is refused with the next call, in the words of the catalogue", async () => {
    const owner = await world.makeMember({ officeId: 1n });
    const browser = await world.signIn(owner);
    const look = () => world.call(getDashboard, { params: { guid: owner.guid } }, browser);
    expect((await look()).status).toBe(true);
    const { result } = await expectDone(teller.call(getMemberAccess, of(owner)));
    const [open] = result.sessions.filter(({ endedAt }) => endedAt === null);
    expect(result.devices).toHaveLength(1);

    const params = { memberGuid: owner.guid, sessionId: open?.sessionId ?? "" };
    expect(await teller.call(endMemberSession, { params })).toMatchObject({ result: { ended: 1 } });
    expect(await look()).toMatchObject({ httpStatus: 401, message: "Session Expired" });
    // Over is over.
    expect(await teller.call(endMemberSession, { params })).toMatchObject({ code: "not_found" });

    const again = await world.signIn(owner);
    const all = await teller.call(endMemberSessions, of(owner));
    expect(all).toMatchObject({ result: { ended: 1 } });
    const after = await world.call(getDashboard, { params: { guid: owner.guid } }, again);
    expect(after).toMatchObject({ httpStatus: 401, message: "Session Expired" });
  });

  test("S067 a session of another member is not found under this member's path, and stands", async () => {
    const victim = await world.makeMember({ officeId: 1n });
    const browser = await world.signIn(victim);
    const { id } = await world.app.db
      .selectFrom("session")
      .select("id")
      .where("member_id", "=", victim.id)
      .executeTakeFirstOrThrow();
    const end = (sessionId: string) =>
      teller.callRaw(endMemberSession, { params: { memberGuid: member.guid, sessionId } });
    const [foreign, unknown] = [await end(String(id)), await end("999999999")];
    expect(foreign.httpStatus).toBe(404);
    expect({ ...foreign.body, correlationId: "" }).toEqual({ ...unknown.body, correlationId: "" });
    const look = await world.call(getDashboard, { params: { guid: victim.guid } }, browser);
    expect(look.status).toBe(true);
  });
});

describe("E04 the first time user's code", () => {
  test("E04 from the counter works on the screen of the sign-up, once identity was checked", async () => {
    const newcomer = await world.makeMember({ officeId: 1n, hasAccount: false });
    const unchecked = await teller.callRaw(issueMemberCode, {
      ...of(newcomer),
      body: { isIdentityChecked: false },
    });
    expect(unchecked.httpStatus).toBe(422);

    const { result } = await expectDone(
      teller.call(issueMemberCode, { ...of(newcomer), body: { isIdentityChecked: true } }),
    );
    const browser = newBrowser();
    const told = await startSignUp(world, newcomer.membershipNo, {}, browser);
    expect(await enterCode(world, told, result.code, browser)).toMatchObject({ status: true });

    // The trail says who handed it out, and nowhere what it was.
    const trail = await auditor.callRaw(getMemberTrail, { ...of(newcomer), query: {} });
    expect(JSON.stringify(trail.body)).toContain(`"actor":"${teller.username}"`);
    expect(JSON.stringify(trail.body)).not.toContain(result.code);
  });

  test("E04 nobody who has online access gets one", async () => {
    const answer = await teller.call(issueMemberCode, {
      ...of(member),
      body: { isIdentityChecked: true },
    });
    expect(answer).toMatchObject({ httpStatus: 409, code: "member_has_access" });
  });
});

test("S084 S131 one person locks a card at once, and the member is told once", async () => {
  const owner = await world.makeMember({ officeId: 1n });
  const lock = () =>
    teller.call(lockMemberCard, { ...of(owner), body: { reason: "Seen at an odd ATM" } });
  expect(await lock()).toMatchObject({ status: true });
  expect(await lock()).toMatchObject({ status: true });
  const { result } = await expectDone(teller.call(getMemberCard, of(owner)));
  expect(result.card).toMatchObject({ isAdminLocked: true, isMemberLocked: false });
  const notices = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", owner.id)
    .execute();
  expect(notices).toEqual([{ kind: "card_locked_by_staff" }]);
  const bare = await world.makeMember({ officeId: 1n, card: null });
  const none = await teller.call(lockMemberCard, { ...of(bare), body: { reason: "lost" } });
  expect(none).toMatchObject({ code: "member_has_no_card" });
});

async function expectDone<A extends { status: boolean }>(
  asked: Promise<A>,
): Promise<Extract<A, { status: true }>> {
  const answer = await asked;
  if (!answer.status) throw new Error(JSON.stringify(answer));
  // Just checked.
  return answer as Extract<A, { status: true }>;
}
