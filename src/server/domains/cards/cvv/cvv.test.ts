import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockCard, revealCvv } from "#contract/cardSettings.ts";
import type { Caller } from "#server/platform/app.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import type { Refusal } from "#server/refusal.ts";
import type { Browser } from "#test/support/browser.ts";
import {
  approveWith,
  askForCvv,
  countCalls,
  newReveal,
  settingsOf,
} from "#test/support/cardUse.ts";
import { gate } from "#test/support/gate.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";

import { isWithinDay } from "./cvvDay.ts";
import { revealOwnCvv } from "./revealOwnCvv.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "500" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  await enter({});
});

async function enter(card: MemberOptions["card"]) {
  member = await world.makeMember({ card: { balance: 5_000_00n, ...card } });
  browser = await world.signIn(member);
}

const DAY_SECONDS = 24 * 60 * 60;
const ask = (number?: string) => askForCvv(world, member, browser, number);

/** One look, as the page takes it: code, key pair, call, and what the page reads. */
async function look() {
  const code = await approveWith(world, member, browser, { kind: "reveal_cvv" });
  const { publicKey, open } = await newReveal();
  const call = () => world.call(revealCvv, { body: { public_key: publicKey, ...code } }, browser);
  return { answer: await call(), code, open, again: call };
}

/** Whether a shop on the internet takes the CVV. */
async function isTaken(cvv: string): Promise<boolean> {
  const answer = await fetch(new URL("/card/purchase", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountNo: member.cardAccountNo, amount: "1.00", merchant: "Web", cvv }),
  });
  return answer.ok;
}

test("T28 N09 S077 a new CVV is made at the issuer, announced without its value, and seen once", async () => {
  expect(await ask()).toMatchObject({
    status: true,
    message: "Your card has a new CVV. You can see it once in Card Settings.",
  });
  expect(await settingsOf(world, member, browser)).toMatchObject({
    cvv: "***",
    cvvDailyLimitReached: 1,
    cvvToReveal: 1,
  });
  const { answer, open } = await look();
  if (!answer.status) throw new Error(answer.code);
  const cvv = await open(answer.result.sealed, member.cardAccountNo ?? "");
  expect(await isTaken(cvv)).toBe(true);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("new CVV;"))).toHaveLength(1);
  expect(texts.filter((text) => new RegExp(`(?<!\\d)${cvv}(?!\\d)`).test(text))).toEqual([]);
  expect(await settingsOf(world, member, browser)).toMatchObject({ cvvToReveal: 0 });
  await expect(look()).rejects.toThrow(/cvv_nothing_to_show/);
});

test("S082 ten calls at once are one change", async () => {
  const seen = countCalls(world.app, "generateCvv");
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
  const refused = answers.flatMap((answer) => (answer.status ? [] : [answer.code]));
  expect(answers.some(({ status }) => status)).toBe(true);
  expect(new Set(refused).size).toBeLessThanOrEqual(1);
  expect(refused.every((code) => code === "cvv_daily_limit")).toBe(true);
  expect(seen.references.size).toBe(1);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("new CVV"))).toHaveLength(1);
});

test("S082 the next one is to be had after 24 hours, to the second", async () => {
  await ask();
  const { dateCvvChanged } = await settingsOf(world, member, browser);
  const opensAt = new Date(dateCvvChanged ?? 0).getTime() + DAY_SECONDS * 1000;
  expect(isWithinDay(new Date(dateCvvChanged ?? 0), new Date(opensAt - 1))).toBe(true);
  expect(isWithinDay(new Date(dateCvvChanged ?? 0), new Date(opensAt))).toBe(false);
  world.setTime(new Date(opensAt - 60_000));
  browser = await world.signIn(member);
  expect(await ask()).toMatchObject({
    status: false,
    httpStatus: 409,
    code: "cvv_daily_limit",
    message: "You can only change your Card's CVV once a day. Please wait for 24 hours.",
  });
  world.setTime(new Date(opensAt));
  expect(await settingsOf(world, member, browser)).toMatchObject({ cvvDailyLimitReached: 0 });
  expect(await ask()).toMatchObject({ status: true });
});

