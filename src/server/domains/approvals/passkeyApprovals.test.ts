import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import { setWithdrawalLimit } from "#contract/cardSettings.ts";
import { NEW_PAYEE, setOwnLimit } from "#contract/ownLimits.ts";
import { askPasskeyApproval } from "#contract/passkeys.ts";
import type { Manner } from "#test/support/authenticator.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";
import { orderSending, type Sending, toBank, toCard } from "#test/support/sendActs.ts";
import { assertBooksHold, moneyOf, order as orderOwn } from "#test/support/transferActs.ts";

const CARD = 60_000_00n;
let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

/** A member with a passkey, past the pause that it began. */
async function enter({ isSynced = false, hasPasskey = true } = {}) {
  const member = await world.makeMember({ savings: 9_000_00n, card: { balance: CARD } });
  const browser = await world.signIn(member);
  const who = { member, browser };
  if (!hasPasskey) return { ...who, authenticator: undefined };
  const { authenticator } = await acts.givePasskey(world, who, { isSynced });
  await acts.endPause(world, member);
  return { ...who, authenticator };
}
type Who = Awaited<ReturnType<typeof enter>>;

function withPasskey(who: Who) {
  const { authenticator } = who;
  if (authenticator === undefined) throw new Error("no passkey");
  return { ...who, authenticator };
}

const codesTo = async ({ member }: Who) =>
  (await world.textsTo(member.mobileNumber ?? "")).filter((text) => /^\d{6} /.test(text));

const SENDING = toBank("instapay", "1000.00");

test.each([true, false])(
  "S191 a transfer of every kind is approved by a passkey, and no text is sent (synced: %s)",
  async (isSynced) => {
    const who = withPasskey(await enter({ isSynced }));
    const receiver = await world.makeMember({ card: {} });
    const before = await codesTo(who);
    const sendings: Sending[] = [SENDING, toBank("pesonet", "1000.00"), toCard(receiver, "500.00")];
    for (const [index, sending] of sendings.entries()) {
      const approval = await acts.approveByPasskey(world, who, sending);
      const answer = await orderSending(world, who.browser, sending, approval, `passkey-${index}`);
      expect(answer).toMatchObject({ status: true });
    }
    const own = {
      source_account: who.member.accountNumbers.savings ?? "",
      destination_account: who.member.cardAccountNo ?? "",
      amount: "100.00",
    };
    const approval = await acts.approveByPasskey(world, who, { kind: "own", ...own });
    const wanted = { amount: 100_00n };
    expect(
      await orderOwn(world, who.member, who.browser, wanted, approval, "passkey-own"),
    ).toMatchObject({ status: true });
    expect(await codesTo(who)).toEqual(before);
  },
);

test("S180 what was signed is taken once, for one approval, and one approval is one order", async () => {
  const who = withPasskey(await enter());
  const { pinId, options } = await acts.askToSign(world, who, SENDING);
  const signed = who.authenticator.get(options);
  const first = await acts.bringSigned(world, who.browser, pinId, signed);
  if (!first.status) throw new Error(first.message);
  const again = await acts.bringSigned(world, who.browser, pinId, signed);
  expect(again).toMatchObject({ code: "passkey_refused" });
  const other = await acts.askToSign(world, who, SENDING);
  expect(await acts.bringSigned(world, who.browser, other.pinId, signed)).toMatchObject({
    code: "passkey_refused",
  });
  const order = (key: string) => orderSending(world, who.browser, SENDING, first.result, key);
  const answers = await Promise.all(["once-1-key", "once-2-key", "once-3-key"].map(order));
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  expect((await moneyOf(world, who.member)).card).toBe(CARD - 1_010_00n);
});

test("S181 what was signed for one order approves no other, and not another amount, payee or rail", async () => {
  const who = withPasskey(await enter());
  const small = await acts.askToSign(world, who, SENDING);
  const great = await acts.askToSign(world, who, toBank("instapay", "5000.00"));
  const signed = who.authenticator.get(small.options);
  expect(await acts.bringSigned(world, who.browser, great.pinId, signed)).toMatchObject({
    code: "passkey_refused",
  });
  const changes = [
    toBank("instapay", "1000.01"),
    toBank("instapay", "1000.00", { account: "109450542672" }),
    toBank("pesonet", "1000.00"),
  ];
  for (const [index, change] of changes.entries()) {
    const approval = await acts.approveByPasskey(world, who, SENDING);
    expect(
      await orderSending(world, who.browser, change, approval, `changed-${index}`),
    ).toMatchObject({ code: "otp_not_for_this_transfer" });
  }
  // Nor does it where what was kept of it is another fee or account.
  for (const [field, value] of Object.entries({ from: "990100000000", fee: "0.00" })) {
    const approval = await acts.approveByPasskey(world, who, SENDING);
    await sql`
      update otp_challenge set intent = intent || ${JSON.stringify({ [field]: value })}::jsonb
      where pin_id = ${approval.pinId}`.execute(world.app.db);
    expect(
      await orderSending(world, who.browser, SENDING, approval, `stored-${field}`),
    ).toMatchObject({ code: field === "fee" ? "fee_changed" : "otp_not_for_this_transfer" });
  }
  expect((await moneyOf(world, who.member)).card).toBe(CARD);
});

