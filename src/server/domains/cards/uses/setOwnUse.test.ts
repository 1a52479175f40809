import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockCard, setCardUse } from "#contract/cardSettings.ts";
import { CARD_USES, type CardUse } from "#contract/cardUses.ts";
import { getNotifications } from "#contract/notifications.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import type { Browser } from "#test/support/browser.ts";
import { settingsOf } from "#test/support/cardUse.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", ISSUER_TIMEOUT_MS: "500" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  member = await world.makeMember({ card: { balance: 5_000_00n } });
  browser = await world.signIn(member);
});

const turn = (use: CardUse, isOn: boolean) =>
  world.call(
    setCardUse,
    { params: { guid: member.guid }, body: { use, position: isOn ? "on" : "off" } },
    browser,
  );

const shown = async () => {
  const { usesOff, usesPending } = await settingsOf(world, member, browser);
  return { usesOff, usesPending };
};

/** What the card is told at the issuer's: 'approved', or why not. */
async function use(where: "purchase" | "withdrawal", more: object = {}): Promise<string> {
  const answer = await fetch(new URL(`/card/${where}`, world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      accountNo: member.cardAccountNo,
      amount: "100.00",
      merchant: "Shop",
      ...more,
    }),
  });
  const { reason = "approved" } = (await answer.json()) as { reason?: string };
  return reason;
}

/** Each use, with what it is told while it is switched on and the card is otherwise in order. */
const TRIES: Record<CardUse, readonly [where: "purchase" | "withdrawal", more: object]> = {
  store: ["purchase", { channel: "store" }],
  online: ["purchase", { channel: "online" }],
  // Without its PIN no machine pays: the switch is looked at before.
  cash: ["withdrawal", {}],
  abroad: ["purchase", { channel: "store", country: "SG" }],
};
const FREE: Record<CardUse, string> = {
  store: "approved",
  online: "approved",
  cash: "wrong_pin",
  abroad: "approved",
};

async function tryAll() {
  const said: Partial<Record<CardUse, string>> = {};
  for (const one of CARD_USES) said[one] = await use(...TRIES[one]);
  return said;
}

/** Sweeps until nothing is due, the clock moving on. */
async function sweep() {
  for (let round = 0; round < 4; round += 1) {
    world.passSeconds(20);
    await sweepCardOrders(world.app);
  }
}

test.each(CARD_USES)(
  "S334 what is switched off is declined at the issuer, and nothing else: %s",
  async (off) => {
    expect((await turn(off, false)).status).toBe(true);
    expect(await shown()).toEqual({ usesOff: [off], usesPending: null });
    const said = await tryAll();
    // A purchase in a store abroad needs both switches.
    const barred = off === "store" ? ["store", "abroad"] : [off];
    const expected = CARD_USES.map((one) => [one, barred.includes(one) ? `${off}_off` : FREE[one]]);
    expect(Object.entries(said)).toEqual(expected);
    expect((await turn(off, true)).status).toBe(true);
    expect(await shown()).toEqual({ usesOff: [], usesPending: null });
    expect(await use(...TRIES[off])).toBe(FREE[off]);
  },
);

test("S334 an issuer that does not answer is asked again until it holds, and what was asked last is what holds", async () => {
  await fault(world, "down");
  expect(await turn("online", false)).toMatchObject({ code: "issuer_unavailable" });
  expect(await turn("abroad", false)).toMatchObject({ code: "issuer_unavailable" });
  expect(await turn("online", true)).toMatchObject({ code: "issuer_unavailable" });
  expect(await shown()).toEqual({ usesOff: [], usesPending: ["abroad"] });
  await fault(world, "ok");
  await sweep();
  expect(await shown()).toEqual({ usesOff: ["abroad"], usesPending: null });
  expect(await use(...TRIES.online)).toBe("approved");
  expect(await use(...TRIES.abroad)).toBe("abroad_off");
});

test("S334 two switches turned at once both end as they were turned", async () => {
  const ends = await Promise.all([turn("store", false), turn("cash", false)]);
  expect(ends.map(({ status }) => status)).toEqual([true, true]);
  expect(await shown()).toEqual({ usesOff: ["store", "cash"], usesPending: null });
});

test("S334 a locked card's switches stay as they are", async () => {
  await world.call(lockCard, { params: { guid: member.guid } }, browser);
  expect(await turn("online", false)).toMatchObject({ code: "card_member_locked" });
  expect(await shown()).toEqual({ usesOff: [], usesPending: null });
});

test("S335 a use that was declined for a switch names it and leads to it", async () => {
  const issuer = makeIssuerBench(world);
  await issuer.send({
    ...issuer.purchase(member, "250.00", { merchant: "Tindahan" }),
    type: "card.authorization",
    outcome: "declined",
    reason: "online_off",
  });
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  const listed = answer.status ? Object.values(answer.results) : [];
  expect(listed.filter(({ declined }) => declined === 1)).toEqual([
    expect.objectContaining({
      message: expect.stringContaining("you switched off purchases online"),
      leadsTo: "card_settings",
    }),
  ]);
});
