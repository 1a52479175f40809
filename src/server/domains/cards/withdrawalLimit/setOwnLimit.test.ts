import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import { setWithdrawalLimit } from "#contract/cardSettings.ts";
import { getNotifications } from "#contract/notifications.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { type CardMove, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith, atIssuer, settingsOf } from "#test/support/cardUse.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";
import { startRaisedLimits } from "./startRaisedLimits.ts";

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

const set = (amount: string, code: { pinId?: string; pin?: string } = {}) =>
  world.call(setWithdrawalLimit, { body: { transaction_limit: amount, ...code } }, browser);

const approve = (amount: string) =>
  approveWith(world, member, browser, { kind: "raise_limit", amount });

/** What the worker does. */
async function work() {
  await startRaisedLimits(world.app);
  await sweepCardOrders(world.app);
}

const limitAtIssuer = async () => (await atIssuer(world, member)).withdrawalLimit;

test("T29 N11 S083 a cut works at once, at the issuer too, for no other card; 0 is no cash", async () => {
  const other = await world.makeMember({ card: {} });
  const { withdrawalLimit: theirs } = await atIssuer(world, other);
  expect(await set("5000.00")).toMatchObject({
    status: true,
    // The page has words of its own.
    message: "",
    result: { transactionLimit: 5_000_00n, pendingLimit: null },
  });
  expect(await limitAtIssuer()).toBe(5_000_00n);
  expect(await set("0")).toMatchObject({ status: true, result: { transactionLimit: 0n } });
  expect(await limitAtIssuer()).toBe(0n);
  expect(await settingsOf(world, member, browser)).toMatchObject({ transactionLimit: 0n });
  expect((await atIssuer(world, other)).withdrawalLimit).toBe(theirs);
});

test("S083 a raise needs a code for exactly this amount, and starts after 24 hours", async () => {
  expect(await set("30000")).toMatchObject({ httpStatus: 422, code: "otp_needed" });
  const code = await approve("30000.00");
  expect(await set("30000.01", code)).toMatchObject({ httpStatus: 422, code: "otp_not_for_this" });
  expect(await set("30000", code)).toMatchObject({ httpStatus: 422, code: "otp_not_for_this" });
  world.passSeconds(61);
  const answer = await set("30000", await approve("30000"));
  expect(answer).toMatchObject({
    status: true,
    result: { transactionLimit: 20_000_00n, pendingLimit: { amount: 30_000_00n } },
  });
  const { pendingLimit } = await settingsOf(world, member, browser);
  const startsAt = new Date(pendingLimit?.startsAt ?? 0).getTime();
  expect(startsAt).toBeCloseTo(world.app.now().getTime() + DAY_SECONDS * 1000, -4);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts[0]).toContain("withdrawal limit will be PHP 30,000.00 from Nov 22, 2026");

  world.setTime(new Date(startsAt - 60_000));
  await work();
  browser = await world.signIn(member, browser);
  expect(await settingsOf(world, member, browser)).toMatchObject({ transactionLimit: 20_000_00n });
  world.setTime(new Date(startsAt));
  await work();
  expect(await settingsOf(world, member, browser)).toMatchObject({
    transactionLimit: 30_000_00n,
    pendingLimit: null,
  });
  expect(await limitAtIssuer()).toBe(30_000_00n);
  await work();
  const orders = await world.app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("o.reference")
    .where("c.member_id", "=", member.id)
    .execute();
  expect(orders).toHaveLength(1);
});

test("S083 a cut takes back a raise that has not started; so does the limit that is", async () => {
  await set("30000", await approve("30000"));
  expect(await set("20000")).toMatchObject({ result: { pendingLimit: null } });
  world.passSeconds(61);
  await set("30000", await approve("30000"));
  expect(await set("10000")).toMatchObject({
    result: { transactionLimit: 10_000_00n, pendingLimit: null },
  });
  world.passSeconds(DAY_SECONDS);
  await work();
  expect(await limitAtIssuer()).toBe(10_000_00n);
});