test("S182 another member's passkey approves nothing, nor does what was signed in another browser", async () => {
  const who = withPasskey(await enter());
  const other = withPasskey(await enter());
  const { pinId, options } = await acts.askToSign(world, who, SENDING);
  expect(
    await acts.bringSigned(world, who.browser, pinId, other.authenticator.get(options)),
  ).toMatchObject({ code: "passkey_refused" });
  const own = who.authenticator.get(options);
  expect(await acts.bringSigned(world, other.browser, pinId, own)).toMatchObject({
    code: "passkey_refused",
  });
});

const FORGED: [string, Manner][] = [
  ["S183 another origin", { origin: "https://evil.example" }],
  ["S184 another address", { rpId: "evil.example" }],
  ["S185 a member who was not verified", { isVerified: false }],
  ["S187 a counter that went back", { counter: 1 }],
  ["S187 a counter that stands still", { counter: 2 }],
  ["S182 another user handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["S180 a registration in its place", { type: "webauthn.create" }],
];

test.each(FORGED)("%s approves nothing, is counted and is in the record", async (_, manner) => {
  const who = withPasskey(await enter());
  // The counter stands at 2.
  await acts.approveByPasskey(world, who, SENDING);
  await acts.approveByPasskey(world, who, SENDING);
  const { pinId, options } = await acts.askToSign(world, who, SENDING);
  const bring = (how: Manner) =>
    acts.bringSigned(world, who.browser, pinId, who.authenticator.get(options, how));
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await bring(manner)).toMatchObject({ httpStatus: 400, code: "passkey_refused" });
  }
  // Three are enough: now not even the right one is looked at.
  expect(await bring({})).toMatchObject({ code: "passkey_refused" });
  const records = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("action", "=", "passkey_refused")
    .where("object", "=", `member:${who.member.guid}`)
    .execute();
  expect(records).toHaveLength(3);
});

test("S188 a passkey's approval has no code to try, and none is sent in its place by asking again", async () => {
  const who = withPasskey(await enter());
  const { pinId } = await acts.askToSign(world, who, SENDING);
  const before = await codesTo(who);
  const { guid: memberGuid } = who.member;
  const body = { memberGuid, pinId };
  expect(await world.call(resendOtp, { body }, who.browser)).toMatchObject({
    code: "otp_incorrect",
  });
  expect(
    await world.call(verifyOtp, { body: { ...body, pin: "123456" } }, who.browser),
  ).toMatchObject({ code: "otp_incorrect" });
  expect(await codesTo(who)).toEqual(before);
});

async function setThreshold({ member, browser }: Who, amount: string) {
  const body = { limit: NEW_PAYEE, span: "transfer" as const, amount };
  const set = await world.call(setOwnLimit, { params: { guid: member.guid }, body }, browser);
  expect(set).toMatchObject({ status: true });
}

test("S188 above the member's own threshold a new payee takes a passkey: no text is sent for it, and none counts", async () => {
  const who = withPasskey(await enter());
  const before = await codesTo(who);
  const code = await acts.approveByText(world, who, SENDING);
  await setThreshold(who, "999.99");
  // Sent before the threshold was set: it is spent, and moves nothing.
  expect(await orderSending(world, who.browser, SENDING, code, "by-text-1")).toMatchObject({
    httpStatus: 409,
    code: "passkey_needed",
  });
  const body = { memberGuid: who.member.guid, intent: SENDING };
  expect(await world.call(sendOtp, { body }, who.browser)).toMatchObject({
    code: "passkey_needed",
  });
  expect(await codesTo(who)).toHaveLength(before.length + 1);
  expect((await moneyOf(world, who.member)).card).toBe(CARD);
  const approval = await acts.approveByPasskey(world, who, SENDING);
  expect(await orderSending(world, who.browser, SENDING, approval, "by-key-1")).toMatchObject({
    status: true,
  });
});

test("S191 who has no passkey hears what helps: one is made, or less is paid", async () => {
  const who = await enter({ hasPasskey: false });
  await setThreshold(who, "999.99");
  const ask = (amount: string) =>
    world.call(
      sendOtp,
      { body: { memberGuid: who.member.guid, intent: toBank("instapay", amount) } },
      who.browser,
    );
  expect(await ask("1000.00")).toMatchObject({ code: "passkey_needed" });
  expect(await ask("999.99")).toMatchObject({ status: true });
  const body = { memberGuid: who.member.guid, intent: SENDING };
  expect(await world.call(askPasskeyApproval, { body }, who.browser)).toMatchObject({
    code: "passkey_missing",
  });
});

test("S188 an act that two people made an office's is done by neither means", async () => {
  const who = withPasskey(await enter());
  const choose = (needs: string | null) =>
    sql`update approval_policy set chosen = ${needs} where act = 'raise_limit'`.execute(
      world.app.db,
    );
  const intent = { kind: "raise_limit" as const, amount: "40000.00" };
  const code = await acts.approveByPasskey(world, who, intent);
  await choose("office");
  const body = { transaction_limit: "40000.00", ...code };
  const answer = await world.call(setWithdrawalLimit, { body }, who.browser);
  await expect(acts.approveByPasskey(world, who, intent)).rejects.toThrow("office_needed");
  await choose(null);
  expect(answer).toMatchObject({ httpStatus: 409, code: "office_needed" });
});
