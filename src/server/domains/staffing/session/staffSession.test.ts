import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueEnrolmentCode } from "#contract/staff/accounts.ts";
import {
  changeStaffPassword,
  getRoleTable,
  getStaffMe,
  staffLogin,
  staffLogout,
  staffRefresh,
} from "#contract/staff/session.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { TEST_PASSWORD } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a long walk to Baguio";

function signIn(
  staff: { username: string; password?: string; code: string },
  browser = newBrowser(),
  client: Pick<World, "call"> = world,
) {
  const { username, password = TEST_PASSWORD, code } = staff;
  return client.call(staffLogin, { body: { username, password, code } }, browser);
}

const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

/** What a call in this browser is answered with. */
async function meIn(browser: Browser) {
  return codeOf(await world.call(getStaffMe, {}, browser));
}

async function actionsOf(username: string): Promise<string[]> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("action")
    .where("object", "=", `staff:${username}`)
    .orderBy("id")
    .execute();
  return events.map(({ action }) => action);
}

/** A code that the authenticator shows at no moment near now. */
function wrongCode(staff: TestStaff): string {
  const right = [staff.nextCode(), staff.nextCode(), staff.nextCode()];
  return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
}

test("S129 username, password and code open a session with a cookie of its own", async () => {
  const teller = await world.makeStaff({ role: "teller", officeId: 2n });
  const browser = newBrowser();
  const body = { username: ` ${teller.username.toUpperCase()} `, password: TEST_PASSWORD };
  const raw = await world.callRaw(
    staffLogin,
    { body: { ...body, code: teller.nextCode() } },
    browser,
  );
  expect(raw.setCookies).toEqual([
    expect.stringMatching(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(
      /^staffdev-[\w-]{11}=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  expect(await teller.call(getStaffMe, {})).toMatchObject({
    status: true,
    result: {
      username: teller.username,
      office: { id: "2", name: "Branch 2" },
      roles: [{ role: "teller", office: { id: "2" } }],
      idleSeconds: 900,
    },
  });
  expect(await actionsOf(teller.username)).toEqual(["staff_login", "staff_login"]);
});

test("S129 no text message is ever sent for a sign-in", async () => {
  const staff = await world.makeStaff();
  await signIn({ ...staff, code: staff.nextCode() });
  const { n } = await world.app.db
    .selectFrom("outbox")
    .select((all) => all.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  expect(n).toBe(0n);
});

test("S129 a wrong name, password or code is one and the same answer, and is in the audit trail", async () => {
  const staff = await world.makeStaff();
  const right = { username: staff.username, password: TEST_PASSWORD, code: staff.nextCode() };
  const wrong = wrongCode(staff);
  const answers = [
    await world.callRaw(staffLogin, { body: { ...right, username: "nobody.here" } }, newBrowser()),
    await world.callRaw(staffLogin, { body: { ...right, password: "wrong" } }, newBrowser()),
    await world.callRaw(staffLogin, { body: { ...right, code: wrong } }, newBrowser()),
  ].map(({ httpStatus, body, setCookies }) => ({
    httpStatus,
    setCookies,
    body: { ...body, correlationId: "" },
  }));
  expect(answers[0]).toMatchObject({ httpStatus: 400, body: { code: "staff_login_incorrect" } });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect((await actionsOf(staff.username)).slice(1)).toEqual([
    "staff_login_failed",
    "staff_login_failed",
  ]);
});

test("S129 a code opens one session: not a second, not another's, not twenty at once", async () => {
  const staff = await world.makeStaff();
  const code = staff.nextCode();
  expect(codeOf(await signIn({ ...staff, code }))).toBe("ok");
  expect(codeOf(await signIn({ ...staff, code }))).toBe("staff_login_incorrect");
  const other = await world.makeStaff();
  expect(codeOf(await signIn({ ...other, code: staff.nextCode() }))).toBe("staff_login_incorrect");

  world.passSeconds(60);
  const late = await world.makeStaff();
  const shared = { ...late, code: late.nextCode() };
  const twenty = await Promise.all(Array.from({ length: 20 }, () => signIn(shared)));
  expect(twenty.filter(({ status }) => status)).toHaveLength(1);
});

test("S129 a code of 90 seconds ago is wrong, one of the next half minute is taken", async () => {
  const staff = await world.makeStaff();
  const old = staff.nextCode();
  world.passSeconds(90);
  expect(codeOf(await signIn({ ...staff, code: old }))).toBe("staff_login_incorrect");
  staff.nextCode();
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("ok");
});

test("S018 three failures close the name for 15 minutes, in any case, over all processes", async () => {
  const staff = await world.makeStaff();
  const twin = await world.makeTwin();
  const wrong = (username: string, client: Pick<World, "call">) =>
    signIn({ username, password: "wrong", code: "000000" }, newBrowser(), client);
  expect(codeOf(await wrong(staff.username, world))).toBe("staff_login_incorrect");
  expect(codeOf(await wrong(staff.username.toUpperCase(), twin))).toBe("staff_login_incorrect");
  expect(codeOf(await wrong(staff.username, world))).toBe("staff_login_suspended");
  const closed = await signIn({ ...staff, code: staff.nextCode() });
  expect(closed).toMatchObject({ httpStatus: 423, code: "staff_login_suspended" });
  // Who works on is not thrown out by strangers.
  expect(await meIn(staff.browser)).toBe("ok");
  world.passSeconds(14 * 60);
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("staff_login_suspended");
  world.passSeconds(61);
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("ok");
});

test("S019 of 200 wrong codes at once with the right password three are looked at", async () => {
  const patient = await makeWorld({ HASHES_WAITING: "1000" });
  try {
    const staff = await patient.makeStaff();
    const twin = await patient.makeTwin();
    const before = await hashesOf(patient);
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, guess) =>
        signIn(
          { username: staff.username, code: String(guess).padStart(6, "0") },
          newBrowser(),
          guess % 2 === 0 ? patient : twin,
        ),
      ),
    );
    const answered = (code: string) => guesses.filter((answer) => codeOf(answer) === code).length;
    expect(answered("ok")).toBe(0);
    expect(answered("staff_login_incorrect")).toBe(2);
    expect(answered("staff_login_suspended")).toBe(198);
    expect((await hashesOf(patient)) + (await hashesOf(twin)) - before).toBe(3);
  } finally {
    await patient.close();
  }
});

async function hashesOf({ app }: Pick<World, "app">): Promise<number> {
  const { values } = await app.metrics.passwordHashes.get();
  return values[0]?.value ?? 0;
}

test("S129 after 15 minutes without a call of one's own the session is over; reading is none", async () => {
  const staff = await world.makeStaff();
  world.passSeconds(600);
  expect(await meIn(staff.browser)).toBe("ok");
  world.passSeconds(285);
  expect(await meIn(staff.browser)).toBe("ok");
  world.passSeconds(16);
  expect(await staff.call(getStaffMe, {})).toMatchObject({
    httpStatus: 401,
    code: "session_expired",
  });
  expect(codeOf(await staff.call(staffRefresh, {}))).toBe("session_expired");
});

test("S129 going on restarts the 15 minutes and replaces the token; after 8 hours it is over", async () => {
  const staff = await world.makeStaff();
  const first = staff.browser.token;
  const goOn = async () => {
    const answer = await staff.call(staffRefresh, {});
    if (!answer.status) return answer.code;
    staff.browser.token = answer.result.token;
    return "ok";
  };
  world.passSeconds(890);
  expect(await goOn()).toBe("ok");
  expect(staff.browser.token).not.toBe(first);
  world.passSeconds(870);
  expect(await meIn(staff.browser)).toBe("ok");
  // The one before is of no use a minute after its successor was.
  world.passSeconds(5);
  expect(await goOn()).toBe("ok");
  expect(await meIn({ ...staff.browser, token: first })).toBe("invalid_token");
  for (let passed = 890 + 870 + 5; passed < 8 * 3600 - 890; passed += 890) {
    world.passSeconds(890);
    expect(await goOn()).toBe("ok");
  }
  world.passSeconds(890);
  expect(await goOn()).toBe("token_expired");
});

test("S058 logging out ends this session and no other", async () => {
  const staff = await world.makeStaff();
  const elsewhere = await staff.signInAgain();
  const away = await staff.callRaw(staffLogout, {});
  expect(away).toMatchObject({ httpStatus: 200, setCookies: [expect.stringMatching(/^staff=;/)] });
  expect(await meIn(staff.browser)).toBe("invalid_token");
  expect(await meIn(elsewhere)).toBe("ok");
});

test("S061 a second tab of the same person shares the cookie, anybody else's is replaced", async () => {
  const [staff, other] = [await world.makeStaff(), await world.makeStaff()];
  const secondTab = { ...newBrowser(), cookies: staff.browser.cookies };
  const again = await signIn({ ...staff, code: staff.nextCode() }, secondTab);
  if (!again.status) throw new Error(again.message);
  secondTab.token = again.result.token;
  expect(await meIn(secondTab)).toBe("ok");
  expect(await meIn(staff.browser)).toBe("ok");
  const shared = staff.browser.cookies.get("staff");
  expect(codeOf(await signIn({ ...other, code: other.nextCode() }, secondTab))).toBe("ok");
  expect(secondTab.cookies.get("staff")).not.toBe(shared);
});

test("S059 neither half of a session is enough, and a copied token is noted with its owner", async () => {
  const [staff, other] = [await world.makeStaff(), await world.makeStaff()];
  const { token } = staff.browser;
  expect(await meIn({ ...newBrowser(), token })).toBe("invalid_token");
  expect(await meIn({ ...staff.browser, token: undefined })).toBe("invalid_token");
  expect(await meIn({ ...other.browser, token })).toBe("invalid_token");
  const { rows } = await sql<{ reason: string }>`
    select e.detail->>'reason' as reason from audit_event e
    join staff_session s on e.object = 'staff_session:' || s.id
    where s.staff_id = ${staff.id} and e.action = 'call_denied'`.execute(world.app.db);
  expect(rows.map(({ reason }) => reason)).toEqual(["half_a_session", "half_a_session"]);
});

test("S073 who reaches for what their role or branch does not allow is in the audit trail", async () => {
  const teller = await world.makeStaff({ role: "teller" });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const far = await world.makeStaff({ role: "teller", officeId: 9n });
  expect(codeOf(await teller.call(getRoleTable, {}))).toBe("not_your_role");
  const params = { staffId: String(far.id) };
  expect(codeOf(await supervisor.call(issueEnrolmentCode, { params }))).toBe("not_found");
  const denials = await world.app.db
    .selectFrom("audit_event")
    .select(["actor_kind", "actor", "object", sql`detail->>'reason'`.as("reason")])
    .where("action", "=", "call_denied")
    .where("actor", "in", [teller.username, supervisor.username])
    .orderBy("id")
    .execute();
  expect(denials).toEqual([
    { actor_kind: "staff", actor: teller.username, object: "none", reason: "not_your_role" },
    {
      actor_kind: "staff",
      actor: supervisor.username,
      object: `staff:${far.id}`,
      reason: "not_found",
    },
  ]);
});

test("S130 a role that ended or was added counts from the very next call of a live session", async () => {
  const staff = await world.makeStaff({ role: "auditor" });
  expect(codeOf(await staff.call(getRoleTable, {}))).toBe("ok");
  const { db } = world.app;
  await db
    .updateTable("staff_role")
    .set({ ended_at: world.app.now() })
    .where("staff_id", "=", staff.id)
    .execute();
  expect(await staff.call(getRoleTable, {})).toMatchObject({
    httpStatus: 409,
    code: "not_your_role",
  });
  expect(await meIn(staff.browser)).toBe("not_your_role");
  const { id } = staff;
  const role = { staff_id: id, role: "supervisor", office_id: null, granted_at: world.app.now() };
  await db.insertInto("staff_role").values(role).execute();
  expect(codeOf(await staff.call(getRoleTable, {}))).toBe("ok");
});

test("S062 who is disabled is out with the next call, and does not come back", async () => {
  const staff = await world.makeStaff();
  await world.app.db
    .updateTable("staff")
    .set({ state: "disabled" })
    .where("id", "=", staff.id)
    .execute();
  expect(await meIn(staff.browser)).toBe("session_expired");
  const again = await signIn({ ...staff, code: staff.nextCode() });
  expect(codeOf(again)).toBe("staff_login_incorrect");
});

test("S042 a new password needs the current one and a fresh code; the other sessions end", async () => {
  const staff = await world.makeStaff();
  const elsewhere = await staff.signInAgain();
  const change = (fields: Partial<{ current_password: string; code: string; next: string }>) => {
    const { next = NEW_PASSWORD, current_password = TEST_PASSWORD } = fields;
    const code = fields.code ?? staff.nextCode();
    const body = { current_password, code, new_password: next, confirm_password: next };
    return staff.call(changeStaffPassword, { body });
  };
  expect(codeOf(await change({ current_password: "wrong" }))).toBe("password_or_code_wrong");
  expect(codeOf(await change({ next: `my ${staff.username} word` }))).toBe("password_is_personal");
  expect(codeOf(await change({ next: "password1234" }))).toBe("password_too_common");
  expect(codeOf(await change({ next: TEST_PASSWORD }))).toBe("password_unchanged");
  const code = staff.nextCode();
  const changed = await change({ code });
  if (!changed.status) throw new Error(changed.message);
  const former = staff.browser.token;
  staff.browser.token = changed.result.token;
  expect(await meIn(staff.browser)).toBe("ok");
  expect(await meIn({ ...staff.browser, token: former })).toBe("invalid_token");
  expect(await meIn(elsewhere)).toBe("session_expired");
  expect(codeOf(await signIn({ ...staff, password: NEW_PASSWORD, code }))).not.toBe("ok");
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("staff_login_incorrect");
  const right = { ...staff, password: NEW_PASSWORD, code: staff.nextCode() };
  expect(codeOf(await signIn(right))).toBe("ok");
  expect(await actionsOf(staff.username)).toContain("staff_password_changed");
});

test("S129 a fourth browser ends the session of the first", async () => {
  const staff = await world.makeStaff();
  const others = [await staff.signInAgain(), await staff.signInAgain(), await staff.signInAgain()];
  expect(await meIn(staff.browser)).toBe("session_expired");
  for (const browser of others) expect(await meIn(browser)).toBe("ok");
});
