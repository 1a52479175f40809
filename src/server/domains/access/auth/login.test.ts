import { afterAll, beforeAll, expect, test } from "vitest";
import { login, logout, refreshSession } from "#contract/auth.ts";
import { getProfile } from "#contract/members.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("A11 T01 a new browser signs in with password and code, a known one with the password alone", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const { username, password } = member;

  const first = await world.call(login, { body: { username, password } }, browser);
  expect(first).toMatchObject({ status: true, result: { guid: member.guid, delaySec: 300 } });
  expect(first.status && first.result).not.toHaveProperty("token");

  await world.signIn(member, browser);
  const again = await world.call(login, { body: { username, password } }, browser);
  expect(again).toMatchObject({ status: true, result: { guid: member.guid } });
  expect(again.status && "token" in again.result && again.result.token).toMatch(/^[\w-]{43}$/);
});

test("W02 T40 T12 the profile opens only for its caller; a session is refreshed and ended", async () => {
  const member = await world.makeMember({ savings: 100_00n });
  const browser = await world.signIn(member);
  const params = { guid: member.guid };

  const profile = await world.call(getProfile, { params }, browser);
  expect(profile).toMatchObject({ status: true, result: { username: member.username } });
  const raw = await world.callRaw(getProfile, { params }, browser);
  expect(raw.body["result"]).toMatch(/^mfe1\./);

  const refreshed = await world.call(refreshSession, {}, browser);
  if (!refreshed.status) throw new Error(refreshed.message);
  browser.token = refreshed.result.token;
  expect(await world.call(logout, {}, browser)).toMatchObject({ status: true });
  expect(await world.call(getProfile, { params }, browser)).toMatchObject({
    status: false,
    httpStatus: 401,
    message: "Invalid Token",
  });
});
