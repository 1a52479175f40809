import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { login, logout, refreshSession, verifyOtp } from "#contract/auth.ts";
import { getBalances, getProfile } from "#contract/members.ts";
import { readNotifications } from "#contract/notifications.ts";
import { startSession } from "./startSession.ts";
import { transact } from "#server/db/db.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const OTHER_DEVICE = "You have been logout because you login on another device.";

function look({ guid }: { guid: string }, browser: Browser) {
  return world.call(getBalances, { params: { guid } }, browser);
}

async function signInAgain({ username, password }: TestMember, browser: Browser): Promise<Browser> {
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status || !("token" in answer.result))
    throw new Error(`not signed in: ${answer.status ? "code" : answer.code}`);
  return { ...browser, token: answer.result.token };
}

const deviceCookies = (cookies: Map<string, string>) =>
  [...cookies].filter(([name]) => name.startsWith("dev"));

test("S026 a token has 256 random bits and is kept as a hash", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  expect(Buffer.from(browser.token ?? "", "base64url")).toHaveLength(32);
  const { rows } = await world.app.pool.query(
    "select session::text, device::text from session, device",
  );
  for (const secret of [browser.token, ...browser.cookies.values()]) {
    expect(JSON.stringify(rows)).not.toContain(
      Buffer.from(secret ?? "", "base64url").toString("hex"),
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

test("S027 signing in elsewhere ends the first session with the exact words; a second tab stays", async () => {
  const member = await world.makeMember();
  const first = await world.signIn(member);
  const tab = await signInAgain(member, first);
  expect(await look(member, { ...first })).toMatchObject({ status: true });
  expect(await look(member, tab)).toMatchObject({ status: true });

  const elsewhere = await world.signIn(member);
  expect(await look(member, first)).toMatchObject({ httpStatus: 401, message: OTHER_DEVICE });
  expect(await look(member, tab)).toMatchObject({ httpStatus: 401, message: OTHER_DEVICE });
  expect(await look(member, elsewhere)).toMatchObject({ status: true });
});

test("S027 of twenty sign-ins at once exactly one session stays", async () => {
  const member = await world.makeMember();
  // One after the other: the codes of three at once arrive on one phone in any order.
  const devices = [
    await world.signIn(member),
    await world.signIn(member),
    await world.signIn(member),
  ];
  const signIns = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => {
      const { cookies } = devices[i % 3] ?? newBrowser();
      return signInAgain(member, { ...newBrowser(), cookies: new Map(deviceCookies(cookies)) });
    }),
  );
  // A device has three tries at once, right or wrong: one that comes on top of them is sent away.
  const sessions = signIns.flatMap((done) => (done.status === "fulfilled" ? [done.value] : []));
  const refusals = signIns.flatMap((done) => (done.status === "rejected" ? [done.reason] : []));
  for (const why of refusals) expect(String(why)).toContain("login_suspended");
  expect(sessions.length).toBeGreaterThan(5);
  const answers = await Promise.all(sessions.map((browser) => look(member, browser)));
  expect(answers.filter((answer) => answer.status)).toHaveLength(1);
});

test("S027 S058 a browser keeps five sessions of a member, the newest; the oldest tab ends", async () => {
  const member = await world.makeMember();
  const tabs = [await world.signIn(member)];
  const browser = tabs[0] ?? newBrowser();
  for (let i = 1; i < 7; i++) tabs.push(await signInAgain(member, browser));
  const answers = await Promise.all(tabs.map((tab) => look(member, { ...tab })));
  expect(answers.map(({ status }) => status)).toEqual([false, false, ...Array(5).fill(true)]);
});

test("S027 S058 however many sessions a member had, signing in elsewhere and out still ends them", async () => {
  const member = await world.makeMember();
  const plant = () =>
    world.app.pool.query(
      `insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
        select member_id, device_id, sha256(gen_random_uuid()::text::bytea), cookie_hash, started_at, last_active_at
        from (select * from session where member_id = $1 and ended_at is null limit 1) s, generate_series(1, 1500)`,
      [member.id],
    );
  await world.signIn(member);
  await plant();
  const elsewhere = await world.signIn(member);
  await plant();
  expect(await world.call(logout, {}, elsewhere)).toMatchObject({ status: true });
  const { rows } = await world.app.pool.query(
    "select 1 from session where member_id = $1 and ended_at is null",
    [member.id],
  );
  expect(rows).toEqual([]);
});

test("S027 a session that ran out does not lend its cookie to the next", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const before = browser.cookies.get("sid");
  world.passSeconds(9 * 3600);
  await signInAgain(member, browser);
  expect(browser.cookies.get("sid")).not.toBe(before);
});