test("T28 N09 S067 the number of another card, or of none, is refused alike, five times a day", async () => {
  const stranger = await world.makeMember();
  const numbers = [
    "4000009999999990",
    "4000009999999991",
    `40000099${stranger.cardAccountNo?.slice(4, 11)}0`,
  ];
  const seen = countCalls(world.app, "generateCvv");
  const answers = [];
  for (const number of [...numbers, "0000000000000000", "1111111111111111"]) {
    answers.push(await ask(number));
  }
  for (const answer of answers) {
    expect(answer).toMatchObject({ httpStatus: 422, code: "invalid_card" });
    expect(answer).toMatchObject({ errors: [{ param: "visa_card_no" }] });
  }
  expect(await ask()).toMatchObject({ httpStatus: 429, code: "card_number_limit" });
  expect(seen.calls).toBe(0);
  world.passSeconds(DAY_SECONDS + 1);
  browser = await world.signIn(member);
  expect(await ask()).toMatchObject({ status: true });
});

test.each([
  [{ memberLocked: true }, "card_member_locked"],
  [{ adminLocked: true }, "card_admin_locked"],
  [{ status: "suspended" }, "card_suspended"],
  [{ status: "deactivated" }, "card_deactivated"],
  [{ status: "processing" }, "card_state"],
] as const)("S072 N10 no CVV is made for a card that is %j: %s", async (card, code) => {
  await enter(card);
  expect(await ask()).toMatchObject({ httpStatus: 409, code });
});

test.each([["down"], ["timeout"], ["error"], ["late"]])(
  "S082 while the issuer is %s the CVV comes later, once",
  async (mode) => {
    await fault(world, mode, { delaySeconds: 10 });
    expect(await ask()).toMatchObject({ httpStatus: 503, code: "cvv_change_open" });
    expect(await settingsOf(world, member, browser)).toMatchObject({ cvvPending: 1 });
    expect(await ask()).toMatchObject({ code: "cvv_change_open" });
    await fault(world, "ok");
    for (let round = 0; round < 3; round += 1) {
      world.passSeconds(20);
      await sweepCardOrders(world.app);
    }
    expect(await settingsOf(world, member, browser)).toMatchObject({
      cvvToReveal: 1,
      cvvDailyLimitReached: 1,
    });
    expect(await ask()).toMatchObject({ code: "cvv_daily_limit" });
    const texts = await world.textsTo(member.mobileNumber ?? "");
    expect(texts.filter((text) => text.includes("new CVV"))).toHaveLength(1);
  },
);

test("S077 S046 a code shows the CVV once, in the browser that asked, and to nobody without it", async () => {
  await ask();
  const { publicKey } = await newReveal();
  const none = { pinId: crypto.randomUUID(), pin: "123456" };
  const tryWith = (code: { pinId: string; pin: string }) =>
    world.call(revealCvv, { body: { public_key: publicKey, ...code } }, browser);
  expect(await tryWith(none)).toMatchObject({ httpStatus: 401, code: "otp_incorrect" });
  const raise = await approveWith(world, member, browser, {
    kind: "raise_limit",
    amount: "30000.00",
  });
  expect(await tryWith(raise)).toMatchObject({ code: "otp_incorrect" });
  const { code, answer } = await look();
  expect(answer.status).toBe(true);
  expect(await tryWith(code)).toMatchObject({ code: "cvv_nothing_to_show" });
});

