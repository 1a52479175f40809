import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { getPasskeys, removePasskey, signInWithPasskey } from "#contract/passkeys.ts";
import { makeAuthenticator, type Manner } from "#test/support/authenticator.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function enter({ isSynced = false } = {}) {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const who = { member, browser };
  return { ...who, ...(await acts.givePasskey(world, who, { isSynced })) };
}

const codesTo = async (mobileNumber: string | null) =>
  (await world.textsTo(mobileNumber ?? "")).filter((text) => /^\d{6} /.test(text));

test.each([true, false])(
  "S192 a passkey signs in on a new browser without username, password or code (synced: %s)",
  async (isSynced) => {
    const { member, authenticator } = await enter({ isSynced });
    const before = await codesTo(member.mobileNumber);
    const { answer, browser } = await acts.signInBy(world, authenticator);
    expect(answer).toMatchObject({ status: true, result: { guid: member.guid } });
    const params = { guid: member.guid };
    expect(await world.call(getPasskeys, { params }, browser)).toMatchObject({ status: true });
    expect(await codesTo(member.mobileNumber)).toEqual(before);
    // The browser is known from here on, and was told of.
    const { username, password } = member;
    expect(await world.call(login, { body: { username, password } }, browser)).toMatchObject({
      result: { token: expect.any(String) },
    });
    expect((await world.textsTo(member.mobileNumber ?? "")).join()).toContain("on a new device");
  },
);

test("S192 a sign-in with a passkey on a new browser has new payees wait, as one with a password", async () => {
  const { member, authenticator } = await enter();
  await acts.endPause(world, member);
  await acts.signInBy(world, authenticator);
  const { paused_for: reason, paused_until: until } = await world.app.db
    .selectFrom("member")
    .select(["paused_for", "paused_until"])
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(reason).toBe("new_device");
  expect(until?.getTime()).toBeGreaterThan(world.app.now().getTime());
});

test("S180 what signed in once signs nobody in again, in no browser", async () => {
  const { authenticator } = await enter();
  const { assertion, browser } = await acts.signInBy(world, authenticator);
  for (const again of [browser, newBrowser()]) {
    expect(await world.call(signInWithPasskey, { body: { assertion } }, again)).toMatchObject({
      code: "passkey_unknown",
    });
  }
  const synced = await enter({ isSynced: true });
  const first = await acts.signInBy(world, synced.authenticator);
  expect(
    await world.call(signInWithPasskey, { body: { assertion: first.assertion } }, newBrowser()),
  ).toMatchObject({ code: "passkey_unknown" });
});

const FORGED: [string, Manner][] = [
  ["S181 a challenge that is not ours", { challenge: "A".repeat(72) }],
  ["S181 a challenge of an approval", { challenge: "A".repeat(43) }],
  ["S182 another user handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["S183 another origin", { origin: "https://evil.example" }],
  ["S184 another address", { rpId: "evil.example" }],
  ["S185 a member who was not verified", { isVerified: false }],
  ["S187 a counter that stands still", { counter: 1 }],
];

test.each(FORGED)("%s signs nobody in", async (_, manner) => {
  const { authenticator } = await enter();
  await acts.signInBy(world, authenticator);
  const { answer } = await acts.signInBy(world, authenticator, { manner });
  expect(answer).toMatchObject({ httpStatus: 400, code: "passkey_unknown" });
});

test("S181 a challenge counts for half an hour", async () => {
  const { authenticator } = await enter();
  const browser = newBrowser();
  const now = world.app.now();
  const asked = await acts.signInBy(world, authenticator, { browser });
  expect(asked.answer).toMatchObject({ status: true });
  const { answer } = await acts.signInBy(
    {
      call: async (endpoint, input, of, options) => {
        if (endpoint.name === "signInWithPasskey") world.passSeconds(1801);
        return world.call(endpoint, input, of, options);
      },
    },
    authenticator,
    { browser },
  );
  world.setTime(now);
  expect(answer).toMatchObject({ code: "passkey_unknown" });
});

test("S182 S186 a passkey that is nobody's, or was removed, signs nobody in, in the same words", async () => {
  const nobodys = await acts.signInBy(world, makeAuthenticator());
  const { member, browser, authenticator, id } = await enter();
  const code = await acts.approveByText(
    world,
    { member, browser },
    {
      kind: "remove_passkey",
      passkey: id,
    },
  );
  const params = { guid: member.guid, id };
  await world.call(removePasskey, { params, body: code }, browser);
  const { answer } = await acts.signInBy(world, authenticator);
  expect(answer).toMatchObject({ code: "passkey_unknown" });
  expect(nobodys.answer).toMatchObject({ code: "passkey_unknown" });
});

test.each([
  ["suspended", "inactivity", "access_suspended"],
  ["cancelled", "inactivity", "access_cancelled"],
  ["suspended", "staff", "access_closed"],
] as const)(
  "S062 a member who is %s for %s is refused with a passkey too",
  async (status, why, code) => {
    const { member, authenticator } = await enter();
    await world.app.db
      .updateTable("member")
      .set({ status, access_closed_for: why })
      .where("id", "=", member.id)
      .execute();
    const { answer } = await acts.signInBy(world, authenticator);
    expect(answer).toMatchObject({ httpStatus: 409, code });
  },
);

test("S193 where the policy takes a passkey, the right password alone signs nobody in", async () => {
  const { member, authenticator } = await enter();
  const choose = (chosen: string | null) =>
    world.app.db
      .updateTable("approval_policy")
      .set({ chosen })
      .where("act", "=", "sign_in_new_device")
      .where("has_passkey", "=", true)
      .execute();
  await choose("passkey");
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, newBrowser());
  const byKey = await acts.signInBy(world, authenticator);
  await choose(null);
  expect(answer).toMatchObject({ httpStatus: 409, code: "passkey_needed_to_sign_in" });
  expect(byKey.answer).toMatchObject({ status: true });
});
