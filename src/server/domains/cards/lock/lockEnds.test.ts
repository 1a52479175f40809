import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockCard, setLockEnd, unlockCard } from "#contract/cardSettings.ts";
import { lockEndsAt } from "#contract/cardLocks.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import type { Browser } from "#test/support/browser.ts";
import { atIssuer, countCalls, settingsOf } from "#test/support/cardUse.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";
import { endCardLocks } from "./endCardLocks.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "500" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  member = await world.makeMember({ card: { balance: 5_000_00n } });
  browser = await world.signIn(member);
});

const params = () => ({ params: { guid: member.guid } });
const lock = () => world.call(lockCard, params(), browser);
const ends = (end: "by_hand" | "hour" | "tomorrow" | "day") =>
  world.call(setLockEnd, { ...params(), body: { ends: end } }, browser);
const settings = () => settingsOf(world, member, browser);

/** Whose session is over by then signs in anew. */
async function later(seconds: number): Promise<void> {
  world.passSeconds(seconds);
  browser = await world.signIn(member);
}

/** The worker's turn, twice at once as with two workers. */
async function work(): Promise<void> {
  await Promise.all([endCardLocks(world.app), endCardLocks(world.app)]);
  await Promise.all([sweepCardOrders(world.app), sweepCardOrders(world.app)]);
}

async function told(): Promise<number> {
  const rows = await world.app.db
    .selectFrom("notification")
    .select("id")
    .where("member_id", "=", member.id)
    .where("kind", "=", "card_lock_over")
    .execute();
  return rows.length;
}

const events = async () =>
  (
    await world.app.db
      .selectFrom("card_event as e")
      .innerJoin("card as c", "c.id", "e.card_id")
      .select(["e.event", "e.actor_kind"])
      .where("c.member_id", "=", member.id)
      .orderBy("e.id")
      .execute()
  ).map(({ event, actor_kind }) => `${event} ${actor_kind}`);

test("S358 a lock of an hour ends at its time, at the issuer as well, once, and is told", async () => {
  await lock();
  expect(await ends("hour")).toMatchObject({ status: true });
  const { lockEndsAt: end } = await settings();
  expect(new Date(end ?? 0).getTime() - world.app.now().getTime()).toBeCloseTo(3_600_000, -4);
  await later(3_590);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1 });
  await later(20);
  await work();
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 0, lockEndsAt: null });
  expect(await atIssuer(world, member)).toMatchObject({ state: "active" });
  expect(await events()).toEqual(["lock_card member", "lock_over job"]);
  expect(await told()).toBe(1);
});

test("S358 what was said last counts: put off, for good, or opened by hand before", async () => {
  await lock();
  await ends("hour");
  await ends("day");
  await later(3_700);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1 });
  await ends("by_hand");
  await later(90_000);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1, lockEndsAt: null });
  await ends("hour");
  await world.call(unlockCard, params(), browser);
  expect(await settings()).toMatchObject({ memberLocked: 0, lockEndsAt: null });
  expect(await ends("hour")).toMatchObject({ httpStatus: 409, code: "card_not_locked" });
  // A lock of later has no end of before.
  await lock();
  await later(7_200);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1, lockEndsAt: null });
  expect(await told()).toBe(0);
});

test("S358 it ends once where the issuer is away at its time, and not while staff or a freeze lock the card", async () => {
  await lock();
  await ends("hour");
  await fault(world, "down");
  await later(3_700);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1, lockPending: "unlock" });
  // Its end is not put off any more: the issuer is asked already.
  expect(await ends("day")).toMatchObject({ httpStatus: 409, code: "card_not_locked" });
  await fault(world, "ok");
  const seen = countCalls(world.app, "lock");
  for (let round = 0; round < 4; round += 1) {
    world.passSeconds(20);
    await work();
  }
  expect(await settings()).toMatchObject({ memberLocked: 0 });
  expect(seen.calls).toBe(0);
  expect(await told()).toBe(1);

  await lock();
  await ends("hour");
  const force = (also: { admin_locked?: boolean; freeze_locked?: boolean }) =>
    asAdmin(world.database.adminUrl, (owner) => forceCard(owner, member.guid, also));
  await force({ admin_locked: true });
  await later(3_700);
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1, lockPending: null });
  await force({ admin_locked: false, freeze_locked: true });
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 1, lockPending: null });
  await force({ freeze_locked: false });
  await work();
  expect(await settings()).toMatchObject({ memberLocked: 0 });
});

test("S358 tomorrow is the next morning in Manila, whatever the hour", () => {
  const at = (now: string) => lockEndsAt("tomorrow", new Date(now))?.toISOString();
  expect(at("2026-11-21T15:59:00Z")).toBe("2026-11-22T00:00:00.000Z");
  expect(at("2026-11-21T16:01:00Z")).toBe("2026-11-23T00:00:00.000Z");
});