test("S077 the page whose answer was lost is answered again, for five minutes and with its own key", async () => {
  await ask();
  const { answer, code, open, again } = await look();
  if (!answer.status) throw new Error(answer.code);
  const read = async (reply: Awaited<ReturnType<typeof again>>) => {
    if (!reply.status) throw new Error(reply.code);
    return open(reply.result.sealed, member.cardAccountNo ?? "");
  };
  expect(await read(await again())).toBe(await read(answer));
  const other = await newReveal();
  const body = { public_key: other.publicKey, ...code };
  expect(await world.call(revealCvv, { body }, browser)).toMatchObject({
    code: "cvv_nothing_to_show",
  });
  world.passSeconds(270);
  expect((await again()).status).toBe(true);
  world.passSeconds(35);
  expect(await again()).toMatchObject({ code: "cvv_nothing_to_show" });
});

test("S077 a look that the issuer did not answer is still to be had", async () => {
  await ask();
  const code = await approveWith(world, member, browser, { kind: "reveal_cvv" });
  const { publicKey } = await newReveal();
  await fault(world, "down");
  expect(
    await world.call(revealCvv, { body: { public_key: publicKey, ...code } }, browser),
  ).toMatchObject({ httpStatus: 503, code: "issuer_unavailable" });
  await fault(world, "ok");
  expect(await settingsOf(world, member, browser)).toMatchObject({ cvvToReveal: 1 });
  world.passSeconds(61);
  const { answer } = await look();
  expect(answer.status).toBe(true);
});

test("S077 a look that is repeated passes the checks of the first: the browser, a lock set since", async () => {
  await ask();
  const code = await approveWith(world, member, browser, { kind: "reveal_cvv" });
  const { publicKey } = await newReveal();
  const browserHash = await browserOf(code);
  const from = (hash: Buffer) =>
    revealOwnCvv(world.app, callerOf(member), { publicKey, code: { ...code, browserHash: hash } });
  const sealed = expect.any(String);
  expect(await from(browserHash)).toEqual(sealed);
  expect(await from(browserHash)).toEqual(sealed);
  await expect(from(Buffer.alloc(32, 7))).rejects.toMatchObject({ code: "cvv_nothing_to_show" });
  await done(world.call(lockCard, { params: { guid: member.guid } }, browser));
  await expect(from(browserHash)).rejects.toMatchObject({ code: "card_member_locked" });
});

test.each([
  ["within its own time", 16, true],
  ["that takes longer", 61, false],
])("S077 a look %s is shown or still to be had, never both", async (_name, seconds, isShown) => {
  await ask();
  const code = await approveWith(world, member, browser, { kind: "reveal_cvv" });
  const { publicKey } = await newReveal();
  const browserHash = await browserOf(code);
  const { issuer } = world.app;
  const asked = gate();
  const answered = gate();
  const revealCvv = async (order: Parameters<typeof issuer.revealCvv>[0]) => {
    const answer = await issuer.revealCvv(order);
    asked.open();
    await answered.opened;
    return answer;
  };
  const app = { ...world.app, issuer: { ...issuer, revealCvv } };
  const page = { publicKey, code: { ...code, browserHash } };
  const looking = revealOwnCvv(app, callerOf(member), page).then(
    () => "shown",
    (error: Refusal) => error.code,
  );
  await asked.opened;
  world.passSeconds(seconds);
  await sweepCardOrders(world.app);
  answered.open();
  expect(await looking).toBe(isShown ? "shown" : "issuer_unavailable");
  expect(await settingsOf(world, member, browser)).toMatchObject({ cvvToReveal: isShown ? 0 : 1 });
});

async function browserOf({ pinId }: { pinId: string }): Promise<Buffer> {
  const sent = await world.app.db
    .selectFrom("otp_challenge")
    .select("browser_hash")
    .where("pin_id", "=", pinId)
    .executeTakeFirst();
  const hash = sent?.browser_hash ?? undefined;
  if (hash === undefined) throw new Error("the code was sent to no browser");
  return hash;
}

// Nothing else of a caller is looked at.
const callerOf = ({ id, guid }: TestMember) =>
  ({ memberId: id, memberGuid: guid, correlationId: "test", language: "en" }) as Caller;

async function done(asked: Promise<{ status: boolean }>): Promise<void> {
  expect(await asked).toMatchObject({ status: true });
}
