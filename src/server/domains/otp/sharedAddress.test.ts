import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { forgotPassword, forgotUsername } from "#contract/signUp.ts";
import { refusals } from "#contract/refusals.ts";
import { issueFirstTimeCode } from "#server/domains/access/signUp/firstTimeCode.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode, signUpAs } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { stopClock } from "#test/support/stopClock.ts";

/* Every call of a world comes from one address, as those of a camp behind one carrier do. */
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const ADDRESS = "127.0.0.1";
const askPassword = (identifier: string, browser = newBrowser()) =>
  world.call(forgotPassword, { body: { identifier } }, browser);
const nobodys = (serial: number) => withCheckDigit(`00012019${String(serial).padStart(7, "0")}`);
const phone = async (member: { mobileNumber: string | null }) =>
  (await world.textsTo(member.mobileNumber ?? "")).length;
/** What the caller sees of an answer; ids differ from call to call. */
const seen = (answer: object) => ({ ...answer, correlationId: "" });

/** As if so much had been counted already. */
async function spend(scope: string, key: string, count: number): Promise<void> {
  const window_started_at = world.app.now();
  await world.app.db
    .insertInto("throttle")
    .values({ scope, key, window_started_at, count })
    .onConflict((same) => same.columns(["scope", "key"]).doUpdateSet({ count, window_started_at }))
    .execute();
}

test("S154 two hundred members behind one address recover within the hour, and sign in", async () => {
  const members = [];
  for (let i = 0; i < 200; i++) members.push(await world.makeMember());
  for (const [i, member] of members.entries()) {
    const browser = newBrowser();
    const asked = await askPassword(i % 2 === 0 ? member.username : member.membershipNo, browser);
    if (!asked.status) throw new Error(asked.message);
    const { guid: memberGuid, pinId } = asked.result;
    const pin = await world.codeFor(member);
    const entered = await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
    expect(entered).toMatchObject({ status: true });
  }
  for (const member of members) expect((await world.signIn(member)).token).toBeDefined();
});

test("S154 whoever hammers one identifier is stopped in the same words, whether or not it is anybody's", async () => {
  const member = await world.makeMember();
  const answers: object[][] = [];
  stopClock(world);
  for (const name of [member.membershipNo, nobodys(1)]) {
    const ofOne: object[] = [];
    for (let i = 0; i < 12; i++) {
      const answer = await world.call(
        forgotUsername,
        { body: { [memberNumberField]: name } },
        newBrowser(),
      );
      ofOne.push(answer.status ? { isSent: true } : seen(answer));
    }
    answers.push(ofOne);
  }
  expect(answers[0]?.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ isSent: true })));
  expect(answers[0]?.[3]).toMatchObject({
    httpStatus: 429,
    code: "otp_limit",
    message: refusals.otp_limit.en,
    retryAfterSeconds: 3600,
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(await phone(member)).toBe(3);
});

test("S154 a code that is not sent is never said to be: the flood brake of an address says so to all", async () => {
  const [member, known, joiner] = [
    await world.makeMember(),
    await world.makeMember(),
    await world.makeMember({ hasAccount: false }),
  ];
  const own = await world.signIn(known);
  const before = await phone(known);
  const waiting = newBrowser();
  const open = await askPassword(member.username, waiting);
  if (!open.status) throw new Error(open.message);
  expect(await phone(member)).toBe(1);
  world.passSeconds(301);
  stopClock(world);
  await spend("texts_of_source", ADDRESS, 1000);

  const refused = seen(await askPassword(member.username));
  expect(refused).toMatchObject({ httpStatus: 429, code: "otp_source_limit" });
  expect(seen(await askPassword("nobody.at.all"))).toEqual(refused);
  const resend = { memberGuid: open.result.guid, pinId: open.result.pinId };
  expect(seen(await world.call(resendOtp, { body: resend }, waiting))).toEqual(refused);
  expect(await phone(member)).toBe(1);

  // The code from the counter needs the screen, so a sign-up goes on and says that no text went out.
  const notice = refusals.otp_source_limit.en;
  const browser = newBrowser();
  const stage = await startSignUp(world, joiner.membershipNo, {}, browser);
  expect(stage).toMatchObject({ notice });
  expect(await startSignUp(world, nobodys(2), {}, newBrowser())).toMatchObject({ notice });
  expect(await phone(joiner)).toBe(0);
  const { code } = await issueFirstTimeCode(world.app, {
    membershipNo: joiner.membershipNo,
    issuedBy: "counter",
  });
  expect(await enterCode(world, stage, code, browser)).toMatchObject({ status: true });

  // A browser that the member has signed in with does not share its address's brake.
  expect(await askPassword(known.username, { ...own, token: undefined })).toMatchObject({
    status: true,
  });
  expect(await phone(known)).toBe(before + 1);
});

