import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resendOtp, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { forgotPassword, forgotUsername } from "#contract/signUp.ts";
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

const askPassword = (identifier: string, browser = newBrowser()) =>
  world.call(forgotPassword, { body: { identifier } }, browser);
const askUsername = (number: string, browser = newBrowser()) =>
  world.call(forgotUsername, { body: { [memberNumberField]: number } }, browser);
const enter = (guid: string, pinId: string, pin: string, browser: Browser) =>
  world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser);
const nobodys = (serial: number) => withCheckDigit(`00012019${String(serial).padStart(7, "0")}`);

/** The member recovers with the code from the phone. */
async function recover(member: TestMember): Promise<void> {
  const browser = newBrowser();
  const asked = await askPassword(member.membershipNo, browser);
  if (!asked.status) throw new Error(asked.message);
  const { guid, pinId } = asked.result;
  const entered = await enter(guid, pinId, await world.codeFor(member), browser);
  expect(entered).toMatchObject({ status: true });
}

/** Three wrong codes in each of so many browsers that ask for the username of this number and get one. */
async function burnCodes(number: string, stages: number): Promise<void> {
  for (let i = 0; i < stages; i++) {
    const browser = newBrowser();
    const asked = await askUsername(number, browser);
    if (!asked.status) continue;
    const { guid, pinId } = asked.result;
    for (let tried = 0; tried < 3; tried++) await enter(guid, pinId, "000000", browser);
  }
}

test("S020 S048 whoever knows a membership number uses up none of the member's own codes", async () => {
  const member = await world.makeMember();
  await world.signIn(member);
  await burnCodes(member.membershipNo, 11);
  world.passSeconds(3601);
  expect((await world.signIn(member)).token).toBeDefined();
  await recover(member);
});

test("S033 wrong codes at one screen tell nothing at another, of a member or of nobody", async () => {
  const member = await world.makeMember();
  const answers = [];
  for (const number of [member.membershipNo, nobodys(3)]) {
    await world.app.db.deleteFrom("throttle").execute();
    await burnCodes(number, 11);
    const browser = newBrowser();
    const asked = await askPassword(number, browser);
    if (!asked.status) throw new Error(asked.message);
    const { guid, pinId } = asked.result;
    answers.push({ ...(await enter(guid, pinId, "000000", browser)), correlationId: "" });
  }
  expect(answers[0]).toMatchObject({ code: "otp_incorrect" });
  expect(answers[1]).toEqual(answers[0]);
});

test("S037 S154 the last step of the hour gets no further text by asking again, and is told so", async () => {
  const member = await world.makeMember();
  for (let i = 0; i < 2; i++) await askPassword(member.username);
  const browser = newBrowser();
  const asked = await askPassword(member.username, browser);
  if (!asked.status) throw new Error(asked.message);
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(3);
  world.passSeconds(301);
  const { guid: memberGuid, pinId } = asked.result;
  const resent = await world.call(resendOtp, { body: { memberGuid, pinId } }, browser);
  expect(resent).toMatchObject({ httpStatus: 429, code: "otp_limit" });
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(3);
});

test("S047 S020 what strangers ask for without a text leaves the member's texts of a day", async () => {
  const member = await world.makeMember();
  const phone = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  for (let i = 0; i < 12; i++) await askPassword(member.membershipNo);
  expect(await phone()).toBe(3);
  world.passSeconds(3601);
  await recover(member);
  await askPassword(member.membershipNo);
  expect(await phone()).toBe(5);
});

test("S047 S033 ten texts a day to strangers leave the member's own browser its share", async () => {
  const member = await world.makeMember();
  const { cookies } = await world.signIn(member);
  const own = () => ({ ...newBrowser(), cookies: new Map(cookies) });
  const phone = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  const before = await phone();
  for (let i = 0; i < 16; i++) {
    await askPassword(member.username);
    await phone();
    world.passSeconds(1201);
  }
  for (let i = 0; i < 3; i++) await askPassword(member.username);
  expect(await phone()).toBe(before + 10);

  const browser = own();
  const asked = await askPassword(member.username, browser);
  const another = {
    ...newBrowser(),
    cookies: (await world.signIn(await world.makeMember())).cookies,
  };
  const foreign = await askPassword(member.username, another);
  expect(await phone()).toBe(before + 11);
  if (!asked.status) throw new Error(asked.message);
  expect(foreign).toMatchObject({ code: "otp_limit" });

  world.passSeconds(301);
  const { guid, pinId } = asked.result;
  const resend = { body: { memberGuid: guid, pinId } };
  const resent = await world.call(resendOtp, resend, browser);
  if (!resent.status) throw new Error(resent.message);
  const pin = await world.codeFor(member);
  expect(await enter(guid, resent.result.pinId, pin, browser)).toMatchObject({ status: true });
  for (let i = 0; i < 3; i++) await askPassword(member.username, own());
  expect(await phone()).toBe(before + 13);
});
