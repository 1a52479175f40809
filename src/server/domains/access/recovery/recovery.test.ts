import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { forgotPassword, forgotUsername, setPassword, setUsername } from "#contract/signUp.ts";
import { getProfile } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { askFor, send, type Sending, toBank, toCard } from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { transfer } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const NEW_PASSWORD = "a longer walk to Sagada";
const REFUSED = {
  httpStatus: 401,
  code: "recovery_grant_missing",
  message: "Unable to process request",
};

const askPassword = (identifier: string, browser = newBrowser()) =>
  world.call(forgotPassword, { body: { identifier } }, browser);
const askUsername = (number: string, browser = newBrowser()) =>
  world.call(forgotUsername, { body: { [memberNumberField]: number } }, browser);
const enter = (guid: string, pinId: string, pin: string, browser: Browser) =>
  world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser);
const putPassword = (memberGuid: string, browser: Browser, password = NEW_PASSWORD) =>
  world.call(
    setPassword,
    { body: { memberGuid, new_password: password, confirm_password: password } },
    browser,
  );
const putUsername = (memberGuid: string, browser: Browser, name: string) =>
  world.call(setUsername, { body: { memberGuid, new_username: name } }, browser);

/** A browser that has the cookie, and the guid it is for. */
async function granted(member: TestMember, what: "password" | "username") {
  const browser = newBrowser();
  const asked =
    what === "password"
      ? await askPassword(member.username, browser)
      : await askUsername(member.membershipNo, browser);
  if (!asked.status) throw new Error(asked.message);
  const { guid, pinId } = asked.result;
  const answer = await enter(guid, pinId, await world.codeFor(member), browser);
  if (!answer.status) throw new Error(answer.message);
  return { browser, guid };
}

const rowOf = ({ id }: TestMember) =>
  world.app.db.selectFrom("member").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const nobodys = (serial: number) => withCheckDigit(`00012019${String(serial).padStart(7, "0")}`);

test("C02 C04 C05 T04 T06 S036 S363 a forgotten password: code, new password, every session ended for that reason, the member told", async () => {
  const member = await world.makeMember();
  const [one, ended] = [await world.signIn(member), newBrowser()];
  Object.assign(ended, { ...one, cookies: new Map(one.cookies) });
  const { browser, guid } = await granted(member, "password");
  expect(browser.cookies.has("rec")).toBe(true);
  const done = await putPassword(guid, browser);
  expect(done).toMatchObject({ status: true, message: "Your password is updated" });
  expect(browser.token).toBeUndefined();
  expect(browser.cookies.has("rec")).toBe(false);

  const params = { guid: member.guid };
  expect(await world.call(getProfile, { params }, ended)).toMatchObject({
    httpStatus: 401,
    message: "Session Expired",
    code: "session_of_old_password",
  });
  const { username } = member;
  const old = { body: { username, password: member.password } };
  expect(await world.call(login, old, one)).toMatchObject({ code: "login_incorrect" });
  const again = await world.signIn({ ...member, password: NEW_PASSWORD });
  const notes = await world.call(getNotifications, { params }, again);
  expect(notes.status && Object.values(notes.results).map(({ message }) => message)).toContain(
    "Your password was changed. If this was not you, call us at once.",
  );
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(
    expect.stringMatching(/your password was changed\. Not you\? Call/),
  );
});

