import { afterAll, beforeAll, expect, test } from "vitest";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { otpText } from "#server/platform/messages/codeTexts.ts";
import { sumTextAscii } from "#server/platform/messages/sumText.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { askForCode, order } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const INCORRECT = { httpStatus: 401, message: "OTP is incorrect. Please try again." };

async function askLoginCode(member: TestMember, browser: Browser): Promise<string> {
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status || !("pinId" in answer.result)) throw new Error("no code was sent");
  return answer.result.pinId;
}

const enter = (memberGuid: string, pinId: string, pin: string, browser: Browser) =>
  world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);

const triesOf = async (pinId: string) =>
  (
    await world.app.db
      .selectFrom("otp_challenge")
      .select("wrong_tries")
      .where("pin_id", "=", pinId)
      .executeTakeFirstOrThrow()
  ).wrong_tries;

test("S044 a hundred thousand codes: six digits each, no thousand of them likelier than another", () => {
  const digits = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0));
  const thousands = Array.from({ length: 1_000 }, () => 0);
  for (let i = 0; i < 100_000; i++) {
    const code = systemRandom.digits(6);
    if (!/^\d{6}$/.test(code)) throw new Error(`${code} is no code`);
    for (const [place, digit] of Array.from(code).entries()) {
      const counts = digits[place] ?? [];
      counts[Number(digit)] = (counts[Number(digit)] ?? 0) + 1;
    }
    const part = Math.floor(Number(code) / 1_000);
    thousands[part] = (thousands[part] ?? 0) + 1;
  }
  const chiSquare = (counts: readonly number[]) => {
    const expected = 100_000 / counts.length;
    return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };
  // Beyond these once in a million runs: 9 and 999 degrees of freedom.
  for (const counts of digits) expect(chiSquare(counts)).toBeLessThan(45);
  expect(chiSquare(thousands)).toBeLessThan(1_228);
});

test("S045 a code works for its member, purpose, browser and pinId, and for no other of them", async () => {
  const [member, other] = [
    await world.makeMember({ savings: 9_000_00n }),
    await world.makeMember({ savings: 9_000_00n }),
  ];
  const browser = await world.signIn(member);
  const otherBrowser = await world.signIn(other);
  const wanted = { amount: 100_00n };
  const stage = newBrowser();
  const loginId = await askLoginCode(member, stage);
  const loginPin = await world.codeFor(member);
  const transfer = await askForCode(world, member, browser, wanted);
  const transferPin = await world.codeFor(member);
  const otherTransfer = await askForCode(world, other, otherBrowser, wanted);
  const otherPin = await world.codeFor(other);

  const crossed = [
    // Another purpose's code, with the right pinId of the other purpose and without.
    await enter(member.guid, loginId, transferPin, stage),
    await enter(member.guid, transfer.pinId, transferPin, stage),
    await enter(member.guid, loginId, loginPin, browser),
    await enter(member.guid, transfer.pinId, loginPin, browser),
    // Another member's.
    await enter(member.guid, otherTransfer.pinId, otherPin, browser),
    await enter(other.guid, otherTransfer.pinId, otherPin, browser),
    await enter(other.guid, transfer.pinId, transferPin, otherBrowser),
    // Another browser's.
    await enter(member.guid, loginId, loginPin, newBrowser()),
    await enter(member.guid, loginId, loginPin, otherBrowser),
  ];
  for (const answer of crossed) expect(answer).toMatchObject(INCORRECT);
  // Spent where they do not belong, they still move nothing.
  for (const approval of [
    { pinId: loginId, pin: loginPin },
    { pinId: otherTransfer.pinId, pin: otherPin },
  ]) {
    const key = `cross-${approval.pinId}`;
    expect(await order(world, member, browser, wanted, approval, key)).toMatchObject({
      status: false,
    });
  }
  expect(await enter(member.guid, transfer.pinId, transferPin, browser)).toMatchObject({
    status: true,
  });
  expect(await enter(member.guid, loginId, loginPin, stage)).toMatchObject({ status: true });
});

test("S045 at 300 seconds a code is over, and asking again does not make it younger", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  const pinId = await askLoginCode(member, browser);
  const pin = await world.codeFor(member);
  world.passSeconds(270);
  // The same sign-in again: the code that was sent is still the one.
  expect(await askLoginCode(member, browser)).toBe(pinId);
  world.passSeconds(31);
  expect(await enter(member.guid, pinId, pin, browser)).toMatchObject(INCORRECT);
});

