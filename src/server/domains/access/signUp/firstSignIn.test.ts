import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { enterCode, freshName, SIGN_UP_PASSWORD, startSignUp } from "#test/support/signUpActs.ts";
import { issueFirstTimeCode } from "./firstTimeCode.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("B08 S036 the browser that had the phone's code signs in without another; no other does, nor one with the counter's", async () => {
  const signedInFrom = async (code: (member: TestMember) => Promise<string>) => {
    const member = await world.makeMember({ hasAccount: false });
    const browser = newBrowser();
    const username = freshName();
    const told = await startSignUp(world, member.membershipNo, { username }, browser);
    expect(await enterCode(world, told, await code(member), browser)).toMatchObject({
      status: true,
    });
    const body = { username, password: SIGN_UP_PASSWORD };
    const inIt = await world.call(login, { body }, browser);
    const elsewhere = await world.call(login, { body }, newBrowser());
    return [inIt, elsewhere].map((answer) => answer.status && "token" in answer.result);
  };
  expect(await signedInFrom((member) => world.codeFor(member))).toEqual([true, false]);
  const ofCounter = async ({ membershipNo }: TestMember) =>
    (await issueFirstTimeCode(world.app, { membershipNo, issuedBy: "counter" })).code;
  expect(await signedInFrom(ofCounter)).toEqual([false, false]);
});
