import { brand } from "#brand";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login, resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { isCodeIn } from "#test/support/findSecrets.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { systemRandom } from "#server/platform/base/random.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const INCORRECT = { httpStatus: 401, message: "OTP is incorrect. Please try again." };
const USED_UP = {
  httpStatus: 409,
  message: "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
};

async function askCode(member: TestMember, browser: Browser): Promise<string> {
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status || !("pinId" in answer.result)) throw new Error("no code was sent");
  return answer.result.pinId;
}

function enter(member: TestMember, pinId: string, pin: string, browser: Browser) {
  return world.call(verifyOtp, { body: { memberGuid: member.guid, pinId, pin } }, browser);
}

const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

function transferOf(member: TestMember, amount: string) {
  return {
    memberGuid: member.guid,
    intent: {
      kind: "own" as const,
      source_account: member.accountNumbers.savings ?? "",
      destination_account: member.cardAccountNo ?? "",
      amount,
    },
  };
}

test("S044 codes have six digits, leading zeros kept, each digit as likely as another", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    const code = systemRandom.digits(6);
    expect(code).toMatch(/^\d{6}$/);
    for (const digit of code) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  const expected = 12_000;
  const chiSquare = [...counts.values()].reduce(
    (sum, n) => sum + (n - expected) ** 2 / expected,
    0,
  );
  // 9 degrees of freedom: beyond this once in a million runs.
  expect(chiSquare).toBeLessThan(45);
});

test("T13 S045 a code works once, for five minutes", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const pinId = await askCode(member, browser);
  const code = await world.codeFor(member);
  const stage = new Map(browser.cookies);
  expect(await enter(member, pinId, code, browser)).toMatchObject({ status: true });
  const again = { ...newBrowser(), cookies: stage };
  expect(await enter(member, pinId, code, again)).toMatchObject(INCORRECT);

  const late = newBrowser();
  const latePinId = await askCode(member, late);
  const lateCode = await world.codeFor(member);
  world.passSeconds(301);
  expect(await enter(member, latePinId, lateCode, late)).toMatchObject(INCORRECT);
});

test("S046 three wrong codes kill a code, also for 200 guesses at once", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const pinId = await askCode(member, browser);
  const code = await world.codeFor(member);
  for (let i = 0; i < 3; i++) {
    expect(await enter(member, pinId, wrong(code), browser)).toMatchObject(INCORRECT);
  }
  expect(await enter(member, pinId, code, browser)).toMatchObject(USED_UP);

  const other = await world.makeMember();
  const second = newBrowser();
  const parallelId = await askCode(other, second);
  const parallelCode = await world.codeFor(other);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      enter(other, parallelId, wrong(parallelCode), {
        ...second,
        cookies: new Map(second.cookies),
      }),
    ),
  );
  const evaluated = answers.filter((answer) => !answer.status && answer.code === "otp_incorrect");
  expect(evaluated).toHaveLength(3);
  expect(await enter(other, parallelId, parallelCode, second)).toMatchObject(USED_UP);
});

test("T14 S047 a resend waits for the countdown, replaces the code, and is limited to 5 an hour and 10 a day", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  let pinId = await askCode(member, browser);
  const first = await world.codeFor(member);
  const resend = () => world.call(resendOtp, { body: { memberGuid: member.guid } }, browser);

  expect(await resend()).toMatchObject({ httpStatus: 429, code: "otp_too_soon" });
  world.passSeconds(301);
  const second = await resend();
  expect(second).toMatchObject({
    status: true,
    message: "New OTP code sent",
    result: { delaySec: 300 },
  });
  expect(await enter(member, pinId, first, browser)).toMatchObject(INCORRECT);
  if (second.status) ({ pinId } = second.result);
  for (let sent = 2; sent < 5; sent++) {
    world.passSeconds(301);
    expect(await resend()).toMatchObject({ status: true });
  }
  world.passSeconds(301);
  expect(await resend()).toMatchObject({ httpStatus: 429, code: "otp_limit" });
  world.passSeconds(3600);
  for (let sent = 5; sent < 10; sent++) {
    expect(await resend()).toMatchObject({ status: true });
    world.passSeconds(301);
  }
  world.passSeconds(3600);
  expect(await resend()).toMatchObject({ httpStatus: 429, code: "otp_limit" });
});