test("S083 above the programme's ceiling there is an error on the field, with or without a code", async () => {
  const answer = await set("50000.01");
  expect(answer).toMatchObject({ httpStatus: 422, code: "withdrawal_limit_too_high" });
  expect(answer).toMatchObject({
    errors: [{ param: "transaction_limit", msg: "The most is ₱50,000.00 a day." }],
  });
  const intent = { kind: "raise_limit" as const, amount: "50000.01" };
  const sent = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
  expect(sent).toMatchObject({ code: "withdrawal_limit_too_high" });
  expect(await set("50000", await approve("50000"))).toMatchObject({ status: true });
});

test("S083 ten raises at once with one code are one raise", async () => {
  const code = await approve("25000");
  const answers = await Promise.all(Array.from({ length: 10 }, () => set("25000", code)));
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
});

test.each([
  [{ memberLocked: true }, "card_member_locked"],
  [{ adminLocked: true }, "card_admin_locked"],
  [{ status: "suspended" }, "card_suspended"],
  [{ status: "deactivated" }, "card_deactivated"],
] as const)("S072 N10 no limit is set for a card that is %j: %s", async (card, code) => {
  await enter(card);
  expect(await set("1000")).toMatchObject({ httpStatus: 409, code });
});

test.each([["down"], ["timeout"], ["error"]])(
  "S083 while the issuer is %s a cut goes on by itself, and is not undone by what follows",
  async (mode) => {
    await fault(world, mode);
    expect(await set("7000")).toMatchObject({ httpStatus: 503, code: "limit_change_open" });
    expect(await settingsOf(world, member, browser)).toMatchObject({ limitPending: 7_000_00n });
    // It may be 7,000 at the issuer already: more than that is a raise.
    expect(await set("20000")).toMatchObject({ code: "otp_needed" });
    expect(await set("6000")).toMatchObject({ code: "limit_change_open" });
    await fault(world, "ok");
    for (let round = 0; round < 4; round += 1) {
      world.passSeconds(20);
      await sweepCardOrders(world.app);
    }
    expect(await settingsOf(world, member, browser)).toMatchObject({ transactionLimit: 6_000_00n });
    expect(await limitAtIssuer()).toBe(6_000_00n);
  },
);

async function limitWithUs(): Promise<bigint> {
  const { limit } = await world.app.db
    .selectFrom("card")
    .select("withdrawal_limit_centavos as limit")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return limit;
}

async function moves(move: Pick<CardMove, "event" | "actor">): Promise<void> {
  await transact(world.app.db, async (tx) => {
    const { id: cardId } = await tx
      .selectFrom("card")
      .select("id")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const at = world.app.now();
    await moveCard(tx, { ...move, cardId, reason: "test", at, correlationId: "test" });
  });
}

test.each([
  ["admin_lock", "admin_unlock", "staff"],
  ["suspend", "unsuspend", "issuer"],
  ["deactivate", "reactivate", "staff"],
] as const)(
  "S083 a raise that was asked for before %s never starts",
  async (stops, frees, kind) => {
    await set("30000", await approve("30000"));
    await moves({ event: stops, actor: { kind, name: "somebody" } });
    world.passSeconds(DAY_SECONDS);
    await work();
    await moves({ event: frees, actor: { kind: "staff", name: "somebody" } });
    await work();
    expect(await limitWithUs()).toBe(20_000_00n);
    expect(await notices()).toEqual([
      expect.stringContaining("₱30,000.00 will not start"),
      expect.stringContaining("will be PHP 30,000.00"),
    ]);
  },
);

/** What the member reads of limits in the portal, newest first. */
async function notices(): Promise<string[]> {
  browser = await world.signIn(member, browser);
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  const texts = Object.entries(answer.results).toSorted(([a], [b]) => Number(b) - Number(a));
  return texts.map(([, { message }]) => message).filter((text) => text.includes("limit"));
}

test("S083 who locks a card without a raise is told of none", async () => {
  await moves({ event: "admin_lock", actor: { kind: "staff", name: "somebody" } });
  expect(await notices()).toEqual([]);
});

test("S083 a raise waits until the member has unlocked the card", async () => {
  await set("30000", await approve("30000"));
  await moves({ event: "lock_card", actor: { kind: "member", name: member.guid } });
  world.passSeconds(DAY_SECONDS);
  await work();
  expect(await limitWithUs()).toBe(20_000_00n);
  await moves({ event: "unlock_card", actor: { kind: "member", name: member.guid } });
  await work();
  expect(await limitAtIssuer()).toBe(30_000_00n);
});
