import { afterAll, beforeAll, expect, test } from "vitest";
import { login, resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { forgotPassword, forgotUsername } from "#contract/signUp.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { startSignUp } from "#test/support/signUpActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { askForCode, wrongPin } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

type Sent = { guid: string; pinId: string };
type Answered = { status: boolean; message: string; result?: unknown };
/** Asks for a code of this kind in the browser, as its screen does. */
type Ask = (member: TestMember, browser: Browser) => Promise<Sent>;

function sentBy(answer: Answered): Sent {
  if (!answer.status) throw new Error(answer.message);
  // Each of these calls answers with a code that was sent.
  return answer.result as Sent;
}

const signedOut: [string, Ask][] = [
  [
    "a sign-in",
    async ({ username, password }, browser) =>
      sentBy(await world.call(login, { body: { username, password } }, browser)),
  ],
  ["a sign-up", ({ membershipNo }, browser) => startSignUp(world, membershipNo, {}, browser)],
  [
    "a forgotten password",
    async ({ username }, browser) =>
      sentBy(await world.call(forgotPassword, { body: { identifier: username } }, browser)),
  ],
  [
    "a forgotten username",
    async ({ membershipNo }, browser) =>
      sentBy(
        await world.call(forgotUsername, { body: { [memberNumberField]: membershipNo } }, browser),
      ),
  ],
];
const signedIn: [string, Ask][] = [
  ["a transfer", (member, browser) => askForCode(world, member, browser, { amount: 10_00n })],
  [
    "a raise of the card's limit",
    async ({ guid: memberGuid }, browser) => {
      const intent = { kind: "raise_limit" as const, amount: "40000.00" };
      return sentBy(await world.call(sendOtp, { body: { memberGuid, intent } }, browser));
    },
  ],
];

async function enterWrong({ guid: memberGuid, pinId }: Sent, member: TestMember, browser: Browser) {
  const pin = wrongPin(await world.codeFor(member));
  return world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
}
const resend = ({ guid: memberGuid, pinId }: Sent, browser: Browser) =>
  world.call(resendOtp, { body: { memberGuid, pinId } }, browser);

const codeOf = (answer: { status: boolean; code?: unknown }) => answer.status || answer.code;

/** What becomes of asking anew after two wrong codes and after three, and of a try with what comes then. */
async function replaceUsedUp(ask: Ask, member: TestMember, browser: Browser) {
  let sent = await ask(member, browser);
  for (let tries = 0; tries < 2; tries++) await enterWrong(sent, member, browser);
  const afterTwo = codeOf(await resend(sent, browser));
  await enterWrong(sent, member, browser);
  const fourth = codeOf(await enterWrong(sent, member, browser));
  sent = sentBy(await resend(sent, browser));
  const resent = codeOf(await enterWrong(sent, member, browser));
  for (let tries = 0; tries < 2; tries++) await enterWrong(sent, member, browser);
  // Who begins again instead gets a new one just so.
  sent = await ask(member, browser);
  const begun = codeOf(await enterWrong(sent, member, browser));
  return { afterTwo, fourth, resent, begun };
}

const REPLACED = {
  afterTwo: "otp_too_soon",
  fourth: "otp_used_up",
  resent: "otp_incorrect",
  begun: "otp_incorrect",
};

test.each(signedOut)("S165 a used-up code of %s is replaced at once", async (kind, ask) => {
  const member = await world.makeMember({ hasAccount: kind !== "a sign-up" });
  expect(await replaceUsedUp(ask, member, newBrowser())).toEqual(REPLACED);
});

test.each(signedIn)("S165 a used-up code of %s is replaced at once", async (_, ask) => {
  const member = await world.makeMember({ savings: 1_000_00n, card: {} });
  expect(await replaceUsedUp(ask, member, await world.signIn(member))).toEqual(REPLACED);
});

test("S165 S047 the limit of the hour holds for codes that were used up", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const { username: identifier } = member;
  let sent = sentBy(await world.call(forgotPassword, { body: { identifier } }, browser));
  const useUp = async () => {
    for (let tries = 0; tries < 3; tries++) await enterWrong(sent, member, browser);
    return resend(sent, browser);
  };
  sent = sentBy(await useUp());
  sent = sentBy(await useUp());
  expect(await useUp()).toMatchObject({ httpStatus: 429, code: "otp_limit" });
});
