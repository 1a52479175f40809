import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { activateCard, requestCard } from "#contract/cardApplication.ts";
import { lockCard, unlockCard } from "#contract/cardSettings.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { atIssuer, countCalls, profileOf, settingsOf } from "#test/support/cardUse.ts";
import { goodCardFields } from "#test/support/goodCardFields.ts";
import { cardNumberOf, type MemberOptions, type TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";

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

const params = () => ({ params: { guid: member.guid } });
const lock = () => world.call(lockCard, params(), browser);
const unlock = () => world.call(unlockCard, params(), browser);

/** Sweeps until nothing is due, the clock moving on. */
async function sweep() {
  for (let round = 0; round < 4; round += 1) {
    world.passSeconds(20);
    await sweepCardOrders(world.app);
  }
}

async function buy(): Promise<string> {
  const answer = await fetch(new URL("/card/purchase", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountNo: member.cardAccountNo, amount: "100.00", merchant: "Shop" }),
  });
  const { reason = "approved" } = (await answer.json()) as { reason?: string };
  return reason;
}

type StaffEvent = "admin_lock" | "admin_unlock" | "reactivate";

async function moves(event: StaffEvent, kind: CardActor["kind"] = "staff"): Promise<void> {
  await transact(world.app.db, async (tx) => {
    const { id } = await tx
      .selectFrom("card")
      .select("id")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    await moveCard(tx, {
      cardId: id,
      event,
      actor: { kind, name: "somebody" },
      reason: "test",
      at: world.app.now(),
      correlationId: "test",
    });
  });
}

test("T26 N02 S084 a lock holds at the issuer when the switch says so, and so does its lifting", async () => {
  expect(await buy()).toBe("approved");
  expect(await lock()).toMatchObject({ status: true, message: "Successfully locked the card" });
  expect(await buy()).toBe("member_locked");
  expect(await profileOf(world, member, browser)).toMatchObject({ memberLocked: 1 });
  expect(await settingsOf(world, member, browser)).toMatchObject({
    memberLocked: 1,
    lockPending: null,
  });
  expect(await unlock()).toMatchObject({ status: true, message: "Successfully unlocked the card" });
  expect(await buy()).toBe("approved");
  expect(await profileOf(world, member, browser)).toMatchObject({ memberLocked: 0 });
});

test("S084 locking what is locked is a success that asks nobody; so are ten at once", async () => {
  const seen = countCalls(world.app, "lock");
  const answers = await Promise.all(Array.from({ length: 10 }, lock));
  expect(answers.filter(({ status }) => status)).toHaveLength(10);
  expect(seen.references.size).toBe(1);
  const { calls } = seen;
  expect(await lock()).toMatchObject({ status: true });
  expect(seen.calls).toBe(calls);
  const events = await world.app.db
    .selectFrom("card_event as e")
    .innerJoin("card as c", "c.id", "e.card_id")
    .select(["e.event", "e.actor_kind", "e.actor"])
    .where("c.member_id", "=", member.id)
    .execute();
  expect(events).toEqual([{ event: "lock_card", actor_kind: "member", actor: member.guid }]);
});

/** Neither the member nor anything that runs by itself. */
async function expectForStaffOnly(event: StaffEvent): Promise<void> {
  for (const kind of ["member", "issuer", "job"] as const) {
    await expect(moves(event, kind)).rejects.toThrow(`${event} is not for ${kind}`);
  }
}

test("W16 S084 the member's switch never lifts a lock of the staff, and lives beside it", async () => {
  await lock();
  await moves("admin_lock");
  for (const answer of [await unlock(), await lock()]) {
    expect(answer).toMatchObject({ status: false, httpStatus: 409, code: "card_admin_locked" });
  }
  expect(await profileOf(world, member, browser)).toMatchObject({
    memberLocked: 1,
    adminLocked: 1,
  });
  await expectForStaffOnly("admin_unlock");
  await moves("admin_unlock");
  expect(await profileOf(world, member, browser)).toMatchObject({
    memberLocked: 1,
    adminLocked: 0,
  });
  expect(await unlock()).toMatchObject({ status: true });
});

test("W16 a deactivated card is taken into use again by staff alone, whatever its member asks for", async () => {
  await enter({ status: "deactivated" });
  const { atm_pin } = goodCardFields;
  const plastic = { visa_card_no: cardNumberOf(member.cardAccountNo ?? ""), atm_pin };
  for (const answer of [
    await lock(),
    await unlock(),
    await world.call(requestCard, params(), browser),
    await world.call(activateCard, { ...params(), body: plastic }, browser),
  ]) {
    expect(answer).toMatchObject({ status: false, httpStatus: 409, code: "card_deactivated" });
  }
  await expectForStaffOnly("reactivate");
  expect(await profileOf(world, member, browser)).toMatchObject({ cardStatus: 2 });
  await moves("reactivate");
  expect(await profileOf(world, member, browser)).toMatchObject({ cardStatus: 1 });
});

