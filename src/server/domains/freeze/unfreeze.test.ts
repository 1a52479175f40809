import { manilaDate } from "#common/manila.ts";
import { WAIT_HOURS } from "#contract/approvalPolicy.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { askToUnfreeze, freezeAccount, freezeWithPasskey } from "#contract/freeze.ts";
import { askPasskeySignIn } from "#contract/passkeys.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { type Authenticator, makeAuthenticator, type Manner } from "#test/support/authenticator.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { atIssuer } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { change, schedule, type Whose } from "#test/support/scheduleActs.ts";
import { intentFor } from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as acts from "#test/support/passkeyActs.ts";

const HOUR_SECONDS = 60 * 60;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

/** A member whose passkey is older than the freeze by these hours. */
async function frozenOne({ hoursBefore = 25, card = false, schedules = false } = {}) {
  const member = await world.makeMember({
    officeId: 1n,
    ...(card && { card: {} }),
    ...(schedules && { savings: 1_000_00n }),
  });
  const browser = await world.signIn(member);
  if (schedules) await scheduleThree({ member, browser });
  const { authenticator } = await acts.givePasskey(world, { member, browser });
  world.passSeconds(hoursBefore * HOUR_SECONDS);
  await world.signIn(member, browser);
  const answer = await world.call(freezeAccount, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return { member, authenticator };
}

/** Two that go on, and one that the member has paused. */
async function scheduleThree(whose: Whose) {
  const { member } = whose;
  const first = manilaDate(new Date(world.app.now().getTime() + 30 * 24 * HOUR_SECONDS * 1000));
  for (const amount of ["10.00", "20.00", "30.00"]) {
    const order = intentFor("own", amount, { member, receiver: member });
    // oxlint-disable-next-line no-await-in-loop -- a phone gets one code at a time
    const made = await schedule(world, whose, order, { repeats: "weekly", first_on: first });
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (amount === "30.00") await change(world, whose, made.scheduleId, { change: "pause" });
    world.passSeconds(61);
  }
}

async function ask(authenticator: Authenticator, browser: Browser, manner: Manner = {}) {
  const asked = await world.call(askPasskeySignIn, { body: {} }, browser);
  if (!asked.status) throw new Error(asked.message);
  const assertion = authenticator.get(asked.result.options, manner);
  const answer = await world.call(askToUnfreeze, { body: { assertion } }, browser);
  return { answer, assertion };
}

async function enterCode(
  { answer }: Awaited<ReturnType<typeof ask>>,
  member: TestMember,
  browser: Browser,
) {
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  const { guid: memberGuid, pinId } = answer.result;
  const body = { memberGuid, pinId, pin: await world.codeFor(member) };
  return world.call(verifyOtp, { body }, browser);
}

const signIn = ({ username, password }: TestMember) =>
  world.call(login, { body: { username, password } }, newBrowser());

test("S208 from 12 hours on a passkey and a code end the freeze, the card's lock with it, and the pause begins", async () => {
  const { member, authenticator } = await frozenOne({ card: true, schedules: true });
  const browser = newBrowser();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS - 60);
  expect((await ask(authenticator, browser)).answer).toMatchObject({
    httpStatus: 409,
    code: "unfreeze_later",
    message: expect.stringMatching(/from \w+ \d+, 20\d\d, \d+:\d\d [AP]M/),
  });
  world.passSeconds(60);
  const asked = await ask(authenticator, browser);
  const [text] = await world.textsTo(member.mobileNumber ?? "");
  expect(text).toContain("to open your frozen account");
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
  expect(await enterCode(asked, member, browser)).toMatchObject({
    result: { isUnfrozen: true, pausedSchedules: 2 },
  });
  await sweepCardOrders(world.app);
  expect(await atIssuer(world, member)).toMatchObject({ freezeLocked: false });
  // A code again, also in a browser that was known.
  expect(await signIn(member)).toMatchObject({ result: { pinId: expect.any(String) } });
  const row = await world.app.db
    .selectFrom("member as m")
    .innerJoin("member_freeze as f", "f.member_id", "m.id")
    .select(["m.status", "m.paused_for", "f.lifted_how", "f.lifted_by"])
    .where("m.id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    status: "active",
    paused_for: "unfrozen",
    lifted_how: "passkey_and_code",
    lifted_by: member.guid,
  });
  const told = await world.textsTo(member.mobileNumber ?? "");
  expect(told.join()).toMatch(/no longer frozen|open again/i);
});

