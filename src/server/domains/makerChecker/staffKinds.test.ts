import { afterAll, beforeAll, expect, test } from "vitest";
import { getStaffAccounts, issueEnrolmentCode } from "#contract/staff/accounts.ts";
import { getRoleTable, getStaffMe, staffLogin } from "#contract/staff/session.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";
import { approve, ask, asked, decide, look, trail } from "#test/support/requestActs.ts";

let world: World;
let admin: TestStaff;
let checker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  admin = await world.makeStaff({ role: "administrator", officeId: null });
  checker = await world.makeStaff({ role: "supervisor", officeId: null });
  await ensureOffice(world.app.db, 2n);
});
afterAll(() => world.close());

type Role = { role: string; officeId: string | null };
const change = (who: { username: string }, ...roles: Role[]) => ({
  kind: "role_change" as const,
  payload: { username: who.username, roles },
});
const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

test("S130 S131 a change of roles takes two people and counts at once in a live session", async () => {
  const staff = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(codeOf(await staff.call(getRoleTable, {}))).toBe("not_your_role");
  const requestId = await asked(admin, change(staff, { role: "supervisor", officeId: "2" }));
  const seen = await look(checker, requestId);
  expect(seen.before).toMatchObject({ "role.teller": "1", "role.supervisor": "" });
  expect(seen.after).toMatchObject({ "role.teller": "", "role.supervisor": "2" });
  expect(codeOf(await staff.call(getRoleTable, {}))).toBe("not_your_role");

  await approve(checker, requestId);
  expect(await staff.call(getStaffMe, {})).toMatchObject({
    result: { roles: [{ role: "supervisor", office: { id: "2" } }] },
  });
  expect(codeOf(await staff.call(getRoleTable, {}))).toBe("ok");
  expect(await trail(world, `staff:${staff.username}`)).toContain(
    `${checker.username}: role_change`,
  );
  // Who held what when stays known.
  const held = await world.app.db
    .selectFrom("staff_role")
    .select("role")
    .where("staff_id", "=", staff.id)
    .orderBy("id")
    .execute();
  expect(held.map(({ role }) => role)).toEqual(["teller", "supervisor"]);
});

test("S131 S151 nobody asks or decides for an account of their own, and a branch's supervisor not at all", async () => {
  const own = await ask(admin, change(admin, { role: "supervisor", officeId: null }));
  expect(codeOf(own)).toBe("request_about_you");
  const twin = await world.makeStaff({ role: "teller", personKey: checker.personKey });
  const checkers = await asked(admin, change(twin, { role: "auditor", officeId: null }));
  expect(codeOf(await decide(checker, checkers))).toBe("request_about_you");

  const ofBranch = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const staff = await world.makeStaff({ role: "teller", officeId: 1n });
  const requestId = await asked(admin, change(staff, { role: "teller", officeId: null }));
  const { payloadHash } = await look(admin, requestId);
  const answer = await decide(ofBranch, requestId, "approve", { payloadHash });
  expect(["not_found", "not_your_role"]).toContain(codeOf(answer));
  expect(codeOf(await ask(checker, change(staff)))).toBe("not_your_role");
});

test.each([
  [
    "a role twice",
    [
      { role: "teller", officeId: "1" },
      { role: "teller", officeId: "1" },
    ],
  ],
  [
    "a role for all branches and one",
    [
      { role: "teller", officeId: null },
      { role: "teller", officeId: "1" },
    ],
  ],
  [
    "an auditor who also works",
    [
      { role: "auditor", officeId: null },
      { role: "teller", officeId: "1" },
    ],
  ],
  [
    "an administrator who also decides",
    [
      { role: "administrator", officeId: null },
      { role: "supervisor", officeId: null },
    ],
  ],
  ["a branch that is not there", [{ role: "teller", officeId: "987" }]],
  ["a role that is none", [{ role: "director", officeId: null }]],
])("S130 %s is refused on the field", async (_what, roles) => {
  const staff = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(await ask(admin, change(staff, ...roles))).toMatchObject({ httpStatus: 422 });
});