test("S036 after a forgotten password new payees wait for a day; the own card and those that were paid before do not", async () => {
  const receiver = await world.makeMember({ card: {} });
  const member = await world.makeMember({ savings: 1_000_00n, card: { balance: 1_000_00n } });
  const known = [toBank("instapay", "10.00"), toCard(receiver, "10.00")];
  const before = await world.signIn(member);
  for (const sending of known) await send(world, member, before, sending);
  await drainJobs(world.app);

  const { browser, guid } = await granted(member, "password");
  expect(await putPassword(guid, browser)).toMatchObject({ status: true });
  const again = await world.signIn({ ...member, password: NEW_PASSWORD });
  const other = await world.makeMember({ card: {} });
  const fresh = [
    toBank("instapay", "10.00", { account: "001234567890" }),
    toBank("pesonet", "10.00", { bank: "2" }),
    toCard(other, "10.00"),
  ];
  const ask = (sending: Sending) => askFor(world, member, again, sending);
  const refused = {
    httpStatus: 409,
    code: "payee_paused",
    message: expect.stringMatching(/^You can pay new payees from Nov 22, 2026, /),
  };
  for (const sending of fresh) expect(await ask(sending)).toMatchObject(refused);
  // Over the other rail it is the same payee.
  for (const sending of [toCard(receiver, "11.00"), toBank("pesonet", "10.00")]) {
    expect(await ask(sending)).toMatchObject({ status: true });
  }
  await transfer(world, member, again, { amount: 100_00n });

  world.passSeconds(24 * 60 * 60 - 60);
  const nextDay = await world.signIn({ ...member, password: NEW_PASSWORD }, again);
  const later = (sending: Sending) => askFor(world, member, nextDay, sending);
  for (const sending of fresh) expect(await later(sending)).toMatchObject(refused);
  world.passSeconds(61);
  for (const sending of fresh) expect(await later(sending)).toMatchObject({ status: true });
});

test("C03 C06 T03 T05 a forgotten username: code, new username, the member told, no session ended", async () => {
  const member = await world.makeMember();
  const elsewhere = await world.signIn(member);
  const { browser, guid } = await granted(member, "username");
  const done = await putUsername(guid, browser, "Brand.New-Name_1");
  expect(done).toMatchObject({ status: true, message: "Your username is updated" });
  await world.signIn({ ...member, username: "brand.new-name_1" });
  expect((await world.textsTo(member.mobileNumber ?? "")).join()).toMatch(/username was changed/);
  const body = { username: member.username, password: member.password };
  expect(await world.call(login, { body }, elsewhere)).toMatchObject({ code: "login_incorrect" });
});

test("C07 S038 a username that somebody has is refused on its field, and may be chosen again", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const { browser, guid } = await granted(member, "username");
  expect(await putUsername(guid, browser, other.username.toUpperCase())).toMatchObject({
    httpStatus: 422,
    code: "username_taken",
    errors: [{ param: "new_username" }],
  });
  expect(await putUsername(guid, browser, "free.name.now")).toMatchObject({ status: true });
});

test("S024 C07 a refused password leaves the account and the grant as they were", async () => {
  const member = await world.makeMember({ dateOfBirth: "1980-06-02" });
  const { browser, guid } = await granted(member, "password");
  const before = await rowOf(member);
  for (const password of ["iloveyou1", "zzzzzzzzzzzz"]) {
    expect(await putPassword(guid, browser, password)).toMatchObject({
      code: "password_too_common",
      errors: [{ param: "new_password" }],
    });
  }
  for (const password of [`${member.username}!`, member.membershipNo, "June 02-06-1980"]) {
    expect(await putPassword(guid, browser, password)).toMatchObject({
      code: "password_is_personal",
      errors: [{ param: "new_password" }],
    });
  }
  expect(await rowOf(member)).toEqual(before);
  expect(await putPassword(guid, browser)).toMatchObject({ status: true });
});

test.each(["password", "username"] as const)(
  "S035 setting a %s needs its own, unused, fresh cookie: none, expired, used, other guid, other purpose",
  async (what) => {
    const [member, other] = [await world.makeMember(), await world.makeMember()];
    const wrongPurpose = what === "password" ? "username" : "password";
    const attempt = (guid: string, browser: Browser) =>
      what === "password"
        ? putPassword(guid, browser)
        : putUsername(guid, browser, `taken.by.${member.id}`);

    const { browser, guid } = await granted(member, what);
    const stolen = { ...newBrowser(), cookies: new Map(browser.cookies) };
    const before = await rowOf(member);
    expect(await attempt(guid, newBrowser())).toMatchObject(REFUSED);
    expect(await attempt(member.guid, browser)).toMatchObject(REFUSED);
    const foreign = await granted(other, what);
    expect(await attempt(foreign.guid, browser)).toMatchObject(REFUSED);
    expect(await attempt(guid, foreign.browser)).toMatchObject(REFUSED);
    const purpose = await granted(other, wrongPurpose);
    expect(await attempt(purpose.guid, purpose.browser)).toMatchObject(REFUSED);
    expect(await rowOf(member)).toEqual(before);

    // The clock has run on since: of the 600 seconds a slow machine has the last sixty.
    world.passSeconds(540);
    expect(await attempt(guid, browser)).toMatchObject({ status: true });
    const changed = await rowOf(member);
    expect(await attempt(guid, stolen)).toMatchObject(REFUSED);
    const late = await granted(member, what);
    world.passSeconds(601);
    expect(await attempt(late.guid, late.browser)).toMatchObject(REFUSED);
    expect(await rowOf(member)).toEqual(changed);
  },
);