test("S196 a freeze waits for as long as the policy's row says from its beginning, not for a time of its own", async () => {
  const hours = WAIT_HOURS.lift_freeze + 24;
  const choose = (waits: number) =>
    // What is shipped is the program's own text, which the bank itself cannot change.
    asAdmin(world.database.adminUrl, (admin) =>
      admin.query("update approval_policy set wait_hours = $1 where act = 'lift_freeze'", [waits]),
    );
  const { member, authenticator } = await frozenOne();
  await choose(hours);
  try {
    for (const passed of [WAIT_HOURS.lift_freeze * HOUR_SECONDS, 24 * HOUR_SECONDS - 60]) {
      world.passSeconds(passed);
      // oxlint-disable-next-line no-await-in-loop -- one moment after the other
      const { answer } = await ask(authenticator, newBrowser());
      expect(answer).toMatchObject({ httpStatus: 409, code: "unfreeze_later" });
    }
    world.passSeconds(60);
    const browser = newBrowser();
    const asked = await ask(authenticator, browser);
    // A code on its way ends nothing either, once the policy wants more.
    await choose(hours + 1);
    expect(await enterCode(asked, member, browser)).toMatchObject({ code: "otp_incorrect" });
    expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
    await choose(hours);
    const anew = await ask(authenticator, browser);
    expect(await enterCode(anew, member, browser)).toMatchObject({ result: { isUnfrozen: true } });
  } finally {
    await choose(WAIT_HOURS.lift_freeze);
  }
});

test("S208 a passkey made within a day of the freeze is gone after it, and the older one is not", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const browser = await world.signIn(member);
  const { authenticator: older } = await acts.givePasskey(world, { member, browser });
  world.passSeconds(25 * HOUR_SECONDS);
  await world.signIn(member, browser);
  const by = { by: older };
  const { authenticator: young } = await acts.givePasskey(world, { member, browser }, by);
  expect(await world.call(freezeAccount, {}, browser)).toMatchObject({ status: true });
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const back = newBrowser();
  await enterCode(await ask(older, back), member, back);
  expect((await acts.signInBy(world, young)).answer).toMatchObject({ code: "passkey_unknown" });
  expect((await acts.signInBy(world, older)).answer).toMatchObject({ status: true });
});

test("S208 neither the passkey nor the code ends it alone, nor the code in another browser", async () => {
  const { member, authenticator } = await frozenOne();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const browser = newBrowser();
  const asked = await ask(authenticator, browser);
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
  expect(await enterCode(asked, member, newBrowser())).toMatchObject({ code: "otp_incorrect" });
  const body = { assertion: asked.assertion };
  expect(await world.call(askToUnfreeze, { body }, newBrowser())).toMatchObject({
    code: "passkey_ends_no_freeze",
  });
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
});

test("S208 a passkey of the day before the freeze ends nothing: it may be what it was frozen for", async () => {
  const { member, authenticator } = await frozenOne({ hoursBefore: 23 });
  // It is said at once, and not a day on which it would open anything.
  for (const hours of [0, WAIT_HOURS.lift_freeze]) {
    world.passSeconds(hours * HOUR_SECONDS);
    // oxlint-disable-next-line no-await-in-loop -- as the time goes on
    const { answer } = await ask(authenticator, newBrowser());
    expect(answer).toMatchObject({ httpStatus: 409, code: "passkey_too_new" });
  }
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
});

test("S208 a code on its way ends no freeze once staff closed the access, and none that began anew", async () => {
  const { member, authenticator } = await frozenOne();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const browser = newBrowser();
  const asked = await ask(authenticator, browser);
  const put = (closedFor: "staff" | "frozen") =>
    world.app.db
      .updateTable("member")
      .set({ access_closed_for: closedFor })
      .where("id", "=", member.id)
      .execute();
  await put("staff");
  expect(await enterCode(asked, member, browser)).toMatchObject({ status: false });
  expect((await ask(authenticator, newBrowser())).answer).toMatchObject({ code: "access_closed" });
  await put("frozen");
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
});

