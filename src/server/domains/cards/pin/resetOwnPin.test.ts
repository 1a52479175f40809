import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import { changePin, getPinKey, resetPin } from "#contract/cardSettings.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith, enterPins, settingsOf } from "#test/support/cardUse.ts";
import { goodCardFields } from "#test/support/goodCardFields.ts";
import { cardNumberOf, TEST_ATM_PIN, type TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  member = await world.makeMember({ card: { balance: 5_000_00n } });
  browser = await world.signIn(member);
});

const NEW_PIN = "271828";
const params = () => ({ guid: member.guid });
const ownNumber = () => cardNumberOf(member.cardAccountNo ?? "");
const approve = () => approveWith(world, member, browser, { kind: "reset_pin" });
const change = (current: string, next: string) =>
  enterPins(world, member, browser, { current, next });

async function seal(pin: string): Promise<string> {
  const key = await world.call(getPinKey, { params: params() }, browser);
  if (!key.status) throw new Error(key.code);
  const accountNo = member.cardAccountNo ?? "";
  return sealPin({ key: key.result, purpose: "new", accountNo, pin });
}

async function reset(
  code: { pinId: string; pin: string },
  { number = ownNumber(), pin = NEW_PIN } = {},
) {
  const body = { visa_card_no: number, new_pin: await seal(pin), ...code };
  return world.call(resetPin, { params: params(), body }, browser);
}

async function orders(): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select(["o.kind", "o.state"])
    .where("c.member_id", "=", member.id)
    .orderBy("o.id")
    .execute();
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}

test("S359 who forgot the PIN sets a new one with the card's number and an approval; the issuer takes it and no other", async () => {
  await change("314159", "161803");
  const code = await approve();
  expect(await reset(code)).toMatchObject({
    status: true,
    message: "Successfully changed ATM PIN",
  });
  expect((await settingsOf(world, member, browser)).datePinChanged).not.toBeNull();
  expect(await world.textsTo(member.mobileNumber ?? "")).toEqual(
    expect.arrayContaining([expect.stringContaining("ATM PIN of your card was changed")]),
  );
  expect(await change(TEST_ATM_PIN, "161803")).toMatchObject({ code: "pin_incorrect" });
  expect(await change(NEW_PIN, "161803")).toMatchObject({ status: true });
});

test("S359 one approval sets one PIN: pressed three times at once and again later", async () => {
  const code = await approve();
  const answers = await Promise.all([reset(code), reset(code), reset(code)]);
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  expect(await reset(code)).toMatchObject({ status: false });
  expect(await orders()).toEqual(["reset_pin done"]);
});

test("S359 another card's number sets nothing, is counted with those of the CVV, and spends no approval", async () => {
  const code = await approve();
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await reset(code, { number: "4000009999999990" })).toMatchObject({
      httpStatus: 422,
      code: "invalid_card",
    });
  }
  expect(await reset(code)).toMatchObject({ httpStatus: 429, code: "card_number_limit" });
  expect(await orders()).toEqual([]);
});

test("S359 a wrong, foreign or missing approval sets nothing", async () => {
  expect(await reset({ pinId: crypto.randomUUID(), pin: "123456" })).toMatchObject({
    code: "otp_incorrect",
  });
  const other = await approveWith(world, member, browser, {
    kind: "raise_limit",
    amount: "30000.00",
  });
  expect(await reset(other)).toMatchObject({ code: "otp_incorrect" });
  expect(await orders()).toEqual([]);
});

test("S359 a weak PIN is refused by the issuer, and the old one counts", async () => {
  const code = await approve();
  expect(await reset(code, { pin: "111111" })).toMatchObject({
    code: "weak_pin",
    errors: [{ param: "new_pin" }],
  });
  expect(await change(TEST_ATM_PIN, NEW_PIN)).toMatchObject({ status: true });
});

const ask = () => {
  const body = { memberGuid: member.guid, intent: { kind: "reset_pin" as const } };
  return world.call(sendOtp, { body }, browser);
};

test("S359 not while the card is suspended for wrong PINs", async () => {
  const code = await approve();
  for (let turn = 0; turn < 3; turn += 1) await change("314159", "161803");
  expect(await ask()).toMatchObject({ code: "card_suspended" });
  expect(await reset(code)).toMatchObject({ code: "card_suspended" });
  expect(await orders()).not.toContain("reset_pin done");
});

test("S359 not in the pause after a change to the account, nor with what was approved before it", async () => {
  const code = await approve();
  await world.app.db
    .updateTable("member")
    .set({ paused_until: new Date(world.app.now().getTime() + 3_600_000) })
    .where("id", "=", member.id)
    .execute();
  const paused = { httpStatus: 409, code: "pin_reset_paused" };
  expect(await ask()).toMatchObject(paused);
  expect(await reset(code)).toMatchObject(paused);
  expect(await orders()).toEqual([]);
});

test.each(["down", "timeout"])(
  "S359 with an issuer that is %s it is found out without the PIN, and none is set meanwhile",
  async (mode) => {
    const code = await approve();
    const sealed = await seal(NEW_PIN);
    await fault(world, mode, { effect: "lost" });
    const body = { visa_card_no: ownNumber(), new_pin: sealed, ...code };
    const open = { httpStatus: 503, code: "pin_change_open" };
    expect(await world.call(resetPin, { params: params(), body }, browser)).toMatchObject(open);
    const pins = { current_pin: goodCardFields.current_pin, new_pin: goodCardFields.new_pin };
    expect(await world.call(changePin, { params: params(), body: pins }, browser)).toMatchObject(
      open,
    );
    expect(await settingsOf(world, member, browser)).toMatchObject({ pinPending: 1 });
    await fault(world, "ok");
    for (let round = 0; round < 3; round += 1) {
      world.passSeconds(20);
      await sweepCardOrders(world.app);
    }
    expect(await settingsOf(world, member, browser)).toMatchObject({ pinPending: 0 });
    expect(await change(TEST_ATM_PIN, NEW_PIN)).toMatchObject({ status: true });
  },
);
