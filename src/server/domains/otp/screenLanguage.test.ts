import { afterAll, beforeAll, expect, test } from "vitest";
import { login, resendOtp, sendOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, forgotPassword, signUp } from "#contract/signUp.ts";
import type { Language } from "#contract/refusals.ts";
import { type Browser, type CallOptions, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { freshName, SIGN_UP_PASSWORD } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const ENDS: Record<Language, string> = {
  en: "Never share it.",
  fil: "Huwag itong ibigay kaninuman.",
};
type Answered = { status: boolean; message: string; result?: unknown };
type Ask = (member: TestMember, browser: Browser, screen: CallOptions) => Promise<Answered>;

const asks: [string, Ask][] = [
  [
    "a sign-up",
    ({ membershipNo }, browser, screen) => {
      const password = SIGN_UP_PASSWORD;
      const body = {
        [memberNumberField]: membershipNo,
        username: freshName(),
        password,
        confirm_password: password,
        ...agreedFields,
      };
      return world.call(signUp, { body }, browser, screen);
    },
  ],
  [
    "a recovery",
    ({ username }, browser, screen) =>
      world.call(forgotPassword, { body: { identifier: username } }, browser, screen),
  ],
  [
    "a sign-in",
    ({ username, password }, browser, screen) =>
      world.call(login, { body: { username, password } }, browser, screen),
  ],
  [
    "an order in a session",
    ({ guid: memberGuid }, browser, screen) => {
      const intent = { kind: "raise_limit" as const, amount: "40000.00" };
      return world.call(sendOtp, { body: { memberGuid, intent } }, browser, screen);
    },
  ],
];

test.each(asks)("S170 the code of %s comes in the language of its screen", async (kind, ask) => {
  const told: unknown[] = [];
  for (const shown of ["en", "fil"] as const) {
    const recorded = shown === "en" ? "fil" : "en";
    const member = await world.makeMember({ hasAccount: kind !== "a sign-up", card: {} });
    const isSignedIn = kind === "an order in a session";
    const browser = isSignedIn ? await world.signIn(member) : newBrowser();
    await world.app.db
      .updateTable("member")
      .set({ language: recorded })
      .where("guid", "=", member.guid)
      .execute();
    const newest = async () => (await world.textsTo(member.mobileNumber ?? ""))[0] ?? "";
    const screen = { headers: { "accept-language": shown } };
    const asked = await ask(member, browser, screen);
    // Each of these calls answers with a code that was sent.
    const { guid: memberGuid, pinId } = asked.result as { guid: string; pinId: string };
    const first = await newest();
    world.passSeconds(301);
    const body = { memberGuid, pinId };
    await world.call(resendOtp, { body }, browser, { headers: { "accept-language": recorded } });
    told.push([first.includes(ENDS[shown]), (await newest()).includes(ENDS[recorded])]);
    world.passSeconds(86_401);
  }
  expect(told).toEqual([
    [true, true],
    [true, true],
  ]);
});
