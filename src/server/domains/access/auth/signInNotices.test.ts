import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { getNotifications } from "#contract/notifications.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S029 a new device is told to the member, in the portal and by text", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toMatch(/signed in on a new device/);
  const list = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  expect(list.status && Object.values(list.results)).toMatchObject([{ read: 0 }]);
});

test("S029 wrong passwords from elsewhere are told at the next sign-in, once", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const { username } = member;
  await world.call(login, { body: { username, password: "a wrong one" } }, newBrowser());
  await world.signIn(member, { ...newBrowser(), cookies: browser.cookies });
  const told = /tried to sign in to your account with wrong passwords/;
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toMatch(told);
  const again = await world.signIn(member, { ...newBrowser(), cookies: browser.cookies });
  const list = await world.call(getNotifications, { params: { guid: member.guid } }, again);
  const messages = list.status ? Object.values(list.results).map(({ message }) => message) : [];
  expect(messages.filter((message) => told.test(message))).toHaveLength(1);
});
