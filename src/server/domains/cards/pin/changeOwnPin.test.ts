import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changePin, getPinKey } from "#contract/cardSettings.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { unsuspendMemberCard } from "#contract/staff/cardDesk.ts";
import type { Caller } from "#server/platform/app.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { Browser } from "#test/support/browser.ts";
import { atIssuer, countCalls, enterPins, settingsOf } from "#test/support/cardUse.ts";
import { gate } from "#test/support/gate.ts";
import { goodCardFields } from "#test/support/goodCardFields.ts";
import { type MemberOptions, TEST_ATM_PIN, type TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";
import { changeOwnPin } from "./changeOwnPin.ts";
import { endSuspensions } from "./endSuspensions.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "2000" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  await enter({});
});

async function enter(options: MemberOptions) {
  member = await world.makeMember(options);
  browser = await world.signIn(member);
}

const WRONG = "314159";
const change = (current: string, next = "271828") =>
  enterPins(world, member, browser, { current, next });
const wrong = () => change(WRONG);

async function suspensions() {
  return world.app.db
    .selectFrom("card_event as e")
    .innerJoin("card as c", "c.id", "e.card_id")
    .select(["e.event", "e.actor_kind"])
    .where("c.member_id", "=", member.id)
    .where("e.field", "=", "status")
    .orderBy("e.id")
    .execute();
}

async function sweep() {
  for (let round = 0; round < 3; round += 1) {
    world.passSeconds(20);
    await sweepCardOrders(world.app);
  }
}

test("T27 N07 S078 a PIN is changed: the issuer takes the new one and no longer the old", async () => {
  expect(await change(TEST_ATM_PIN, "271828")).toMatchObject({
    status: true,
    message: "Successfully changed ATM PIN",
  });
  const { datePinChanged } = await settingsOf(world, member, browser);
  expect(new Date(datePinChanged ?? 0).getTime()).toBeCloseTo(world.app.now().getTime(), -4);
  expect(await world.textsTo(member.mobileNumber ?? "")).toEqual(
    expect.arrayContaining([expect.stringContaining("ATM PIN of your card was changed")]),
  );
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: false, code: "pin_incorrect" });
  expect(await change("271828", "161803")).toMatchObject({ status: true });
});

test("N07 a wrong current PIN is an error on its field, and changes nothing", async () => {
  const answer = await wrong();
  expect(answer).toMatchObject({ status: false, httpStatus: 422, code: "pin_incorrect" });
  expect(answer).toMatchObject({ errors: [{ param: "current_pin" }] });
  expect((await settingsOf(world, member, browser)).datePinChanged).toBeNull();
});

test.each([
  ["zeros", "000000"],
  ["a repeat", "222222"],
  ["a run", "123456"],
  ["a run down", "987654"],
  ["the birth date", "020680"],
  ["the birth date, year first", "800602"],
  ["the end of the mobile number", "own"],
])("S079 %s is refused as too easy, on the field of the new PIN", async (_name, pin) => {
  await enter({ dateOfBirth: "1980-06-02" });
  const next = pin === "own" ? (member.mobileNumber ?? "").slice(-6) : pin;
  const answer = await change(TEST_ATM_PIN, next);
  expect(answer).toMatchObject({ status: false, httpStatus: 422, code: "weak_pin" });
  expect(answer).toMatchObject({ errors: [{ param: "new_pin" }] });
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: true });
});

test("S079 the PIN that is already is refused on the field of the new one", async () => {
  const answer = await change(TEST_ATM_PIN, TEST_ATM_PIN);
  expect(answer).toMatchObject({ status: false, httpStatus: 422, code: "pin_same" });
  expect(answer).toMatchObject({ errors: [{ param: "new_pin" }] });
  expect((await settingsOf(world, member, browser)).datePinChanged).toBeNull();
});

test("N08 S080 the third wrong current PIN suspends the card for 24 hours", async () => {
  expect(await wrong()).toMatchObject({ code: "pin_incorrect" });
  expect(await wrong()).toMatchObject({ code: "pin_incorrect" });
  expect(await wrong()).toMatchObject({ httpStatus: 409, code: "card_suspended" });
  const until = world.app.now().getTime() + 24 * 60 * 60 * 1000;
  const { suspendedUntil } = await settingsOf(world, member, browser);
  expect(new Date(suspendedUntil ?? 0).getTime()).toBeCloseTo(until, -4);
  expect(await suspensions()).toEqual([{ event: "suspend", actor_kind: "issuer" }]);
  expect((await atIssuer(world, member)).state).toBe("suspended");
  // The texts name the moment at which it ends, by the clocks of Manila.
  const end = manilaMoment(new Date(suspendedUntil ?? 0));
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts).toEqual(expect.arrayContaining([expect.stringContaining(`until ${end} after 3`)]));
  // The right one no longer counts either.
  const seen = countCalls(world.app, "changePin");
  expect(await change(TEST_ATM_PIN)).toMatchObject({
    httpStatus: 409,
    code: "card_suspended",
    message: expect.stringContaining(`to unsuspend card. It can be used again from ${end}.`),
  });
  expect(seen.calls).toBe(0);
});