test("S154 asking for nobody fills the brake of an address as asking for somebody does", async () => {
  const member = await world.makeMember();
  const fills = async (identifier: string) => {
    await spend("texts_of_source", ADDRESS, 999);
    expect(await askPassword(identifier)).toMatchObject({ status: true });
    return seen(await askPassword("somebody.else"));
  };
  stopClock(world);
  const after = await fills(member.username);
  expect(after).toMatchObject({ code: "otp_source_limit" });
  expect(await fills("nobody.at.all")).toEqual(after);
});

test("S154 a known device signs in and recovers when its address has spent every brake", async () => {
  const member = await world.makeMember();
  const { cookies } = await world.signIn(member);
  const own = (): Browser => ({ ...newBrowser(), cookies: new Map(cookies) });
  const kinds = ["login", "forgotPassword", "verifyOtp", "resendOtp", "setPassword"];
  for (const kind of kinds) await spend(`call:${kind}`, ADDRESS, 3000);
  await spend("login_source", ADDRESS, 1000);
  const { username, password } = member;
  const stranger = await world.call(login, { body: { username, password } }, newBrowser());
  expect(stranger).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
  expect(await world.call(login, { body: { username, password } }, own())).toMatchObject({
    status: true,
    result: { token: expect.any(String) },
  });
  const browser = own();
  const asked = await askPassword(username, browser);
  if (!asked.status) throw new Error(asked.message);
  const { guid: memberGuid, pinId } = asked.result;
  const pin = await world.codeFor(member);
  const entered = await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
  expect(entered).toMatchObject({ status: true });
});

test("S154 an address that asked for five members without a number still signs up, and no screen says sent", async () => {
  const missing = await world.makeMember({ hasAccount: false, mobileNumber: null });
  const joiner = await world.makeMember({ hasAccount: false });
  for (let i = 0; i < 5; i++) {
    const told = await signUpAs(world, missing.membershipNo, {}, newBrowser());
    expect(told).toMatchObject({ code: "mobile_missing" });
  }
  const [sixth, nobody, member] = [
    await startSignUp(world, missing.membershipNo, {}, newBrowser()),
    await startSignUp(world, nobodys(3), {}, newBrowser()),
    await startSignUp(world, joiner.membershipNo, {}, newBrowser()),
  ];
  expect(sixth.notice).toContain("If this membership number");
  expect([nobody.notice, member.notice]).toEqual([sixth.notice, sixth.notice]);
  expect(await phone(joiner)).toBe(1);
});

test("S154 the day has a budget of texts for strangers; when it is spent all are told alike", async () => {
  const small = await makeWorld({ TEXTS_A_DAY: "1" });
  try {
    const ask = (identifier: string) =>
      small.call(forgotPassword, { body: { identifier } }, newBrowser());
    const [first, second] = [await small.makeMember(), await small.makeMember()];
    expect(await ask(first.username)).toMatchObject({ status: true });
    small.passSeconds(7200);
    stopClock(small);
    const spent = seen(await ask(second.username));
    expect(spent).toMatchObject({ httpStatus: 503, code: "texts_spent" });
    expect(seen(await ask("nobody.at.all"))).toEqual(spent);
    const withheld = await small.app.metrics.textsWithheld.get();
    expect(withheld.values).toMatchObject([{ labels: { budget: "all" }, value: 2 }]);
  } finally {
    await small.close();
  }
});