test("S195 S208 a code on its way ends no freeze, and is not sent again, once the policy wants an office", async () => {
  const { member, authenticator } = await frozenOne();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const browser = newBrowser();
  const asked = await ask(authenticator, browser);
  if (!asked.answer.status) throw new Error(asked.answer.message);
  const { guid: memberGuid } = asked.answer.result;
  const choose = (chosen: string | null) =>
    world.app.db
      .updateTable("approval_policy")
      .set({ chosen })
      .where("act", "=", "lift_freeze")
      .where("has_passkey", "=", true)
      .execute();
  await choose("office");
  const entered = await enterCode(asked, member, browser);
  const second = newBrowser();
  await choose(null);
  const again = await ask(authenticator, second);
  if (!again.answer.status) throw new Error(again.answer.message);
  await choose("office");
  const texts = (await world.textsTo(member.mobileNumber ?? "")).length;
  world.passSeconds(301);
  const body = { memberGuid, pinId: again.answer.result.pinId };
  const resent = await world.call(resendOtp, { body }, second);
  await choose(null);
  expect(entered).toMatchObject({ status: false });
  expect(resent).toMatchObject({ httpStatus: 409, code: "office_needed" });
  expect(await world.textsTo(member.mobileNumber ?? "")).toHaveLength(texts);
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
});

test("S208 where the policy wants an office, a passkey ends no freeze; an account that is not frozen is told so", async () => {
  const { authenticator } = await frozenOne();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const choose = (chosen: string | null) =>
    world.app.db
      .updateTable("approval_policy")
      .set({ chosen })
      .where("act", "=", "lift_freeze")
      .where("has_passkey", "=", true)
      .execute();
  await choose("office");
  const { answer } = await ask(authenticator, newBrowser());
  await choose(null);
  expect(answer).toMatchObject({ httpStatus: 409, code: "office_needed" });
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const free = await acts.givePasskey(world, { member, browser });
  expect((await ask(free.authenticator, newBrowser())).answer).toMatchObject({
    httpStatus: 409,
    code: "not_frozen",
  });
});

test.each<[string, Manner]>([
  ["another origin", { origin: "https://evil.example" }],
  ["another address", { rpId: "evil.example" }],
  ["a member who was not verified", { isVerified: false }],
  ["another user handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("S208 %s gets no code and ends no freeze", async (_, manner) => {
  const { member, authenticator } = await frozenOne();
  world.passSeconds(WAIT_HOURS.lift_freeze * HOUR_SECONDS);
  const before = await world.textsTo(member.mobileNumber ?? "");
  const { answer } = await ask(authenticator, newBrowser(), manner);
  expect(answer).toMatchObject({ httpStatus: 400, code: "passkey_ends_no_freeze" });
  const nobodys = await ask(makeAuthenticator(), newBrowser());
  expect(nobodys.answer).toMatchObject({ code: "passkey_ends_no_freeze" });
  expect(await world.textsTo(member.mobileNumber ?? "")).toEqual(before);
});

test("S203 a passkey freezes without a session, a number or a text; nobody else's and none that is forged does", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const session = await world.signIn(member);
  const { authenticator } = await acts.givePasskey(world, { member, browser: session });
  const press = async (of: Authenticator, manner: Manner = {}) => {
    const browser = newBrowser();
    const asked = await world.call(askPasskeySignIn, { body: {} }, browser);
    if (!asked.status) throw new Error(asked.message);
    const assertion = of.get(asked.result.options, manner);
    return world.call(freezeWithPasskey, { body: { assertion } }, browser);
  };
  for (const answer of [
    await press(makeAuthenticator()),
    await press(authenticator, { origin: "https://evil.example" }),
    await press(authenticator, { isVerified: false }),
  ]) {
    expect(answer).toMatchObject({ httpStatus: 400, code: "passkey_freezes_nothing" });
  }
  const codes = async () =>
    (await world.textsTo(member.mobileNumber ?? "")).filter((text) => /^\d{6} /.test(text));
  const before = await codes();
  expect(await press(authenticator)).toMatchObject({
    result: { wasFrozen: false, endedSessions: 1 },
  });
  expect(await codes()).toEqual(before);
  expect(await signIn(member)).toMatchObject({ code: "access_frozen" });
  const { way } = await world.app.db
    .selectFrom("member_freeze")
    .select("way")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(way).toBe("passkey");
});