test("S131 a new account takes two people, and a third hand for its code", async () => {
  const payload = {
    username: "nora.cruz",
    fullName: "Nora Cruz",
    personKey: "E-777",
    officeId: "2",
    roles: [{ role: "card_officer", officeId: "2" }],
  };
  const requestId = await asked(admin, { kind: "staff_account", payload });
  await approve(checker, requestId);
  const listed = await admin.call(getStaffAccounts, { query: { search: "nora" } });
  if (!listed.status) throw new Error(listed.message);
  const [account] = listed.result.rows;
  expect(account).toMatchObject({
    username: "nora.cruz",
    state: "enrolling",
    roles: [{ role: "card_officer", officeId: "2" }],
  });
  const params = { staffId: account?.id ?? "" };
  for (const hand of [admin, checker]) {
    const answer = await hand.call(issueEnrolmentCode, { params });
    expect(codeOf(answer)).toBe("enrolment_handled_by_you");
  }
  const third = await world.makeStaff({ role: "supervisor", officeId: null });
  expect(codeOf(await third.call(issueEnrolmentCode, { params }))).toBe("ok");
  // So is one that a list of who did what would show alike.
  for (const username of ["nora.cruz", "n0ra.cruz", "nora-.cruz"]) {
    const again = await ask(admin, {
      kind: "staff_account",
      payload: { ...payload, username },
    });
    expect(again).toMatchObject({ httpStatus: 422, code: "staff_username_taken" });
  }
});

test("S157 an employee number that reads like one on record is refused, however it is written", async () => {
  await world.makeStaff({ role: "teller", officeId: 1n, personKey: "DEMO-L05" });
  const payload = {
    username: "second.account",
    fullName: "Somebody Again",
    officeId: "2",
    roles: [{ role: "teller", officeId: "2" }],
  };
  const alike = [
    "DEM0-L05",
    "DEMO-105",
    "DEMO-I05",
    "DEMOL05",
    "D-EMO-L05",
    "dem0 l05",
    "ＤＥＭ０－Ｌ０５",
  ];
  for (const written of [...alike, "DEMO\u2013LO5", "DEMO\u20111O5"]) {
    const request = { kind: "staff_account", payload: { ...payload, personKey: written } } as const;
    expect(await ask(admin, request), written).toMatchObject({
      httpStatus: 422,
      code: "staff_person_taken",
      errors: [{ param: "payload.personKey" }],
    });
    // Not asked for in the console: the database has one number for one person.
    const bare = written
      .normalize("NFKC")
      .toUpperCase()
      .replaceAll(/[\u2010-\u2015]/g, "-");
    const row = { username: "by.hand", full_name: "X", person_key: bare.replaceAll(" ", "") };
    const values = { ...row, office_id: 1n, state: "enrolling", created_at: world.app.now() };
    await expect(world.app.db.insertInto("staff").values(values).execute()).rejects.toMatchObject({
      constraint: "staff_person_spelled_once",
    });
  }
  for (const written of ["DEMО-L05", "DEMO_L05", "ÐEMO-L05"]) {
    const request = { kind: "staff_account", payload: { ...payload, personKey: written } } as const;
    expect(await ask(admin, request), written).toMatchObject({
      errors: [{ param: "payload.personKey" }],
    });
  }
});

test.each(["__proto__", "constructor", "prototype", "tostring", "hasownproperty", "undefined"])(
  "S157 nobody of the staff is called %s",
  async (username) => {
    const account = { fullName: "Nobody", personKey: "E-9876", officeId: "2", roles: [] };
    const payload = { username, ...account };
    expect(await ask(admin, { kind: "staff_account", payload })).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "payload.username" }],
    });
  },
);

test("S062 S131 access that is renewed or closed ends sessions, password and authenticator", async () => {
  for (const access of ["renew", "disable"]) {
    const staff = await world.makeStaff({ role: "teller", officeId: 1n });
    const payload = { username: staff.username, access };
    await approve(checker, await asked(admin, { kind: "staff_access", payload }));
    expect(codeOf(await staff.call(getStaffMe, {}))).toBe("session_expired");
    const body = { username: staff.username, password: staff.password, code: staff.nextCode() };
    expect(codeOf(await world.call(staffLogin, { body }))).toBe("staff_login_incorrect");
  }
});
