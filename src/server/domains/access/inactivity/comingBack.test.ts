import { afterAll, beforeAll, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import { forgotPassword, setPassword } from "#contract/signUp.ts";
import { getBalances } from "#contract/members.ts";
import { newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode, SIGN_UP_PASSWORD } from "#test/support/signUpActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { closeInactiveAccess } from "./closeInactiveAccess.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a longer walk to Sagada";
const manila = (text: string) => new Date(`${text}+08:00`);

/** A member with money, as they were on 21 May. */
async function memberOfMay(): Promise<{ member: TestMember; before: unknown }> {
  world.setTime(manila("2026-05-21T10:00:00"));
  const member = await world.makeMember({ savings: 1_500_00n, card: { balance: 75_50n } });
  return { member, before: await balancesOf(member) };
}

async function balancesOf(member: TestMember): Promise<unknown> {
  const browser = await world.signIn(member);
  const answer = await world.call(getBalances, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function runAt(moment: string): Promise<void> {
  world.setTime(manila(moment));
  await closeInactiveAccess(world.app);
}

test("E02 S043 suspended after six months: the member opens it with a code and a new password, the money is there", async () => {
  const { member, before } = await memberOfMay();
  await runAt("2026-11-21T00:00:00");
  const { username, password } = member;
  const old = { body: { username, password } };
  expect(await world.call(login, old, newBrowser())).toMatchObject({ code: "access_suspended" });

  const browser = newBrowser();
  const asked = await world.call(forgotPassword, { body: { identifier: username } }, browser);
  if (!asked.status) throw new Error(asked.message);
  const { guid: memberGuid, pinId } = asked.result;
  const pin = await world.codeFor(member);
  await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
  const body = { memberGuid, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  expect(await world.call(setPassword, { body }, browser)).toMatchObject({ status: true });

  await closeInactiveAccess(world.app);
  await runAt("2027-05-20T23:59:00");
  expect(await balancesOf({ ...member, password: NEW_PASSWORD })).toEqual(before);
});

test("E02 S043 cancelled after a year: the same phone signs up anew, under the same name, and the money is there", async () => {
  const { member, before } = await memberOfMay();
  await runAt("2027-04-21T09:00:00");
  await runAt("2027-05-21T00:00:00");
  const { username, mobileNumber } = member;
  const texts = await world.textsTo(mobileNumber ?? "");
  const body = { identifier: username };
  expect(await world.call(forgotPassword, { body }, newBrowser())).toMatchObject({ status: true });
  expect(await world.textsTo(mobileNumber ?? "")).toEqual(texts);

  const browser = newBrowser();
  const sent = await startSignUp(world, member.membershipNo, { username }, browser);
  expect(await enterCode(world, sent, await world.codeFor(member), browser)).toMatchObject({
    status: true,
  });
  await closeInactiveAccess(world.app);
  expect(await balancesOf({ ...member, password: SIGN_UP_PASSWORD })).toEqual(before);
});
