import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Dashboard } from "#contract/members.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { makePortalBench } from "./portalBench.ts";

// As session.test.ts: loaded when there is a page. Without IndexedDB the portal keeps in its memory.
const loadPortal = async () => ({
  ...(await import("#portal/api/freezing.ts")),
  ...(await import("#portal/api/lastBalances.ts")),
  ...(await import("#portal/api/session.ts")),
  ...(await import("#portal/api/sessionEnd.ts")),
  ...(await import("#portal/texts/texts.ts")),
});

let world: World;
let portal: Awaited<ReturnType<typeof loadPortal>>;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  member = await world.makeMember({ savings: 1_000_00n });
  other = await world.makeMember();
  await makePortalBench(world);
  portal = await loadPortal();
  for (const extent of ["signedOut", "member"] as const) await portal.loadTexts("en", extent);
});
afterAll(() => world.close());

const enter = async ({ username, password }: TestMember) => {
  world.setTime(new Date());
  const answer = await portal.signIn(username, password);
  if (answer.name !== "signed_in") throw new Error(`not signed in: ${answer.name}`);
};

const card = {
  accountNo: "990112345006",
  cardNumber: "XXXXXXXXXXXX0003",
  nameOnCard: "JUAN DELA CRUZ",
  status: 4,
  cardStatus: 4,
  persoCardStatus: 0,
  cardType: 1,
  memberLocked: 0,
  adminLocked: 0,
  balance: 7_560_75n,
} as const;
const dashboard = (change: Partial<Dashboard> = {}): Dashboard => ({
  accounts: [
    {
      name: "Savings Deposit",
      type: "savings",
      accountNumber: "200100010004",
      outstandingBalance: 1_000_00n,
      withdrawableBalance: 900_00n,
      lockedBalance: 0n,
    },
  ],
  loans: [],
  card,
  unreadNotifications: 0,
  asOf: new Date().toISOString(),
  ...change,
});

beforeEach(async () => {
  await enter(member);
  await portal.forgetBalances();
});

test("S307 nothing is kept before the member chose it; then balances, ends of numbers and the moment are, and nothing else", async () => {
  await portal.keepBalances(member.guid, dashboard());
  expect(await portal.findBalances()).toBeUndefined();
  expect(await portal.isKeepingBalances(member.guid)).toBe(false);

  await portal.chooseBalances(member.guid);
  const read = dashboard();
  await portal.keepBalances(member.guid, read);
  expect(await portal.findBalances()).toEqual({
    asOf: read.asOf,
    accounts: [{ name: "Savings Deposit", tail: "0004", withdrawable: "90000" }],
    card: { tail: "0003", balance: "756075" },
  });
  await portal.keepBalances(member.guid, dashboard({ card: { ...card, adminLocked: 1 } }));
  expect((await portal.findBalances())?.card).toBeNull();
});

test("S307 what is kept goes at log-out, when the session was ended elsewhere, after a week and when it is switched off", async () => {
  const keep = async (asOf = new Date()) => {
    await portal.keepBalances(member.guid, dashboard({ asOf: asOf.toISOString() }));
  };
  await portal.chooseBalances(member.guid);
  for (const reason of ["other_device", "invalid_token", "forbidden", "no_profile"] as const) {
    await keep();
    expect(await portal.findBalances()).toBeDefined();
    portal.endSession(reason);
    expect([reason, await portal.findBalances()]).toEqual([reason, undefined]);
    await enter(member);
  }
  // Who only put the phone away finds them again, and the choice holds for the next time.
  await keep();
  portal.endSession("expired");
  expect(await portal.findBalances()).toBeDefined();
  // What was on its way when the session ended is not kept after it.
  await keep();
  expect(await portal.findBalances()).toBeUndefined();
  await enter(member);
  await keep();
  await portal.signOut();
  expect(await portal.findBalances()).toBeUndefined();
  await enter(member);
  expect(await portal.isKeepingBalances(member.guid)).toBe(true);

  await keep(new Date(Date.now() - 8 * 24 * 60 * 60 * 1000));
  expect(await portal.findBalances()).toBeUndefined();
  await keep();
  await portal.forgetBalances();
  expect(await portal.findBalances()).toBeUndefined();
});

test("S307 another member who signs in here ends it, and so does a freeze", async () => {
  await portal.chooseBalances(member.guid);
  await portal.keepBalances(member.guid, dashboard());
  await enter(other);
  await portal.keepBalances(other.guid, dashboard());
  expect(await portal.findBalances()).toBeUndefined();
  expect(await portal.isKeepingBalances(member.guid)).toBe(false);

  await portal.chooseBalances(other.guid);
  await portal.keepBalances(other.guid, dashboard());
  expect(await portal.freeze()).toBeUndefined();
  expect(await portal.findBalances()).toBeUndefined();
  expect(await portal.isKeepingBalances(other.guid)).toBe(false);
});
