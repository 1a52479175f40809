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

/** Asks for a code and for another in its place, whose answer is lost; and once more with the first one's pinId. */
async function replaceAndLose(ask: Ask, member: TestMember, browser: Browser) {
  const first = await ask(member, browser);
  world.passSeconds(301);
  const lost = sentBy(await resend(first, browser));
  const texts = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  const before = await texts();
  await enterWrong(lost, member, browser);
  world.passSeconds(20);
  const again = sentBy(await resend(first, browser));
  return { first, lost, again, texts: (await texts()) - before };
}

test.each([...signedOut, ...signedIn])(
  "S304 S047 of %s the code whose answer was lost is given to whoever asks again in that browser, with no new text",
  async (kind, ask) => {
    const isSession = signedIn.some(([name]) => name === kind);
    const member = await world.makeMember(
      isSession ? { savings: 1_000_00n, card: {} } : { hasAccount: kind !== "a sign-up" },
    );
    const browser = isSession ? await world.signIn(member) : newBrowser();
    const { first, lost, again, texts } = await replaceAndLose(ask, member, browser);
    expect(again).toMatchObject({ pinId: lost.pinId, delaySec: (isSession ? 60 : 300) - 20 });
    expect(again).toMatchObject({ triesLeft: 2, sentBefore: true });
    expect(texts).toBe(0);
    // Neither another browser nor the new one's own countdown is got around by it.
    expect(codeOf(await resend(lost, browser))).toBe("otp_too_soon");
    const stranger = isSession ? await world.signIn(member) : newBrowser();
    expect(codeOf(await resend(first, stranger))).toBe("otp_incorrect");
  },
);

test("S304 what was asked again is what the code approves, and a code that was used has none in its place", async () => {
  const member = await world.makeMember({ savings: 1_000_00n, card: {} });
  const browser = await world.signIn(member);
  const first = await askForCode(world, member, browser, { amount: 10_00n });
  // Another order's code took its place.
  await askForCode(world, member, browser, { amount: 20_00n });
  expect(codeOf(await resend(first, browser))).toBe("otp_incorrect");
});

test("S304 S051 a transfer that goes now has a code of its own beside that of a plan of the same", async () => {
  const member = await world.makeMember({ savings: 1_000_00n, card: {} });
  const browser = await world.signIn(member);
  const ask = async (plan: object) => {
    const intent = {
      kind: "own" as const,
      source_account: member.accountNumbers.savings ?? "",
      destination_account: member.cardAccountNo ?? "",
      amount: "10.00",
      ...plan,
    };
    return sentBy(
      await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser),
    );
  };
  const monthly = { repeats: "monthly", first_on: "2026-12-20" };
  const plan = await ask(monthly);
  const now = await ask({});
  expect(now.pinId).not.toBe(plan.pinId);
  expect(await ask({})).toMatchObject({ pinId: now.pinId, sentBefore: true });
  expect((await ask(monthly)).pinId).not.toBe(now.pinId);
});
