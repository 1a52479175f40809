import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getActivity } from "#contract/activity.ts";
import { getPasskeys, removePasskey, renamePasskey } from "#contract/passkeys.ts";
import { getSafety } from "#contract/safety.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { makeAuthenticator } from "#test/support/authenticator.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";
import { orderSending, toBank } from "#test/support/sendActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

async function enter() {
  const member = await world.makeMember({ card: { balance: 10_000_00n } });
  return { member, browser: await world.signIn(member) };
}

const listOf = async ({ member, browser }: Awaited<ReturnType<typeof enter>>) => {
  const answer = await world.call(getPasskeys, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
};

test.each([true, false])(
  "S054 S190 a passkey is added with a code by text, listed, renamed and removed, and the member is told (synced: %s)",
  async (isSynced) => {
    const who = await enter();
    const { id } = await acts.givePasskey(world, who, { isSynced, name: "Old phone" });
    expect(await listOf(who)).toMatchObject([
      { id, name: "Old phone", isSynced, lastUsedAt: null },
    ]);
    const params = { guid: who.member.guid, id };
    await world.call(renamePasskey, { params, body: { name: "My phone" } }, who.browser);
    expect(await listOf(who)).toMatchObject([{ id, name: "My phone" }]);
    const code = await acts.approveByText(world, who, { kind: "remove_passkey", passkey: id });
    const removed = await world.call(removePasskey, { params, body: code }, who.browser);
    expect(removed).toMatchObject({ status: true });
    expect(await listOf(who)).toEqual([]);
    const texts = (await world.textsTo(who.member.mobileNumber ?? "")).join("\n");
    expect(texts).toContain("a passkey was added to your account");
    expect(texts).toContain("a passkey was removed from your account");
    const input = { params: { guid: who.member.guid }, query: {} };
    const happened = await world.call(getActivity, input, who.browser);
    const kinds = happened.status ? happened.result.rows.map(({ kind }) => kind) : [];
    expect(kinds.filter((kind) => kind.startsWith("passkey"))).toEqual([
      "passkey_removed",
      "passkey_added",
    ]);
  },
);

test("S190 a new passkey has new payees wait for a day", async () => {
  const who = await enter();
  await acts.givePasskey(world, who);
  const paused = await world.app.db
    .selectFrom("member")
    .select(["paused_until", "paused_for"])
    .where("id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  expect(paused.paused_for).toBe("new_passkey");
  const hours = ((paused.paused_until?.getTime() ?? 0) - world.app.now().getTime()) / 3.6e6;
  expect(hours).toBeGreaterThan(23.9);
});

test("S194 a removed passkey has new payees wait for a day, told at once with its end", async () => {
  const who = await enter();
  const { id } = await acts.givePasskey(world, who);
  await acts.endPause(world, who.member);
  const before = await world.textsTo(who.member.mobileNumber ?? "");
  const code = await acts.approveByText(world, who, { kind: "remove_passkey", passkey: id });
  const params = { guid: who.member.guid, id };
  await world.call(removePasskey, { params, body: code }, who.browser);
  const answer = await world.call(getSafety, { params: { guid: who.member.guid } }, who.browser);
  const pause = answer.status ? answer.result.pause : null;
  expect(pause).toMatchObject({ reason: "passkey_removed" });
  const hours = (Date.parse(pause?.endsAt ?? "") - world.app.now().getTime()) / 3.6e6;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  // The newest come first.
  const told = (await world.textsTo(who.member.mobileNumber ?? "")).slice(0, -before.length);
  expect(told.join("\n")).toContain(manilaMoment(new Date(pause?.endsAt ?? 0)));
  const sending = toBank("instapay", "100.00");
  await expect(acts.approveByText(world, who, sending)).rejects.toThrow("payee_paused");
});

test("S190 a second passkey is approved by the first, without a text", async () => {
  const who = await enter();
  const { authenticator } = await acts.givePasskey(world, who);
  const before = await world.textsTo(who.member.mobileNumber ?? "");
  const code = await acts.approveByPasskey(
    world,
    { ...who, authenticator },
    { kind: "add_passkey" },
  );
  const added = await acts.tryToAdd(world, who, code, { authenticator: makeAuthenticator() });
  expect(added).toMatchObject({ status: true });
  const after = await world.textsTo(who.member.mobileNumber ?? "");
  expect(after.filter((text) => /^\d{6} /.test(text))).toEqual(
    before.filter((text) => /^\d{6} /.test(text)),
  );
  expect(await listOf(who)).toHaveLength(2);
});

test("S189 no passkey is added by a token alone, by a session without proof, or with another's approval", async () => {
  const who = await enter();
  const thief = newBrowser();
  thief.token = who.browser.token;
  const authenticator = makeAuthenticator();
  const nowhere = { pinId: world.app.random.uuid(), pin: "123456" };
  const add = (code: typeof nowhere, browser = who.browser) =>
    acts.tryToAdd(world, { ...who, browser }, code, { authenticator });
  expect(await add(nowhere, thief)).toMatchObject({ httpStatus: 401, code: "invalid_token" });
  expect(await add(nowhere)).toMatchObject({ code: "otp_not_for_this" });
  const code = await acts.approveByText(world, who, { kind: "add_passkey" });
  expect(await add({ ...code, pin: code.pin === "123456" ? "123457" : "123456" })).toMatchObject({
    code: "otp_incorrect",
  });
  const other = await enter();
  expect(await acts.tryToAdd(world, other, code, { authenticator })).toMatchObject({
    code: "otp_not_for_this",
  });
  expect(await listOf(who)).toEqual([]);
  // With its own pin in its own browser it is good, once.
  expect(await add(code)).toMatchObject({ status: true });
  expect(await add(code)).toMatchObject({ code: "otp_not_for_this" });
});

test.each([
  ["S183 of another origin", { origin: "https://evil.example" }],
  ["S184 of another address", { rpId: "evil.example" }],
  ["S181 to another challenge", { challenge: "A".repeat(43) }],
  ["S185 without the member verified", { isVerified: false }],
  ["S180 that signs in instead", { type: "webauthn.get" }],
  ["S189 with the certificates of a maker", { statement: "android-key" as const }],
  ["S189 with a longer name than can be kept", { idBytes: 1024 }],
])("%s no passkey is kept", async (_, manner) => {
  const who = await enter();
  const code = await acts.approveByText(world, who, { kind: "add_passkey" });
  const made = { authenticator: makeAuthenticator(), manner };
  expect(await acts.tryToAdd(world, who, code, made)).toMatchObject({ code: "passkey_refused" });
  expect(await listOf(who)).toEqual([]);
});

test("S190 a passkey that signed its own making is kept", async () => {
  const who = await enter();
  const code = await acts.approveByText(world, who, { kind: "add_passkey" });
  const made = { authenticator: makeAuthenticator(), manner: { statement: "self" as const } };
  expect(await acts.tryToAdd(world, who, code, made)).toMatchObject({ status: true });
});

test("S188 wrong codes that somebody made used up the day's tries, and a passkey approves all the same", async () => {
  const who = await enter();
  const { authenticator, id } = await acts.givePasskey(world, who);
  await sql`select count_wrong_code(${String(who.member.id)}, ${world.app.now()}) from generate_series(1, 30)`.execute(
    world.app.db,
  );
  const intent = { kind: "remove_passkey" as const, passkey: id };
  const code = await acts.approveByPasskey(world, { ...who, authenticator }, intent);
  const params = { guid: who.member.guid, id };
  expect(await world.call(removePasskey, { params, body: code }, who.browser)).toMatchObject({
    status: true,
  });
});

test("S182 a passkey that somebody has already is nobody else's", async () => {
  const who = await enter();
  const { authenticator } = await acts.givePasskey(world, who);
  const other = await enter();
  const code = await acts.approveByText(world, other, { kind: "add_passkey" });
  expect(await acts.tryToAdd(world, other, code, { authenticator })).toMatchObject({
    code: "passkey_exists",
  });
  expect(await listOf(other)).toEqual([]);
});

test("S186 what a passkey approved is void once it was removed", async () => {
  const who = await enter();
  const { authenticator, id } = await acts.givePasskey(world, who);
  await acts.endPause(world, who.member);
  const sending = toBank("instapay", "100.00");
  const approval = await acts.approveByPasskey(world, { ...who, authenticator }, sending);
  const asked = await acts.askToSign(world, who, toBank("instapay", "200.00"));
  const code = await acts.approveByText(world, who, { kind: "remove_passkey", passkey: id });
  const params = { guid: who.member.guid, id };
  await world.call(removePasskey, { params, body: code }, who.browser);
  expect(await orderSending(world, who.browser, sending, approval, "after-removal")).toMatchObject({
    code: "otp_not_for_this_transfer",
  });
  const late = authenticator.get(asked.options);
  expect(await acts.bringSigned(world, who.browser, asked.pinId, late)).toMatchObject({
    code: "passkey_refused",
  });
});

test("S190 another member's passkey can be neither renamed nor removed", async () => {
  const who = await enter();
  const { id } = await acts.givePasskey(world, who);
  const other = await enter();
  const params = { guid: other.member.guid, id };
  expect(
    await world.call(renamePasskey, { params, body: { name: "Mine" } }, other.browser),
  ).toMatchObject({ code: "not_found" });
  await expect(
    acts.approveByText(world, other, { kind: "remove_passkey", passkey: id }),
  ).rejects.toThrow("not_found");
  expect(await listOf(who)).toMatchObject([{ name: "Phone" }]);
});