test("F09 F10 F11 S055 no, malformed, unknown and ended tokens are refused on every signed-in call", async () => {
  const member = await world.makeMember();
  const ended = await world.signIn(member);
  await world.call(logout, {}, { ...ended, cookies: new Map(ended.cookies) });
  const tokens: Record<string, string | undefined> = {
    none: undefined,
    malformed: "Bearer x",
    unknown: `Bearer ${"A".repeat(43)}`,
    basic: "Basic bWU6bWU=",
    ended: `Bearer ${ended.token}`,
  };
  const wording: Record<string, string> = {
    none: "Invalid Token",
    malformed: "Token Error",
    unknown: "Invalid Token",
    basic: "Token Error",
    ended: "Session Expired",
  };
  for (const endpoint of api.filter(({ access }) => access === "member")) {
    for (const [kind, authorization] of Object.entries(tokens)) {
      const path = endpoint.path.replace("{guid}", member.guid).replace("{refNo}", "A1");
      const { httpStatus, body } = await world.send(
        {
          method: endpoint.method,
          url: `/api${path}`,
          headers: {
            "idempotency-key": "0123456789",
            "content-type": "application/json",
            ...(authorization !== undefined && { authorization }),
          },
          ...(endpoint.method === "POST" && { body: "{}" }),
        },
        { ...ended, cookies: new Map(ended.cookies) },
      );
      expect([endpoint.name, kind, httpStatus]).toEqual([endpoint.name, kind, 401]);
      expect([kind, body["message"]]).toEqual([kind, wording[kind]]);
    }
  }
});

test("S056 reading does not keep a session alive, acting does, and time ends it", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  world.passSeconds(300);
  expect(await look(member, browser)).toMatchObject({ status: true });
  const read = await world.call(
    readNotifications,
    { params, body: { notification_ids: [] } },
    browser,
  );
  expect(read).toMatchObject({ status: true });
  world.passSeconds(300);
  expect(await look(member, browser)).toMatchObject({ status: true });
  world.passSeconds(65);
  expect(await look(member, browser)).toMatchObject({
    httpStatus: 401,
    message: "Session Expired",
  });
});

test("S057 no session lives longer than eight hours", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  for (let hour = 0; hour < 8 * 3600 - 300; hour += 300) {
    world.passSeconds(300);
    const refreshed = await world.call(refreshSession, {}, browser);
    if (!refreshed.status) throw new Error(refreshed.message);
    browser.token = refreshed.result.token;
  }
  world.passSeconds(301);
  expect(await look(member, browser)).toMatchObject({ httpStatus: 401, message: "Token Expired" });
});

test("S063 the profile tells of the sign-in before this one", async () => {
  const member = await world.makeMember();
  const profile = async (browser: Browser) => {
    const answer = await world.call(getProfile, { params: { guid: member.guid } }, browser);
    return answer.status ? answer.result.dateLastLogin : answer.message;
  };
  const firstAt = world.app.now();
  const browser = await world.signIn(member);
  expect(await profile(browser)).toBe("");
  world.passSeconds(86_400);
  const again = await signInAgain(member, browser);
  const seen = new Date(await profile(again)).getTime() - firstAt.getTime();
  expect(seen).toBeGreaterThanOrEqual(0);
  expect(seen).toBeLessThan(86_400_000);
});

test("S059 half a session is none: token alone, cookie alone, and a mixed pair are refused", async () => {
  const [a, b] = [await world.makeMember(), await world.makeMember()];
  const [first, second] = [await world.signIn(a), await world.signIn(b)];
  const invalid = { httpStatus: 401, message: "Invalid Token" };
  expect(await look(a, { ...first, cookies: new Map() })).toMatchObject(invalid);
  expect(await look(a, { ...first, token: undefined })).toMatchObject(invalid);
  expect(await look(a, { ...first, cookies: second.cookies })).toMatchObject(invalid);
});