test("S047 codes of sign-ins and of transfers are counted apart: one cannot use up the other", async () => {
  const member = await world.makeMember({ savings: 5_000_00n });
  const browser = await world.signIn(member);
  for (let i = 1; i < 5; i++) await askCode(member, newBrowser());
  const { username, password } = member;
  const tooMany = await world.call(login, { body: { username, password } }, newBrowser());
  expect(tooMany).toMatchObject({ httpStatus: 429, code: "otp_limit" });
  const send = (pesos: number) =>
    world.call(sendOtp, { body: transferOf(member, String(pesos)) }, browser);
  for (let pesos = 1; pesos <= 5; pesos++)
    expect(await send(pesos)).toMatchObject({ status: true });
  expect(await send(6)).toMatchObject({ httpStatus: 429, code: "otp_limit" });
});

test("S048 thirty wrong codes are a member's share of a day", async () => {
  const member = await world.makeMember();
  const at = world.app.now();
  await world.app.db
    .insertInto("throttle")
    .values({ scope: "otp_wrong", key: String(member.id), window_started_at: at, count: 29 })
    .execute();
  const browser = newBrowser();
  const pinId = await askCode(member, browser);
  const code = await world.codeFor(member);
  expect(await enter(member, pinId, wrong(code), browser)).toMatchObject(INCORRECT);
  expect(await enter(member, pinId, code, browser)).toMatchObject(USED_UP);
});

test("S049 the code is nowhere but on the phone", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  await askCode(member, browser);
  const { rows: outbox } = await world.app.pool.query("select payload::text from outbox");
  const code = await world.codeFor(member);
  const { rows: challenges } = await world.app.pool.query(
    "select otp_challenge::text from otp_challenge",
  );
  const { rows: audited } = await world.app.pool.query("select detail::text from audit_event");
  expect(isCodeIn(JSON.stringify([outbox, challenges, audited]), code)).toBe(false);
});

test("S050 unknown, foreign and other people's codes are answered like a wrong one", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const [browser, elsewhere] = [newBrowser(), newBrowser()];
  const pinId = await askCode(member, browser);
  const foreignId = await askCode(other, elsewhere);
  const [code, foreignCode] = [await world.codeFor(member), await world.codeFor(other)];
  const bodyOf = async (answer: ReturnType<typeof enter>) => ({
    ...(await answer),
    correlationId: "",
  });

  const answers = [
    await bodyOf(enter(member, pinId, wrong(code), browser)),
    await bodyOf(enter(member, crypto.randomUUID(), code, browser)),
    await bodyOf(enter(member, foreignId, foreignCode, browser)),
    await bodyOf(enter(other, foreignId, foreignCode, browser)),
    await bodyOf(enter(member, pinId, code, elsewhere)),
    await bodyOf(enter(member, pinId, code, newBrowser())),
    await bodyOf(enter({ ...member, guid: crypto.randomUUID() }, pinId, code, browser)),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject(INCORRECT);
  expect(await enter(member, pinId, code, browser)).toMatchObject({ status: true });
});

test("T15 S051 a transfer's code names amount and payee, and works in its session only", async () => {
  const member = await world.makeMember({ savings: 5_000_00n });
  const browser = await world.signIn(member);
  const sent = await world.call(sendOtp, { body: transferOf(member, "2500") }, browser);
  expect(sent).toMatchObject({ status: true, result: { delaySec: 60, guid: member.guid } });
  if (!sent.status) throw new Error(sent.message);
  expect(sent.result.mobileNumber).toBe(`+63******${member.mobileNumber?.slice(-4)}`);
  const [text = ""] = await world.textsTo(member.mobileNumber ?? "");
  expect(text).toMatch(
    /^\d{6} is your \w+ code to send PHP 2,500\.00 to .*\d{4}\. Never share it\.$/,
  );
  expect(text).toContain(member.cardAccountNo?.slice(-4));

  const { pinId } = sent.result;
  const code = text.slice(0, 6);
  const signedOut = { ...browser, token: undefined };
  expect(await enter(member, pinId, code, signedOut)).toMatchObject(INCORRECT);
  const stranger = await world.signIn(await world.makeMember());
  expect(await enter(member, pinId, code, stranger)).toMatchObject(INCORRECT);
  const verified = await enter(member, pinId, code, browser);
  expect(verified).toMatchObject({ status: true, result: { guid: member.guid } });
  expect(verified.status && verified.result.token).toBeUndefined();
});