test("S035 one grant used ten times at once is one change", async () => {
  const member = await world.makeMember();
  const { browser, guid } = await granted(member, "password");
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      putPassword(
        guid,
        { ...browser, cookies: new Map(browser.cookies) },
        `${NEW_PASSWORD} ${String(i)}`,
      ),
    ),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
});

/** Every row of the tables about a member, but for codes and the record. */
async function accountTables(): Promise<string> {
  return asAdmin(world.database.adminUrl, async (admin) => {
    const { rows } = await admin.query(`
      select m::text as row from member m union all select s::text from session s
      union all select d::text from device d union all select n::text from notification n
      union all select g::text from recovery_grant g`);
    return JSON.stringify(rows);
  });
}

test("S034 asking for a recovery changes nothing on the account", async () => {
  const member = await world.makeMember();
  await world.signIn(member);
  const before = await accountTables();
  await askPassword(member.username);
  await askUsername(member.membershipNo);
  expect(await accountTables()).toBe(before);
});

test("S033 known, unknown, without a number, suspended, without an account: one answer", async () => {
  const known = await world.makeMember();
  const members = [
    known,
    await world.makeMember({ mobileNumber: null }),
    await world.makeMember({ status: "suspended" }),
    await world.makeMember({ status: "suspended", accessClosedFor: "staff" }),
    await world.makeMember({ hasAccount: false }),
  ];
  const numbers = [...members.map(({ membershipNo }) => membershipNo), nobodys(1)];
  const names = [known.username, `nobody.${known.username.slice(7)}`];

  const shapeOf = async (ask: (browser: Browser) => ReturnType<typeof askPassword>) => {
    await world.app.db.deleteFrom("throttle").execute();
    const browser = newBrowser();
    const answer = await ask(browser);
    if (!answer.status) throw new Error(answer.message);
    const { guid, pinId, ...rest } = answer.result;
    const again = await ask(browser);
    const wrong: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      const tried = await enter(guid, pinId, "000000", browser);
      wrong.push(tried.status || [tried.httpStatus, tried.message]);
    }
    const resend = () => world.call(resendOtp, { body: { memberGuid: guid } }, browser);
    const early = await resend();
    world.passSeconds(301);
    const resent = await resend();
    return {
      keys: Object.keys(answer.result),
      delaySec: rest.delaySec,
      form: /^\+63\*{6}\d{4}$/.test(rest.mobileNumber),
      same:
        again.status &&
        JSON.stringify(again.result).length === JSON.stringify(answer.result).length,
      goesOn: again.status && again.result.pinId === pinId,
      wrong,
      early: early.status || [early.httpStatus, early.message],
      resent: resent.status && [
        resent.result.guid === guid,
        resent.result.mobileNumber === rest.mobileNumber,
      ],
      cookies: [...browser.cookies.keys()],
    };
  };
  const shapes = [];
  for (const number of numbers) {
    shapes.push(await shapeOf((browser) => askPassword(number, browser)));
    shapes.push(await shapeOf((browser) => askUsername(number, browser)));
  }
  for (const name of names) shapes.push(await shapeOf((browser) => askPassword(name, browser)));
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  expect(shapes[0]).toMatchObject({ form: true, goesOn: true, resent: [true, true] });
});