test("S080 the suspension lifts itself after 24 hours, to the moment, with all tries to be had", async () => {
  await wrong();
  await wrong();
  await wrong();
  const { suspendedUntil } = await settingsOf(world, member, browser);
  const until = new Date(suspendedUntil ?? 0).getTime();
  const endAt = (moment: number) => endSuspensions({ ...world.app, now: () => new Date(moment) });
  await endAt(until - 1);
  expect(await suspensions()).toHaveLength(1);
  await endAt(until);
  await endAt(until);
  expect(await suspensions()).toEqual([
    { event: "suspend", actor_kind: "issuer" },
    { event: "suspension_over", actor_kind: "job" },
  ]);
  world.setTime(new Date(until));
  browser = await world.signIn(member);
  expect(await settingsOf(world, member, browser)).toMatchObject({ suspendedUntil: null });
  expect((await atIssuer(world, member)).state).toBe("active");
  expect(await wrong()).toMatchObject({ code: "pin_incorrect" });
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: true });
});

test("S080 a suspension that staff lifted while the issuer slept is lifted there before the next PIN", async () => {
  await enter({ officeId: 1n });
  await wrong();
  await wrong();
  await wrong();
  const officer = await world.makeStaff({ role: "card_officer" });
  await fault(world, "down");
  const lifted = await officer.call(unsuspendMemberCard, {
    params: { memberGuid: member.guid },
    body: { reason: "Knows the PIN", isIdentityChecked: true },
  });
  expect(lifted).toMatchObject({ status: true, result: { isConfirmed: false } });
  expect(await change(TEST_ATM_PIN)).toMatchObject({ code: "issuer_unavailable" });
  await fault(world, "ok");
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: true });
  expect((await suspensions()).map(({ event }) => event)).toEqual(["suspend", "unsuspend"]);
  expect((await atIssuer(world, member)).state).toBe("active");
});

test("S080 a card that the issuer has suspended already is suspended as long as there", async () => {
  const until = new Date(world.app.now().getTime() + 2 * 60 * 60 * 1000);
  const { token } = await atIssuer(world, member);
  await world.app.issuer.suspend({ reference: `T-${member.guid}`, token, until });
  expect(await change(TEST_ATM_PIN)).toMatchObject({ code: "card_suspended" });
  const { suspendedUntil } = await settingsOf(world, member, browser);
  expect(new Date(suspendedUntil ?? 0)).toEqual(until);
});

test("S080 a right PIN sets the count back; a new sign-in and another browser do not", async () => {
  await wrong();
  await wrong();
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: true });
  expect(await wrong()).toMatchObject({ code: "pin_incorrect" });
  expect(await wrong()).toMatchObject({ code: "pin_incorrect" });
  browser = await world.signIn(member);
  expect(await wrong()).toMatchObject({ code: "card_suspended" });
});

test("S080 of twenty wrong PINs at once at most three reach the issuer, with one suspension", async () => {
  const seen = countCalls(world.app, "changePin");
  const answers = await Promise.all(Array.from({ length: 20 }, wrong));
  const codes = answers.map((answer) => (answer.status ? "changed" : answer.code));
  expect(codes.filter((code) => code === "pin_incorrect")).toHaveLength(2);
  expect(codes.filter((code) => code === "card_suspended")).toHaveLength(18);
  expect(seen.calls).toBe(3);
  expect(await suspensions()).toHaveLength(1);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("suspended"))).toHaveLength(1);
});

test("S080 nor do twenty over two processes", async () => {
  const twin = await world.makeTwin();
  const both = [world, { ...world, ...twin }];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      enterPins(both[turn % 2] ?? world, member, browser, { current: WRONG, next: "271828" }),
    ),
  );
  expect(answers.filter(({ status }) => status)).toEqual([]);
  const told = answers.filter((answer) => !answer.status && answer.code === "pin_incorrect");
  expect(told.length).toBeLessThanOrEqual(2);
  expect((await atIssuer(world, member)).pinTries).toBeLessThanOrEqual(3);
  expect((await suspensions()).length).toBeLessThanOrEqual(1);
});

