import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import { getDashboard } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import {
  type Device,
  forgetDevice,
  getDevices,
  renameDevice,
  signOutDevice,
  signOutElsewhere,
} from "#contract/safety.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { forgetBrowser } from "#server/domains/access/auth/endSessions.ts";
import { transact } from "#server/db/db.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const PHONE = "Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36";
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";

/** A member with an older phone and the laptop in which they are signed in now. */
async function enter() {
  const member = await world.makeMember();
  const phone = await world.signIn(member, { ...newBrowser(), userAgent: PHONE });
  world.passSeconds(60);
  const laptop = await world.signIn(member, { ...newBrowser(), userAgent: LAPTOP });
  return { member, phone, laptop };
}

const own = (member: TestMember) => ({ params: { guid: member.guid } });

async function devicesOf(member: TestMember, browser: Browser): Promise<Device[]> {
  const answer = await world.call(getDevices, own(member), browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function idOf(member: TestMember, browser: Browser, ofBrowser: string): Promise<string> {
  const found = (await devicesOf(member, browser)).find((one) => one.browser === ofBrowser);
  if (found === undefined) throw new Error(`no ${ofBrowser} is known`);
  return found.id;
}

/** What a sign-in in this browser is answered with. */
async function signIn({ username, password }: TestMember, browser: Browser) {
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status) return answer.code;
  return "token" in answer.result ? "signed_in" : "code_sent";
}

const isIn = async (member: TestMember, browser: Browser) =>
  (await world.call(getDashboard, own(member), browser)).status;

test("S221 each known browser is listed by what it said of itself, with first and last use, this one first", async () => {
  const { member, laptop } = await enter();
  expect(await devicesOf(member, laptop)).toEqual([
    {
      id: expect.any(String),
      name: "",
      browser: "Firefox",
      system: "Windows",
      firstUsedAt: expect.stringMatching(/^2026-11-21T02:/),
      lastUsedAt: expect.stringMatching(/^2026-11-21T02:/),
      place: "here",
      isThis: true,
      isSignedIn: true,
    },
    expect.objectContaining({
      browser: "Chrome",
      system: "Android",
      place: "here",
      isThis: false,
      // One device at a time: the laptop's sign-in ended the phone's session.
      isSignedIn: false,
    }),
  ]);
  const { rows } = await world.app.pool.query<{ kept: string }>(
    "select row_to_json(d)::text as kept from device d",
  );
  expect(rows.some(({ kept }) => kept.includes("Mozilla"))).toBe(false);
});

test("S221 the text and the notice of a new device name the browser, in the member's language", async () => {
  const { member, laptop } = await enter();
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toContain(
    "signed in on a new device: Firefox on Windows.",
  );
  const headers = { "accept-language": "fil" };
  const list = await world.call(getNotifications, own(member), laptop, { headers });
  const messages = list.status ? Object.values(list.results).map(({ message }) => message) : [];
  expect(messages.join()).toContain("Firefox sa Windows");
});

test("S221 a device takes the name the member gives it, and its own again when that is emptied", async () => {
  const { member, laptop } = await enter();
  const deviceId = await idOf(member, laptop, "Chrome");
  const rename = (name: string) =>
    world.call(renameDevice, { params: { guid: member.guid, deviceId }, body: { name } }, laptop);
  const name = async () =>
    (await devicesOf(member, laptop)).find(({ id }) => id === deviceId)?.name;
  expect(await rename("  Telepono ni Ñaña  ")).toMatchObject({ status: true });
  expect(await name()).toBe("Telepono ni Ñaña");
  // The sign-in after it keeps the name.
  expect(await rename("")).toMatchObject({ status: true });
  expect(await name()).toBe("");
});

test.each([
  ["a name longer than 40 letters", "x".repeat(41)],
  ["a huge name", "x".repeat(100_000)],
  ["a name with a line break", "My\nphone"],
  ["a name with what cannot be seen", "My\u202Ephone"],
])("S224 %s is refused on its field, and nothing changes", async (_, name) => {
  const { member, laptop } = await enter();
  const deviceId = await idOf(member, laptop, "Chrome");
  const input = { params: { guid: member.guid, deviceId }, body: { name } };
  const { httpStatus } = await world.callRaw(renameDevice, input, laptop);
  expect([413, 422]).toContain(httpStatus);
  expect((await devicesOf(member, laptop))[1]?.name).toBe("");
});

test("S224 markup in the header or the name stays text, and no part of the header is kept", async () => {
  const member = await world.makeMember();
  const markup = "<img src=x onerror=alert(1)> Firefox/1 \"'; drop table device; --";
  const browser = await world.signIn(member, { ...newBrowser(), userAgent: markup });
  const [device] = await devicesOf(member, browser);
  expect(device).toMatchObject({ browser: "Firefox", system: "" });
  const name = "<b>my</b> phone";
  const params = { guid: member.guid, deviceId: device?.id ?? "" };
  await world.call(renameDevice, { params, body: { name } }, browser);
  const { headers, body } = await world.callRaw(getDevices, own(member), browser);
  expect(headers).toMatchObject({ "content-type": expect.stringContaining("application/json") });
  expect(body).toMatchObject({ result: [{ name }] });
});

test("S222 a forgotten device asks for a code again, its session ends at once, and the member is told, also by text", async () => {
  const { member, phone, laptop } = await enter();
  const params = { guid: member.guid, deviceId: await idOf(member, laptop, "Chrome") };
  expect(await world.call(forgetDevice, { params }, laptop)).toMatchObject({
    status: true,
    result: { isThisSignedOut: false },
  });
  expect((await devicesOf(member, laptop)).map(({ browser }) => browser)).toEqual(["Firefox"]);
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toContain(
    "a device was removed from your account: Chrome on Android.",
  );
  // Again is fine, and told no second time.
  expect(await world.call(forgetDevice, { params }, laptop)).toMatchObject({ status: true });
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("was removed"))).toHaveLength(1);
  expect(await isIn(member, laptop)).toBe(true);
  expect(await signIn(member, { ...phone, token: undefined })).toBe("code_sent");
});