test("S047 no call makes a code come before the countdown is over, by any path", async () => {
  const member = await world.makeMember();
  const browser = newBrowser();
  await askLoginCode(member, browser);
  await world.textsTo(member.mobileNumber ?? "");
  const sent = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  const before = await sent();
  const body = { memberGuid: member.guid };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(resendOtp, { body }, { ...browser, cookies: new Map(browser.cookies) }),
    ),
  );
  for (const answer of answers) expect(answer).toMatchObject({ code: "otp_too_soon" });
  await askLoginCode(member, browser);
  expect(await sent()).toBe(before);
  world.passSeconds(301);
  const again = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(resendOtp, { body }, { ...browser, cookies: new Map(browser.cookies) }),
    ),
  );
  expect(again.filter(({ status }) => status)).toHaveLength(1);
  expect(await sent()).toBe(before + 1);
});

test("S051 the text of a sign-in and of a transfer cannot be taken for each other, in either language", async () => {
  const what = {
    purpose: "transfer",
    amount: sumTextAscii({ amount: 2_500_00n, fee: 0n }),
    payee: { en: "the card ending 1234", fil: "card na nagtatapos sa 1234" },
  } as const;
  for (const [language, never] of [
    ["en", /Never share it/],
    ["fil", /Huwag itong ibigay kaninuman/],
  ] as const) {
    const transfer = await otpText(world.app.db, "012345", what, language);
    const signIn = await otpText(world.app.db, "012345", { purpose: "login" }, language);
    for (const text of [transfer, signIn]) {
      expect(text).toMatch(/^012345 /);
      expect(text).toMatch(never);
    }
    expect(transfer).toContain("PHP 2,500.00");
    expect(transfer).toContain("1234");
    expect(signIn).not.toMatch(/PHP|send|magpadala/);
    expect(transfer).not.toMatch(/sign in/);
  }
});

test("S053 odd spellings of a code are a clean no, count one try at most, and are never the code", async () => {
  const member = await world.makeMember({ savings: 9_000_00n });
  const fullWidth = (pin: string) =>
    pin.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  const spellings = [
    (pin: string) => `${pin}\n`,
    (pin: string) => `${pin}\u0000`,
    fullWidth,
    (pin: string) => String(Number(pin)).padStart(7, "0"),
    (pin: string) => `+${pin}`,
    (pin: string) => `${pin}.0`,
    (pin: string) => `0x${Number(pin).toString(16)}`,
    (pin: string) => `${pin},${pin}`,
    () => "",
  ];
  for (const spell of spellings) {
    const browser = newBrowser();
    const pinId = await askLoginCode(member, browser);
    const pin = await world.codeFor(member);
    const odd = spell(pin);
    const answer = await enter(member.guid, pinId, odd, browser);
    expect([odd, answer]).toMatchObject([odd, { status: false }]);
    expect([odd, answer.status ? 0 : answer.httpStatus]).toEqual([
      odd,
      expect.toBeOneOf([400, 401, 422]),
    ]);
    expect(await triesOf(pinId)).toBeLessThanOrEqual(1);
    expect(await enter(member.guid, pinId, pin, browser)).toMatchObject({ status: true });
    // The next code is another day's.
    world.passSeconds(86_401);
  }
});

test("S053 a code of another JSON type is a field error, costs nothing and moves no money", async () => {
  const member = await world.makeMember({ savings: 9_000_00n });
  const browser = await world.signIn(member);
  const wanted = { amount: 100_00n };
  const { pinId } = await askForCode(world, member, browser, wanted);
  const pin = await world.codeFor(member);
  const odd: unknown[] = [Number(pin), [pin], { pin }, null, true, Number(pin) + 0.5, [[pin]]];
  for (const [i, value] of odd.entries()) {
    // What a program could send, whatever the type says.
    const approval = { pinId, pin: value as string };
    const answer = await order(world, member, browser, wanted, approval, `odd-type-${i}-0000`);
    expect(answer).toMatchObject({ status: false, httpStatus: 422 });
  }
  expect(await triesOf(pinId)).toBe(0);
  expect(await enter(member.guid, pinId, pin, browser)).toMatchObject({ status: true });
  const done = await order(world, member, browser, wanted, { pinId, pin }, "odd-type-right");
  expect(done).toMatchObject({ status: true });
});