test.each([
  ["suspended", "card_suspended"],
  ["deactivated", "card_deactivated"],
  ["for_pickup", "card_state"],
] as const)("S072 N02 a card that is %s is not locked: %s", async (status, code) => {
  await enter({ status });
  for (const answer of [await lock(), await unlock()]) {
    expect(answer).toMatchObject({ status: false, httpStatus: 409, code });
  }
});

test("S072 N02 who has no card has none to lock", async () => {
  member = await world.makeMember({ card: null });
  browser = await world.signIn(member);
  expect(await lock()).toMatchObject({ status: false, code: "no_eon_account" });
});

test.each([["down"], ["timeout"], ["error"], ["late"]])(
  "S084 while the issuer is %s the member hears so, and the lock comes without another click",
  async (mode) => {
    await fault(world, mode, { delaySeconds: 10 });
    expect(await lock()).toMatchObject({
      status: false,
      httpStatus: 503,
      code: "issuer_unavailable",
    });
    expect(await settingsOf(world, member, browser)).toMatchObject({
      memberLocked: 0,
      lockPending: "lock",
    });
    expect(await lock()).toMatchObject({ status: false, code: "issuer_unavailable" });
    await fault(world, "ok");
    await sweep();
    expect(await settingsOf(world, member, browser)).toMatchObject({
      memberLocked: 1,
      lockPending: null,
    });
    expect((await atIssuer(world, member)).memberLocked).toBe(true);
    const orders = await ordersOf(member);
    expect(orders).toEqual([{ kind: "lock", state: "done" }]);
  },
);

test("S084 what was asked last wins, whatever was lost on the way", async () => {
  await lock();
  // It was unlocked at the issuer, and nobody heard of it.
  await fault(world, "timeout");
  expect(await unlock()).toMatchObject({ code: "issuer_unavailable" });
  expect(await lock()).toMatchObject({ code: "issuer_unavailable" });
  expect(await unlock()).toMatchObject({ code: "issuer_unavailable" });
  expect(await lock()).toMatchObject({ code: "issuer_unavailable" });
  await fault(world, "ok");
  await sweep();
  expect((await atIssuer(world, member)).memberLocked).toBe(true);
  expect(await settingsOf(world, member, browser)).toMatchObject({
    memberLocked: 1,
    lockPending: null,
  });
});

test("S084 a lock of the staff that comes between leaves the member's flag as it was, on both sides", async () => {
  await fault(world, "down");
  await lock();
  await moves("admin_lock");
  await fault(world, "ok");
  await sweep();
  expect((await atIssuer(world, member)).memberLocked).toBe(false);
  expect(await profileOf(world, member, browser)).toMatchObject({
    memberLocked: 0,
    adminLocked: 1,
  });
  expect(await settingsOf(world, member, browser)).toMatchObject({ lockPending: null });
});

test("S084 a lock that was under way when the plastic was replaced holds for the new one", async () => {
  await fault(world, "down");
  await lock();
  await fault(world, "ok");
  const accountNo = member.cardAccountNo ?? "";
  const plastic = (token: string, state: string) => ({ kind: "kit", state, token, accountNo });
  await fetch(new URL("/sandbox/cards", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      plastics: [plastic(`TK${accountNo}`, "replaced"), plastic(`TKN${accountNo}`, "active")],
    }),
  });
  await world.app.db
    .updateTable("card")
    .set({ token: `TKN${accountNo}` })
    .where("member_id", "=", member.id)
    .execute();
  await sweep();
  const card = await world.app.issuer.cardState(`TKN${accountNo}`);
  expect(card).toMatchObject({ kind: "card", memberLocked: true });
  expect(await settingsOf(world, member, browser)).toMatchObject({
    memberLocked: 1,
    lockPending: null,
  });
});

test("S084 an order to the issuer is final in the database, and is never lost", async () => {
  await lock();
  const change = (set: string) =>
    world.app.pool.query(`update card_order set ${set} where card_id in
      (select id from card where member_id = ${member.id})`);
  await expect(change("state = 'refused'")).rejects.toThrow(/is final/);
  await expect(change("detail = '{}'")).rejects.toThrow(/permission denied/);
  await expect(world.app.pool.query("delete from card_order")).rejects.toThrow(/permission denied/);
});

async function ordersOf({ id }: TestMember) {
  return world.app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select(["o.kind", "o.state"])
    .where("c.member_id", "=", id)
    .orderBy("o.id")
    .execute();
}