test("S080 a change in one process takes nothing from one that another is at", async () => {
  const { result: key } = await done(
    world.call(getPinKey, { params: { guid: member.guid } }, browser),
  );
  const accountNo = member.cardAccountNo ?? "";
  const seal = (purpose: "current" | "new", pin: string) =>
    sealPin({ key, purpose, accountNo, pin });
  const pins = {
    currentPin: await seal("current", TEST_ATM_PIN),
    newPin: await seal("new", "271828"),
  };
  const asked = gate();
  const other = gate();
  const { issuer } = world.app;
  const slowIssuer = {
    ...issuer,
    changePin: async (order: Parameters<typeof issuer.changePin>[0]) => {
      asked.open();
      await other.opened;
      return issuer.changePin(order);
    },
  };
  const caller = {
    memberId: member.id,
    memberGuid: member.guid,
    correlationId: "test",
    language: "en",
  } as Caller; // Nothing else of a caller is looked at.
  const first = changeOwnPin({ ...world.app, issuer: slowIssuer }, caller, pins);
  await asked.opened;
  await expect(changeOwnPin({ ...world.app }, caller, pins)).rejects.toMatchObject({
    code: "pin_change_open",
  });
  other.open();
  await first;
  expect(await change("271828", "161803")).toMatchObject({ status: true });
});

async function done<A extends { status: boolean }>(asked: Promise<A>) {
  const answer = await asked;
  if (!answer.status) throw new Error(JSON.stringify(answer));
  // Looked at just now.
  return answer as Extract<A, { status: true }>;
}

test.each([
  ["down", {}],
  ["timeout", { effect: "lost" }],
  ["error", {}],
])("S080 no answer of an issuer that is %s counts as a wrong PIN", async (mode, more) => {
  await fault(world, mode, more);
  for (let turn = 0; turn < 4; turn += 1) {
    const body = { current_pin: goodCardFields.current_pin, new_pin: goodCardFields.new_pin };
    const answer = await world.call(changePin, { params: { guid: member.guid }, body }, browser);
    expect(answer).toMatchObject({ httpStatus: 503, code: "pin_change_open" });
  }
  expect(await settingsOf(world, member, browser)).toMatchObject({ pinPending: 1 });
  await fault(world, "ok");
  await sweep();
  // The page is told, and so is the phone: the PIN of before counts.
  expect(await settingsOf(world, member, browser)).toMatchObject({
    pinPending: 0,
    datePinChanged: null,
  });
  expect(await world.textsTo(member.mobileNumber ?? "")).toEqual(
    expect.arrayContaining([expect.stringContaining("ATM PIN of your card was not changed")]),
  );
  expect((await atIssuer(world, member)).pinTries).toBe(0);
  expect(await change(TEST_ATM_PIN)).toMatchObject({ status: true });
});

test("S078 a change whose answer was lost is found out without a PIN, and made once", async () => {
  // The key is known since; then the answer to the change is lost on its way back.
  await change(WRONG);
  await fault(world, "timeout", { effect: "kept" });
  const open = { httpStatus: 503, code: "pin_change_open" };
  expect(await change(TEST_ATM_PIN, "271828")).toMatchObject(open);
  // Obeyed or not: what is tried meanwhile reaches no issuer.
  expect(await change(TEST_ATM_PIN, "271828")).toMatchObject(open);
  expect(await settingsOf(world, member, browser)).toMatchObject({ pinPending: 1 });
  await fault(world, "ok");
  await sweep();
  expect((await settingsOf(world, member, browser)).datePinChanged).not.toBeNull();
  expect(await change("271828", "161803")).toMatchObject({ status: true });
});

test("N07 a second try finds that the first was done: it counts, and costs no try of the PIN", async () => {
  await change(WRONG);
  await fault(world, "timeout", { effect: "kept" });
  await change(TEST_ATM_PIN, "271828");
  await fault(world, "ok");
  world.passSeconds(16);
  expect(await change(TEST_ATM_PIN, "161803")).toMatchObject({
    httpStatus: 409,
    code: "pin_changed_earlier",
  });
  expect((await atIssuer(world, member)).pinTries).toBe(0);
  expect(await change("271828", "161803")).toMatchObject({ status: true });
});

const pinFields = () => ({
  current_pin: goodCardFields.current_pin,
  new_pin: goodCardFields.new_pin,
});

test("S078 a PIN sealed to another key, or for another field, is to be entered again", async () => {
  expect(
    await world.call(changePin, { params: { guid: member.guid }, body: pinFields() }, browser),
  ).toMatchObject({ httpStatus: 409, code: "pin_key_changed" });
  expect((await atIssuer(world, member)).pinTries).toBe(0);
});

test.each([
  [{ memberLocked: true }, "card_member_locked"],
  [{ adminLocked: true }, "card_admin_locked"],
  [{ status: "suspended" }, "card_suspended"],
  [{ status: "deactivated" }, "card_deactivated"],
  [{ status: "for_pickup" }, "card_state"],
] as const)("S072 N03 no PIN is changed of a card that is %j: %s", async (card, code) => {
  await enter({ card });
  const seen = countCalls(world.app, "changePin");
  expect(await change(TEST_ATM_PIN)).toMatchObject({ httpStatus: 409, code });
  expect(seen.calls).toBe(0);
});
