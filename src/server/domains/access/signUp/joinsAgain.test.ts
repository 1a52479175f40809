import { afterAll, beforeAll, expect, test } from "vitest";
import { newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode, freshName, SIGN_UP_PASSWORD } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test.each([
  ["whose access was cancelled joins again, and pays no new payee for a day", "cancelled", true],
  ["who is new joins, and pays whom he wants", "active", false],
] as const)("E02 S036 a member %s", async (_, status, isPaused) => {
  const member = await world.makeMember({ hasAccount: false, status });
  const browser = newBrowser();
  const username = freshName();
  const told = await startSignUp(world, member.membershipNo, { username }, browser);
  const pin = await world.codeFor(member);
  expect(await enterCode(world, told, pin, browser)).toMatchObject({ status: true });
  await world.signIn({ ...member, username, password: SIGN_UP_PASSWORD }, browser);
  // There is money from before, and nothing but the phone has proved whose it is.
  const row = await world.app.db
    .selectFrom("member")
    .select("paused_until")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row.paused_until !== null).toBe(isPaused);
});