test("S005 S061 cookies are HttpOnly and strict, and the sign-in's own is gone after it", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const { username, password } = member;
  const asked = await world.callRaw(login, { body: { username, password } }, browser);
  expect(asked.setCookies).toEqual([
    expect.stringMatching(/^stage=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const planted = {
    ...newBrowser(),
    cookies: new Map([
      ["stage", "x".repeat(43)],
      ["sid", "y".repeat(43)],
    ]),
  };
  await world.signIn(member, browser);
  expect([...browser.cookies.keys()].toSorted()).toEqual([
    expect.stringMatching(/^dev-[\w-]{11}$/),
    "sid",
  ]);
  world.passSeconds(301);
  await world.signIn(member, planted);
  expect(planted.cookies.get("sid")).not.toBe("y".repeat(43));
});

test("S058 logging out ends the session for good and has the browser forget what it read", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const before = { ...browser, cookies: new Map(browser.cookies) };
  const read = await world.callRaw(getBalances, { params: { guid: member.guid } }, browser);
  // Not kept by any cache, the one that Back looks into included.
  expect(read.headers["cache-control"]).toBe("no-store");

  const out = await world.callRaw(logout, {}, browser);
  expect(out.httpStatus).toBe(200);
  // Not "cookies" and "storage": the device stays known, the preferences stay.
  expect(out.headers["clear-site-data"]).toBe('"cache"');
  expect(out.setCookies).toEqual([
    expect.stringMatching(/^sid=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  expect(deviceCookies(browser.cookies)).toHaveLength(1);
  expect(await look(member, before)).toMatchObject({ httpStatus: 401 });
  expect(await world.call(refreshSession, {}, before)).toMatchObject({ httpStatus: 401 });
});

test("S030 a device's secret is ours: one that somebody planted is never taken over", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const [first] = deviceCookies(browser.cookies);
  const name = first?.[0] ?? "";
  const planted = "p".repeat(43);
  const victim = await world.makeMember();
  const trap = newBrowser();
  for (const each of [name, "dev"]) trap.cookies.set(each, planted);
  await world.signIn(victim, trap);
  const attacker = newBrowser();
  for (const [each] of trap.cookies) attacker.cookies.set(each, planted);
  const { username, password } = victim;
  const answer = await world.call(login, { body: { username, password } }, attacker);
  expect(answer).toMatchObject({ status: true, result: { pinId: expect.any(String) } });
  const ours = deviceCookies(trap.cookies).filter(([, value]) => value !== planted);
  expect(ours).toHaveLength(1);
  expect(ours[0]?.[0]).not.toBe(name);
  expect(ours[0]?.[1]).not.toBe(first?.[1]);
});

test("S030 members of one browser have a secret each, and both stay known there", async () => {
  const [first, second] = [await world.makeMember(), await world.makeMember()];
  const browser = await world.signIn(first);
  await world.signIn(second, { ...browser, token: undefined });
  const secrets = deviceCookies(browser.cookies);
  expect(new Set(secrets.map(([name]) => name)).size).toBe(2);
  expect(new Set(secrets.map(([, value]) => value)).size).toBe(2);
  await signInAgain(first, browser);
  await signInAgain(second, browser);
});

test("S030 a device that was not seen for a year is a stranger again", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  world.passSeconds(366 * 86_400);
  const { username, password } = member;
  expect(await world.call(login, { body: { username, password } }, browser)).toMatchObject({
    result: { pinId: expect.any(String) },
  });
  await world.signIn(member, { ...browser, token: undefined });
  await signInAgain(member, browser);
});

test.each(["suspended", "cancelled"] as const)(
  "S062 a member whose access is %s is signed out at once, and no sign-in under way brings them back",
  async (status) => {
    const member = await world.makeMember();
    const browser = await world.signIn(member);
    const waiting = newBrowser();
    const { username, password } = member;
    const asked = await world.call(login, { body: { username, password } }, waiting);
    if (!asked.status || !("pinId" in asked.result)) throw new Error("no code was sent");
    const pin = await world.codeFor(member);
    const setStatus = (to: typeof status | "active") =>
      world.app.db
        .updateTable("member")
        .set({ status: to, access_closed_for: to === "active" ? null : "inactivity" })
        .where("id", "=", member.id)
        .execute();
    await setStatus(status);
    expect(await look(member, browser)).toMatchObject({
      httpStatus: 401,
      message: "Session Expired",
    });
    const body = { memberGuid: member.guid, pinId: asked.result.pinId, pin };
    expect(await world.call(verifyOtp, { body }, waiting)).toMatchObject({ status: false });
    await expect(
      transact(world.app.db, (tx) => startSession(tx, world.app, member, strangeBrowser)),
    ).rejects.toMatchObject({ code: `access_${status}` });
    await setStatus("active");
    expect(await look(member, browser)).toMatchObject({ httpStatus: 401 });
  },
);

const strangeBrowser = {
  source: "127.0.0.1",
  headers: {},
  correlationId: "test",
  cookies: {},
  setCookie: () => undefined,
};
