import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { updatePassword } from "#contract/signUp.ts";
import { getProfile, waivePassword } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a longer walk to Sagada";

function update(
  member: TestMember,
  browser: Browser,
  { current = member.password, next = NEW_PASSWORD, guid = member.guid } = {},
) {
  const body = {
    memberGuid: guid,
    current_password: current,
    new_password: next,
    confirm_password: next,
  };
  return world.call(updatePassword, { body }, browser);
}

const look = ({ guid }: TestMember, browser: Browser) =>
  world.call(getProfile, { params: { guid } }, browser);

/** A second tab of the same browser: its cookies, a token of its own. */
async function secondTab(member: TestMember, browser: Browser): Promise<Browser> {
  const tab = { ...newBrowser(), cookies: browser.cookies };
  return world.signIn(member, tab);
}

test("I01 I02 T07 S042 S363 a new password: this session goes on with a new token, all others end, the member is told", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const tab = await secondTab(member, browser);
  const oldToken = browser.token;
  const answer = await update(member, browser);
  expect(answer).toMatchObject({ status: true, message: "Password updated" });
  if (!answer.status) throw new Error(answer.message);
  expect(answer.result.token).not.toBe(oldToken);
  browser.token = answer.result.token;
  expect(await look(member, browser)).toMatchObject({ status: true });
  expect(await look(member, tab)).toMatchObject({
    httpStatus: 401,
    message: "Session Expired",
    code: "session_of_old_password",
  });
  world.passSeconds(61);
  expect(await look(member, { ...browser, token: oldToken })).toMatchObject({ httpStatus: 401 });

  const notes = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  expect(notes.status && Object.values(notes.results).map(({ message }) => message)).toContain(
    "Your password was changed. If this was not you, call us at once.",
  );
  expect((await world.textsTo(member.mobileNumber ?? "")).join()).toMatch(/password was changed/);
  const { username, password } = member;
  const old = { body: { username, password } };
  expect(await world.call(login, old, newBrowser())).toMatchObject({ code: "login_incorrect" });
  await world.signIn({ ...member, password: NEW_PASSWORD });
});

test("I02 S024 each wrong field says what is wrong with it, and nothing changes", async () => {
  const member = await world.makeMember({ dateOfBirth: "1980-06-02" });
  const browser = await world.signIn(member);
  const refusals = [
    [{ current: "not this one" }, "current_password_wrong", "current_password"],
    [{ next: member.password }, "password_unchanged", "new_password"],
    [{ next: "football1" }, "password_too_common", "new_password"],
    [{ next: `${member.membershipNo} x` }, "password_is_personal", "new_password"],
    [{ next: "my 1980-06-02" }, "password_is_personal", "new_password"],
  ] as const;
  for (const [change, code, param] of refusals) {
    expect(await update(member, browser, change)).toMatchObject({
      httpStatus: 422,
      code,
      errors: [{ param }],
    });
  }
  await world.signIn(member);
});

test("S042 the fifth wrong current password ends the session, also of many at once", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  for (let i = 0; i < 4; i++) {
    expect(await update(member, browser, { current: `wrong ${i}` })).toMatchObject({
      code: "current_password_wrong",
    });
  }
  expect(await update(member, browser, { current: "wrong 5" })).toMatchObject({
    httpStatus: 401,
    message: "Session Expired",
  });
  expect(await look(member, browser)).toMatchObject({ message: "Session Expired" });

  const other = await world.makeMember();
  const second = await world.signIn(other);
  const hashed = async () => (await world.app.metrics.passwordHashes.get()).values[0]?.value ?? 0;
  const before = await hashed();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      update(other, { ...second, cookies: new Map(second.cookies) }, { current: `guess ${i}` }),
    ),
  );
  expect(answers.some(({ status }) => status)).toBe(false);
  expect((await hashed()) - before).toBe(5);
  expect(await look(other, second)).toMatchObject({ message: "Session Expired" });
});

test("S042 a right one in between starts the count again; of two at once one is the current one", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  for (let i = 0; i < 4; i++) await update(member, browser, { current: "wrong" });
  expect(await update(member, browser, { next: member.password })).toMatchObject({
    code: "password_unchanged",
  });
  for (let i = 0; i < 3; i++) await update(member, browser, { current: "wrong" });
  const both = await Promise.all(
    ["one of two at once", "the other of the two"].map((next) =>
      update(member, { ...browser, cookies: new Map(browser.cookies) }, { next }),
    ),
  );
  expect(both.filter(({ status }) => status)).toHaveLength(1);
});

test("S065 another member's guid is nobody's", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const browser = await world.signIn(member);
  expect(await update(member, browser, { guid: other.guid })).toMatchObject({ httpStatus: 404 });
  expect(await update(member, { ...browser, token: undefined })).toMatchObject({ httpStatus: 401 });
});

test("S028 a new password is young again and may be put off three times again", async () => {
  const old = new Date(world.app.now().getTime() - 400 * 86_400_000);
  const member = await world.makeMember({ passwordChangedAt: old });
  const browser = await world.signIn(member);
  const waive = () => world.call(waivePassword, { params: { guid: member.guid } }, browser);
  await waive();
  expect(await update(member, browser)).toMatchObject({ status: true });
  const row = await world.app.db
    .selectFrom("member")
    .select(["password_waives", "password_waived_until", "password_changed_at"])
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ password_waives: 0, password_waived_until: null });
  const { username } = member;
  const again = await world.call(login, { body: { username, password: NEW_PASSWORD } }, browser);
  expect(again).toMatchObject({ status: true });
  expect(again).not.toHaveProperty("isPasswordAged");
});
