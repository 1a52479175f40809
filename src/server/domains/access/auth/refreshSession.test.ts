import { afterAll, beforeAll, expect, test } from "vitest";
import { login, refreshSession } from "#contract/auth.ts";
import { getBalances, getDashboard } from "#contract/members.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, order } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

function look({ guid }: { guid: string }, browser: Browser) {
  return world.call(getBalances, { params: { guid } }, browser);
}

function lookAtAll({ guid }: { guid: string }, browser: Browser) {
  return world.call(getDashboard, { params: { guid } }, browser);
}

async function signInAgain({ username, password }: TestMember, browser: Browser): Promise<Browser> {
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status || !("token" in answer.result))
    throw new Error(`not signed in: ${answer.status ? "code" : answer.code}`);
  return { ...browser, token: answer.result.token };
}

async function refreshed(browser: Browser): Promise<Browser> {
  const answer = await world.call(refreshSession, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return { ...browser, token: answer.result.token };
}

test("T40 a refreshed token replaces the old one, which works for a minute after the first use of the new", async () => {
  const member = await world.makeMember();
  const old = await world.signIn(member);
  const fresh = await refreshed(old);
  expect(fresh.token).not.toBe(old.token);
  expect(Buffer.from(fresh.token ?? "", "base64url")).toHaveLength(32);
  expect(await look(member, fresh)).toMatchObject({ status: true });
  expect(await look(member, old)).toMatchObject({ status: true });
  world.passSeconds(61);
  expect(await look(member, old)).toMatchObject({ message: "Invalid Token" });
  expect(await look(member, fresh)).toMatchObject({ status: true });
});

test("F03 T40 a refresh whose answer was lost is asked again, and no call under way is refused", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const lost = await refreshed(browser);
  world.passSeconds(200);
  expect(await look(member, browser)).toMatchObject({ status: true });
  expect(await lookAtAll(member, browser)).toMatchObject({ status: true });
  const again = await refreshed(browser);
  expect(again.token).toBe(lost.token);
  const [one, other] = await Promise.all([refreshed(again), refreshed(again)]);
  expect(one.token).toBe(other.token);
  expect(await look(member, again)).toMatchObject({ status: true });
  expect(await look(member, one)).toMatchObject({ status: true });
  // Replaced twice: it is nobody's any more.
  expect(await look(member, browser)).toMatchObject({ message: "Invalid Token" });
});

test("F03 T40 the dashboard alone, and an order alone, end the token before by being asked with the new one", async () => {
  const member = await world.makeMember({ savings: 1_000_00n, card: {} });
  const old = await world.signIn(member);
  const fresh = await refreshed(old);
  const neighbour = await world.makeMember();
  const others = await world.signIn(neighbour);
  const seen = await Promise.all([lookAtAll(member, fresh), lookAtAll(neighbour, others)]);
  expect(seen).toEqual(Array(2).fill(expect.objectContaining({ status: true })));
  expect(await lookAtAll(member, old)).toMatchObject({ status: true });
  world.passSeconds(61);
  expect(await lookAtAll(member, old)).toMatchObject({ message: "Invalid Token" });
  expect(await lookAtAll(member, fresh)).toMatchObject({ status: true });

  const wanted = { amount: 100_00n };
  const approval = await approve(world, member, fresh, wanted);
  const newest = await refreshed(fresh);
  const ordered = await order(world, member, newest, wanted, approval, "after-a-refresh");
  expect(ordered).toMatchObject({ status: true });
  world.passSeconds(61);
  expect(await lookAtAll(member, fresh)).toMatchObject({ message: "Invalid Token" });
  expect(await lookAtAll(member, newest)).toMatchObject({ status: true });
});

test("T40 another session's token has another successor", async () => {
  const member = await world.makeMember();
  const first = await world.signIn(member);
  const second = await signInAgain(member, first);
  expect((await refreshed(first)).token).not.toBe((await refreshed(second)).token);
});