test("S047 S067 the same transfer's code stands; another transfer replaces it; a bad one gets none", async () => {
  const member = await world.makeMember({ savings: 5_000_00n });
  const other = await world.makeMember({ savings: 5_000_00n });
  const browser = await world.signIn(member);
  const send = (body: ReturnType<typeof transferOf>) => world.call(sendOtp, { body }, browser);

  const first = await send(transferOf(member, "100"));
  if (!first.status) throw new Error(first.message);
  const texts = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  const before = await texts();
  world.passSeconds(10);
  expect(await send(transferOf(member, "100.00"))).toMatchObject({
    result: { ...first.result, delaySec: 50 },
  });
  expect(await texts()).toBe(before);
  expect(await send(transferOf(member, "200"))).toMatchObject({ status: true });
  expect(await enter(member, first.result.pinId, "123456", browser)).toMatchObject(INCORRECT);

  expect(await send(transferOf(member, "5000.01"))).toMatchObject({ code: "insufficient_funds" });
  expect(await send({ ...transferOf(member, "1"), memberGuid: other.guid })).toMatchObject({
    httpStatus: 404,
  });
  const foreign = transferOf(member, "1");
  foreign.intent.source_account = other.accountNumbers.savings ?? "";
  expect(await send(foreign)).toMatchObject({ code: "source_account_unknown" });
});

test("S045 a member without a number is told to come to the office", async () => {
  const { username, password } = await world.makeMember({ mobileNumber: null });
  expect(await world.call(login, { body: { username, password } }, newBrowser())).toMatchObject({
    httpStatus: 409,
    message: `Member mobile number is missing, please go to the nearest ${brand.product} office`,
  });
});

describe("S013 what a stranger may ask for is limited by source, and fills no record", () => {
  beforeEach(async () => {
    await world.app.db.deleteFrom("throttle").execute();
  });
  const nobodys = () => ({ memberGuid: crypto.randomUUID(), pinId: crypto.randomUUID() });

  test.each([
    ["verifyOtp", () => world.call(verifyOtp, { body: { ...nobodys(), pin: "000000" } })],
    ["resendOtp", () => world.call(resendOtp, { body: nobodys() })],
    ["login", () => world.call(login, { body: { username: "nobody", password: "x" } })],
  ] as const)("%s", async (scope, ask) => {
    const at = world.app.now();
    expect(await ask()).not.toMatchObject({ httpStatus: 429 });
    const { numUpdatedRows } = await world.app.db
      .updateTable("throttle")
      .set({ count: 2999, window_started_at: at })
      .where("scope", "=", `call:${scope}`)
      .where("key", "=", "127.0.0.1")
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    expect(await ask()).not.toMatchObject({ httpStatus: 429 });
    const refused = await ask();
    expect(refused).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
    expect(refused.status ? 0 : refused.retryAfterSeconds).toBeGreaterThan(890);
    world.passSeconds(901);
    expect(await ask()).not.toMatchObject({ httpStatus: 429 });
  });

  test("a wrong code is written down when there was one to be right", async () => {
    const member = await world.makeMember();
    const browser = newBrowser();
    const pinId = await askCode(member, browser);
    const code = await world.codeFor(member);
    const refusals = () =>
      world.app.db
        .selectFrom("audit_event")
        .select("object")
        .where("action", "=", "otp_refused")
        .orderBy("id", "desc")
        .execute();
    const before = await refusals();
    await world.call(verifyOtp, { body: { ...nobodys(), pin: "000000" } });
    expect(await refusals()).toEqual(before);
    await enter(member, pinId, wrong(code), browser);
    expect(await refusals()).toEqual([{ object: `otp:${pinId}` }, ...before]);
  });
});
