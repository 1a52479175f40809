import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { login, logout } from "#contract/auth.ts";
import { getBalances } from "#contract/members.ts";
import { makeToken } from "#server/platform/base/tokens.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let twin: Awaited<ReturnType<World["makeTwin"]>>;
beforeAll(async () => {
  world = await makeWorld();
  twin = await world.makeTwin();
});
afterAll(() => world.close());

const OTHER_DEVICE = "You have been logout because you login on another device.";

type Ended = { guid: string; browser: Browser; message: string };

const suspend = (id: bigint) =>
  world.app.db
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "inactivity" })
    .where("id", "=", id)
    .execute();

/** A browser for every way in which a session can be over or none, and what it must hear. */
async function endedSessions(): Promise<Record<string, Ended>> {
  const signedIn = async () => {
    const member = await world.makeMember({ savings: 100_00n });
    return { member, guid: member.guid, browser: await world.signIn(member) };
  };
  const old = await signedIn();
  for (let minutes = 0; minutes < 8 * 60; minutes += 5) {
    world.passSeconds(300);
    // As an active member's session.
    await world.app.db
      .updateTable("session")
      .set({ last_active_at: world.app.now() })
      .where("member_id", "=", old.member.id)
      .execute();
  }
  const idle = await signedIn();
  world.passSeconds(400);
  const [replaced, left, suspended, a, b] = [
    await signedIn(),
    await signedIn(),
    await signedIn(),
    await signedIn(),
    await signedIn(),
  ];
  await world.signIn(replaced.member);
  await world.call(logout, {}, { ...left.browser, cookies: new Map(left.browser.cookies) });
  await suspend(suspended.member.id);
  const elsewhere = await makeWorld();
  const stranger = await elsewhere.signIn(await elsewhere.makeMember());
  await elsewhere.close();
  const random = makeToken(systemRandom);
  const invalid = { guid: a.guid, message: "Invalid Token" };
  return {
    "replaced by another device": { ...replaced, message: OTHER_DEVICE },
    "logged out": { ...left, message: "Session Expired" },
    suspended: { ...suspended, message: "Session Expired" },
    idle: { ...idle, message: "Session Expired" },
    "eight hours old": { ...old, message: "Token Expired" },
    "another bank's": { ...invalid, browser: stranger },
    "nobody's": { ...invalid, browser: { ...a.browser, token: random } },
    "no token": { ...invalid, browser: { ...a.browser, token: undefined } },
    "no cookie": { ...invalid, browser: { ...a.browser, cookies: new Map() } },
    "a cookie of somebody else": {
      ...invalid,
      browser: { ...a.browser, cookies: b.browser.cookies },
    },
    "a malformed token": {
      ...invalid,
      browser: { ...a.browser, token: "not-a-token" },
      message: "Token Error",
    },
  };
}

test("S055 S059 on every signed-in call and every process, each end of a session is told in its own words", async () => {
  const ended = await endedSessions();
  const said = new Set<string>();
  for (const endpoint of api.filter(({ access }) => access === "member")) {
    for (const [what, { guid, browser, message }] of Object.entries(ended)) {
      for (const process of [world, twin]) {
        const answer = await process.send(
          {
            method: endpoint.method,
            url: `/api${endpoint.path.replace("{guid}", guid).replaceAll(/\{\w+\}/g, "A1")}`,
            headers: {
              "content-type": "application/json",
              "idempotency-key": "0123456789",
              ...(browser.token !== undefined && { authorization: `Bearer ${browser.token}` }),
            },
            ...(endpoint.method === "POST" && { body: "{}" }),
          },
          { ...browser, cookies: new Map(browser.cookies) },
        );
        const heard = [answer.httpStatus, answer.body["message"]];
        expect([endpoint.name, what, ...heard]).toEqual([endpoint.name, what, 401, message]);
        said.add(message);
      }
    }
  }
  expect(said.size).toBe(5);
});

test("S062 who loses access is out on every process with the very next call", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const look = (process: Pick<World, "call">) =>
    process.call(getBalances, { params: { guid: member.guid } }, browser);
  expect(await look(twin)).toMatchObject({ status: true });
  await suspend(member.id);
  for (const process of [twin, world]) {
    expect(await look(process)).toMatchObject({ httpStatus: 401, message: "Session Expired" });
  }
});

test("S026 ten thousand tokens are all different, and each of their bytes is any byte", () => {
  const tokens = Array.from({ length: 10_000 }, () => makeToken(systemRandom));
  expect(new Set(tokens).size).toBe(10_000);
  // No part of one is a part of another: not its beginning, middle or end.
  for (const from of [0, 16, 32]) {
    expect(new Set(tokens.map((token) => token.slice(from, from + 11))).size).toBe(10_000);
  }
  const counts = Array.from({ length: 256 }, () => 0);
  for (const token of tokens) {
    const bytes = Buffer.from(token, "base64url");
    expect(bytes).toHaveLength(32);
    for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  }
  const expected = (10_000 * 32) / 256;
  const chiSquare = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  // 255 degrees of freedom: 377 and more once in a million runs.
  expect(chiSquare).toBeLessThan(377);
});

test("S026 each sign-in has a token of its own, and no part of it is in the database", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const { username, password } = member;
  const tokens = new Set([browser.token]);
  for (let i = 0; i < 4; i++) {
    const answer = await world.call(login, { body: { username, password } }, browser);
    if (answer.status && "token" in answer.result) tokens.add(answer.result.token);
  }
  expect(tokens.size).toBe(5);
  const { rows } = await world.app.pool.query<{ kept: string }>(
    "select string_agg(s::text, ' ') as kept from session s where member_id = $1",
    [member.id],
  );
  for (const token of tokens) {
    const bytes = Buffer.from(token ?? "", "base64url");
    expect(rows[0]?.kept).not.toContain(token);
    expect(rows[0]?.kept).not.toContain(bytes.toString("hex").slice(0, 16));
  }
});

test("S061 what a browser brought before the sign-in is no session and no device after it", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const planted = makeToken(systemRandom);
  for (const name of ["sid", "stage", "dev"]) browser.cookies.set(name, planted);
  await world.signIn(member, browser);
  expect(browser.cookies.get("sid")).not.toBe(planted);
  expect(browser.cookies.has("stage")).toBe(false);
  const thief = { ...newBrowser(), cookies: new Map([["sid", planted]]), token: browser.token };
  const params = { guid: member.guid };
  expect(await world.call(getBalances, { params }, thief)).toMatchObject({ httpStatus: 401 });
});
