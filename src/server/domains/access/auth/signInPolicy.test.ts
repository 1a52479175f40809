import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Needs, POLICY_ROWS } from "#contract/approvalPolicy.ts";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { type Browser, type Client, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { endPause, givePasskey, signInBy } from "#test/support/passkeyActs.ts";

const LEAST = ["off", "new_device", "always"] as const;
type Least = (typeof LEAST)[number];

let world: World;
/** A process for each LOGIN_OTP, on the same database. */
const processes = new Map<Least, Client>();

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "new_device" });
  for (const least of LEAST) processes.set(least, await world.makeTwin({ LOGIN_OTP: least }));
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`update approval_policy set chosen = null`.execute(world.app.db);
  await world.app.db.deleteFrom("throttle").execute();
});

type SignInAct = "sign_in_known_device" | "sign_in_new_device";

const choose = (act: SignInAct, needs: Needs, hasPasskey: boolean) =>
  sql`update approval_policy set chosen = ${needs} where act = ${act} and has_passkey = ${hasPasskey}`.execute(
    world.app.db,
  );

/** A member whose first browser is known. */
async function enter(hasPasskey: boolean) {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const given = hasPasskey ? await givePasskey(world, { member, browser }) : undefined;
  await endPause(world, member);
  return { member, browser, authenticator: given?.authenticator };
}

type Answer = "nothing" | "code" | "passkey_needed_to_sign_in";

async function signInBrowser(least: Least, member: TestMember, browser: Browser): Promise<Answer> {
  const { username, password } = member;
  const process = processes.get(least) ?? world;
  const answer = await process.call(login, { body: { username, password } }, browser);
  if (!answer.status) return answer.code as Answer;
  return "token" in answer.result ? "nothing" : "code";
}

/** Said once more in other words: LOGIN_OTP is the least, what the policy asks for comes on top. */
function expected(least: Least, needs: Needs, isKnown: boolean): Answer {
  if (needs === "passkey") return "passkey_needed_to_sign_in";
  const asksAnyway = { off: false, new_device: !isKnown, always: true }[least];
  return needs === "code" || asksAnyway ? "code" : "nothing";
}

const rows = POLICY_ROWS.filter(({ act }) => act.startsWith("sign_in_"));
const cells = rows.flatMap(({ act, hasPasskey, choices }) =>
  choices.map((needs) => ({ act: act as SignInAct, hasPasskey, needs })),
);

test("S195 there is a row for each sign-in with a password: known or new device, with or without a passkey", () => {
  expect(rows).toHaveLength(4);
});

test.each(cells)(
  "S195 $act takes $needs where that is chosen (passkey: $hasPasskey); LOGIN_OTP is the least",
  async ({ act, hasPasskey, needs }) => {
    const isKnown = act === "sign_in_known_device";
    await choose(act, needs, hasPasskey);
    for (const least of LEAST) {
      const { member, browser } = await enter(hasPasskey);
      const used = isKnown ? { ...browser, token: undefined } : newBrowser();
      expect([least, await signInBrowser(least, member, used)]).toEqual([
        least,
        expected(least, needs, isKnown),
      ]);
    }
  },
);

test("S195 with LOGIN_OTP=off a row that asks for a code has a known and a new browser asked, and no session before it", async () => {
  const { member, browser } = await enter(false);
  await choose("sign_in_known_device", "code", false);
  await choose("sign_in_new_device", "code", false);
  for (const used of [{ ...browser, token: undefined }, newBrowser()]) {
    expect(await signInBrowser("off", member, used)).toBe("code");
  }
});

/** A sign-in that waits for its code, in a browser of its own. */
async function waitForCode(member: TestMember, browser: Browser) {
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status || "token" in answer.result) throw new Error("no code was sent");
  return { pinId: answer.result.pinId, pin: await world.codeFor(member) };
}

const PASSKEY = { httpStatus: 409, code: "passkey_needed_to_sign_in" };

test("S195 a code of a sign-in is neither sent again nor taken once the policy takes a passkey", async () => {
  const { member, authenticator } = await enter(true);
  const browser = newBrowser();
  const code = await waitForCode(member, browser);
  await choose("sign_in_new_device", "passkey", true);
  const { guid: memberGuid } = member;
  world.passSeconds(301);
  const texts = (await world.textsTo(member.mobileNumber ?? "")).length;
  const body = { memberGuid, pinId: code.pinId };
  expect(await world.call(resendOtp, { body }, browser)).toMatchObject(PASSKEY);
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(texts);
  if (authenticator === undefined) throw new Error("no passkey");
  expect((await signInBy(world, authenticator)).answer).toMatchObject({ status: true });
});

test("S195 a code of a sign-in in hand signs nobody in once a passkey was gained that the policy takes, and is void", async () => {
  await choose("sign_in_new_device", "passkey", true);
  const { member, browser: first } = await enter(false);
  const browser = newBrowser();
  const code = await waitForCode(member, browser);
  await givePasskey(world, { member, browser: first });
  const body = { memberGuid: member.guid, ...code };
  expect(await world.call(verifyOtp, { body }, browser)).toMatchObject(PASSKEY);
  expect(await world.call(verifyOtp, { body }, browser)).toMatchObject({ code: "otp_incorrect" });
  const sessions = await world.app.db
    .selectFrom("session")
    .select("id")
    .where("member_id", "=", member.id)
    .execute();
  expect(sessions).toHaveLength(1);
});