test("S222 forgetting the device at hand signs it out: token, cookie and cache are gone", async () => {
  const { member, laptop } = await enter();
  const params = { guid: member.guid, deviceId: await idOf(member, laptop, "Firefox") };
  const before = { ...laptop, cookies: new Map(laptop.cookies) };
  const answer = await world.callRaw(forgetDevice, { params }, laptop);
  expect(answer.body).toMatchObject({ result: { isThisSignedOut: true } });
  expect(answer.headers["clear-site-data"]).toContain("cache");
  expect(answer.setCookies.join()).toMatch(/sid=;|sid=$/);
  expect(await isIn(member, before)).toBe(false);
  expect(await signIn(member, { ...before, token: undefined })).toBe("code_sent");
});

test("S222 a device that is signed out stays known", async () => {
  const { member, laptop } = await enter();
  const params = { guid: member.guid, deviceId: await idOf(member, laptop, "Firefox") };
  expect(await world.call(signOutDevice, { params }, { ...laptop })).toMatchObject({
    result: { isThisSignedOut: true },
  });
  expect(await isIn(member, laptop)).toBe(false);
  expect(await signIn(member, { ...laptop, token: undefined })).toBe("signed_in");
});

test("S222 'sign out everywhere else' leaves this browser alone: others are unknown, codes that wait elsewhere are void", async () => {
  const { member, phone, laptop } = await enter();
  const thief = newBrowser();
  const { username, password } = member;
  const asked = await world.call(login, { body: { username, password } }, thief);
  if (!asked.status || !("pinId" in asked.result)) throw new Error("no code was sent");
  const pin = await world.codeFor(member);

  expect(await world.call(signOutElsewhere, own(member), laptop)).toMatchObject({
    status: true,
    result: { forgotten: 1 },
  });
  const body = { memberGuid: member.guid, pinId: asked.result.pinId, pin };
  expect(await world.call(verifyOtp, { body }, thief)).toMatchObject({ code: "otp_incorrect" });
  expect(await isIn(member, laptop)).toBe(true);
  expect((await devicesOf(member, laptop)).map(({ isThis }) => isThis)).toEqual([true]);
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toContain(
    "all other devices were signed out",
  );
  expect(await signIn(member, { ...phone, token: undefined })).toBe("code_sent");
});

test("S223 another member's device is answered like one that nobody has, and stays as it is", async () => {
  const [mine, theirs] = [await enter(), await enter()];
  const deviceId = await idOf(theirs.member, theirs.laptop, "Chrome");
  const deeds = [
    [renameDevice, { body: { name: "Mine" } }],
    [signOutDevice, {}],
    [forgetDevice, {}],
  ] as const;
  for (const [deed, more] of deeds) {
    const answers = await Promise.all(
      [deviceId, crypto.randomUUID()].map(async (id) => {
        const params = { guid: mine.member.guid, deviceId: id };
        const { httpStatus, body } = await world.callRaw(deed, { params, ...more }, mine.laptop);
        return { httpStatus, body: { ...body, correlationId: "" } };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.httpStatus).toBe(404);
    // Under the other's guid: not found as well.
    const params = { guid: theirs.member.guid, deviceId };
    const { httpStatus } = await world.callRaw(deed, { params, ...more }, mine.laptop);
    expect(httpStatus).toBe(404);
  }
  expect(await devicesOf(theirs.member, theirs.laptop)).toHaveLength(2);
  expect(await isIn(theirs.member, theirs.laptop)).toBe(true);
});

test("S223 a stolen token without its cookie forgets nothing", async () => {
  const { member, laptop } = await enter();
  const deviceId = await idOf(member, laptop, "Chrome");
  const stolen: Browser = { ...newBrowser(), token: laptop.token, guid: member.guid };
  const params = { guid: member.guid, deviceId };
  for (const [call, input] of [
    [forgetDevice, { params }],
    [signOutDevice, { params }],
    [signOutElsewhere, own(member)],
  ] as const) {
    expect(await world.callRaw(call, input, stolen)).toMatchObject({
      httpStatus: 401,
      body: { message: "Invalid Token" },
    });
  }
  expect(await devicesOf(member, laptop)).toHaveLength(2);
});

test("S223 a call of a session that is ended while it waits for the member's row changes nothing", async () => {
  const { member, laptop } = await enter();
  const [thisOne, other] = await devicesOf(member, laptop);
  const params = { guid: member.guid, deviceId: other?.id ?? "" };
  const waiting = await transact(world.app.db, async (tx) => {
    const at = await holdMember(tx, world.app, member.id);
    const call = world.call(forgetDevice, { params }, laptop);
    // It has been let in, and now waits for the row that is held here.
    await expect
      .poll(async () => {
        const { rows } = await world.app.pool.query<{ waiting: boolean }>(
          "select exists (select from pg_locks where not granted and locktype in ('transactionid', 'tuple')) as waiting",
        );
        return rows[0]?.waiting;
      })
      .toBe(true);
    const reason = "revoked" as const;
    await forgetBrowser(tx, { memberId: member.id, deviceId: thisOne?.id ?? "", at, reason });
    return { call };
  });
  expect(await waiting.call).toMatchObject({ status: false, httpStatus: 401 });
  const { forgotten_at } = await world.app.db
    .selectFrom("device")
    .select("forgotten_at")
    .where("id", "=", params.deviceId)
    .executeTakeFirstOrThrow();
  expect(forgotten_at).toBeNull();
});