test("S033 the same person is not recognized by the guids, nor told from nobody", async () => {
  const member = await world.makeMember();
  const guidOf = async (answer: ReturnType<typeof askPassword>) => {
    const given = await answer;
    return given.status ? given.result.guid : "";
  };
  const guids = [
    member.guid,
    await guidOf(askPassword(member.username)),
    await guidOf(askPassword(member.membershipNo)),
    await guidOf(askUsername(member.membershipNo)),
    await guidOf(askPassword(nobodys(2))),
    await guidOf(askUsername(nobodys(2))),
  ];
  expect(new Set(guids).size).toBe(guids.length);
  expect(await guidOf(askPassword(member.username.toUpperCase()))).toBe(guids[1]);
});

test("S037 three an hour for one identifier, then no text, and the answer says so until the hour is over", async () => {
  const member = await world.makeMember();
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push((await askPassword(member.username)).status);
  expect(answers).toEqual([true, true, true, false]);
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(3);
  world.passSeconds(3601);
  expect(await askPassword(member.username)).toMatchObject({ status: true });
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(4);
});

test("S045 S050 a recovery's code is for its own purpose and browser", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const asked = await askUsername(member.membershipNo, browser);
  if (!asked.status) throw new Error(asked.message);
  const { guid, pinId } = asked.result;
  const pin = await world.codeFor(member);
  const refused = { httpStatus: 401, code: "otp_incorrect" };
  expect(await enter(guid, pinId, pin, newBrowser())).toMatchObject(refused);
  expect(await enter(member.guid, pinId, pin, browser)).toMatchObject(refused);
  expect(await enter(guid, crypto.randomUUID(), pin, browser)).toMatchObject(refused);
  expect(await enter(guid, pinId, pin, browser)).toMatchObject({ status: true, result: { guid } });
  expect(await putPassword(guid, browser)).toMatchObject(REFUSED);
});

test("S020 S036 S150 a new password takes the lock away and opens access that nobody used, never what staff closed", async () => {
  const locked = await world.makeMember();
  for (let i = 0; i < 3; i++) {
    const body = { username: locked.username, password: `wrong ${i}` };
    await world.call(login, { body }, newBrowser());
  }
  await world.app.db
    .updateTable("throttle")
    .set({ count: 100 })
    .where("scope", "=", "login_in_a_row")
    .execute();
  const recovered = await granted(locked, "password");
  expect(await putPassword(recovered.guid, recovered.browser)).toMatchObject({ status: true });
  await world.signIn({ ...locked, password: NEW_PASSWORD });

  const unused = await world.makeMember({ status: "suspended" });
  const back = await granted(unused, "password");
  await putPassword(back.guid, back.browser);
  await world.signIn({ ...unused, password: NEW_PASSWORD });

  const closed = await world.makeMember({ status: "suspended", accessClosedFor: "staff" });
  // Whoever has the phone changes nothing of what staff closed: no code goes out, and the answer is the same.
  const asking = [
    await askPassword(closed.username),
    await askPassword(closed.membershipNo),
    await askUsername(closed.membershipNo),
  ];
  expect(asking.map(({ status }) => status)).toEqual([true, true, true]);
  expect(await world.textsTo(closed.mobileNumber ?? "")).toEqual([]);
  expect(await rowOf(closed)).toMatchObject({ status: "suspended", access_closed_for: "staff" });
});

test("S045 a new password voids codes and grants that were open", async () => {
  const member = await world.makeMember();
  const waiting = newBrowser();
  const { username, password } = member;
  const signingIn = await world.call(login, { body: { username, password } }, waiting);
  if (!signingIn.status || !("pinId" in signingIn.result)) throw new Error("no code was sent");
  const loginCode = await world.codeFor(member);
  const rename = await granted(member, "username");
  const { browser, guid } = await granted(member, "password");
  await putPassword(guid, browser);
  expect(await enter(member.guid, signingIn.result.pinId, loginCode, waiting)).toMatchObject({
    code: "otp_incorrect",
  });
  expect(await putUsername(rename.guid, rename.browser, "too.late.now")).toMatchObject(REFUSED);
});
