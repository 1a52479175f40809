import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { lockCard } from "#contract/cardSettings.ts";
import { getNotifications } from "#contract/notifications.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { profileOf, settingsOf } from "#test/support/cardUse.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import { TEST_ATM_PIN, type TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});
afterAll(() => world.close());
beforeEach(async () => {
  await issuer.issuerDoes("ok");
  await enter();
});

async function enter(options: Parameters<World["makeMember"]>[0] = {}) {
  member = await world.makeMember({ card: { balance: 1_000_00n }, ...options });
  browser = await world.signIn(member);
}

type Use = { amount: string; merchant?: string; pin?: string; cvv?: string; fee?: string };

/** At a machine: with this member's card. */
async function use(kind: "purchase" | "withdrawal", { merchant = "SM Cubao", ...more }: Use) {
  await fetch(new URL(`/card/${kind}`, world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountNo: member.cardAccountNo, merchant, ...more }),
  });
}

/** A CVV that does not stand on this member's plastic: each card has one of a thousand. */
async function wrongCvv(): Promise<string> {
  const address = `${world.sandbox.url}/sandbox/plastics?accountNo=${member.cardAccountNo}`;
  const held = (await (await fetch(address)).json()) as { cvv: string }[];
  expect(held).not.toEqual([]);
  return held.some(({ cvv }) => cvv === "000") ? "001" : "000";
}

async function notices(language = "en"): Promise<string[]> {
  const { body } = await world.callRaw(
    getNotifications,
    { params: { guid: member.guid } },
    browser,
    {
      headers: { "accept-language": language },
    },
  );
  const results = body["results"] as Record<string, { id: number; message: string }>;
  return Object.values(results)
    .toSorted((a, b) => b.id - a.id)
    .map(({ message }) => message);
}

const newestIn = (language: string) => notices(language).then(([message]) => message);
const newest = () => newestIn("en");
const cardStatus = () => profileOf(world, member, browser).then((profile) => profile.cardStatus);

test("a purchase and a withdrawal show in the balance and in the notices", async () => {
  await use("purchase", { amount: "120.50" });
  await expect.poll(newest).toBe("You paid ₱120.50 with your card at SM Cubao.");
  expect(await profileOf(world, member, browser)).toMatchObject({ card_balance: "879.50" });
  await use("withdrawal", {
    amount: "500.00",
    merchant: "ATM Ayala",
    pin: TEST_ATM_PIN,
    fee: "18",
  });
  await expect.poll(newest).toBe("You withdrew ₱500.00 with your card at ATM Ayala.");
  expect(await profileOf(world, member, browser)).toMatchObject({ card_balance: "361.50" });
  expect(await newestIn("fil")).toBe(
    "Nag-withdraw kayo ng ₱500.00 gamit ang inyong card sa ATM Ayala.",
  );
  expect(await issuer.atIssuer(member)).toBe(toDecimal(await issuer.cardBalance(member)));
});

test("what was declined says why, in plain words of both languages, and moves nothing", async () => {
  await use("purchase", { amount: "5000.00" });
  await expect
    .poll(newest)
    .toBe(
      "₱5,000.00 at SM Cubao was declined: there is not enough money on your card. You can top it up from your accounts.",
    );
  expect(await newestIn("fil")).toBe(
    "Hindi tinanggap ang ₱5,000.00 sa SM Cubao: kulang ang pera sa inyong card. Puwede kayong mag-top up mula sa inyong mga account.",
  );
  await use("withdrawal", { amount: "100.00", pin: "314159" });
  await expect.poll(newest).toContain("the ATM PIN was wrong");
  await use("purchase", { amount: "10.00", cvv: await wrongCvv() });
  await expect.poll(newest).toContain("the CVV was wrong");
  await world.call(lockCard, { params: { guid: member.guid } }, browser);
  await use("purchase", { amount: "10.00" });
  await expect.poll(newest).toContain("your card is locked. You can unlock it");
  await issuer.issuerDoes("reject");
  await use("purchase", { amount: "11.00" });
  await expect.poll(newest).toContain("₱11.00 at SM Cubao was declined by the card issuer");
  expect(await issuer.cardBalance(member)).toBe(1_000_00n);
});

test("S158 what was declined is told by text as well from the amount on, ten times a day at most", async () => {
  const texts = async () =>
    (await world.textsTo(member.mobileNumber ?? "")).filter((text) => text.includes("declined"));
  await issuer.send(declined({ amount: "999.99", reason: "wrong_pin" }));
  expect(await texts()).toEqual([]);
  const once = declined({ amount: "2000.00", reason: "wrong_pin" });
  await issuer.send(once);
  await issuer.send(once);
  expect(await texts()).toEqual([
    expect.stringMatching(
      /PHP 2,000\.00 at SM Cubao was declined, .+: wrong ATM PIN\. Not you\? Call .+ at once\.$/,
    ),
  ]);
  for (let round = 0; round < 12; round += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as at a terminal
    await issuer.send(declined({ amount: "2000.00", reason: "online_off" }));
  expect(await texts()).toHaveLength(10);
  // In the portal each of them stands.
  expect((await notices()).filter((message) => message.includes("declined"))).toHaveLength(14);
});

test("S362 each reason of a declined use says, or leads to, what the member can do about it", async () => {
  const ways: Record<string, [leadsTo: string | null, words: RegExp]> = {
    insufficient_funds: ["top_up", /top it up/],
    member_locked: ["card_settings", /unlock/],
    admin_locked: [null, /go to a .+ Office/],
    freeze_locked: [null, /login says how to open it again/],
    suspended: ["card_settings", /when it can be used again/],
    pin_tries: ["card_settings", /when it can be used again/],
    deactivated: ["card_settings", /what you can do/],
    expired: [null, /go to a .+ Office/],
    store_off: ["card_settings", /switch them on/],
    online_off: ["card_settings", /switch them on/],
    cash_off: ["card_settings", /switch it on/],
    abroad_off: ["card_settings", /switch it on/],
    over_limit: ["card_settings", /change the limit/],
    wrong_pin: ["forgotten_pin", /call us/],
    wrong_cvv: ["card_settings", /use that/],
    sun_spots: [null, /call us at \(/],
  };
  for (const [reason, [leadsTo, message]] of Object.entries(ways)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the newest is of this reason
    await issuer.send(declined({ reason }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
    if (!answer.status) throw new Error(answer.message);
    const [, newestOf] =
      Object.entries(answer.results).toSorted(([a], [b]) => Number(b) - Number(a))[0] ?? [];
    expect(newestOf, reason).toMatchObject({ leadsTo, message: expect.stringMatching(message) });
  }
});

test("S083 a withdrawal beyond the daily limit is declined with that reason", async () => {
  await enter({ card: { balance: 90_000_00n } });
  await use("withdrawal", { amount: "60000.00", pin: TEST_ATM_PIN });
  await expect.poll(newest).toContain("more than your daily withdrawal limit allows today");
});

const declined = (more: object = {}) => ({
  eventId: randomUUID(),
  type: "card.authorization",
  kind: "purchase",
  outcome: "declined",
  accountNumber: member.cardAccountNo,
  merchant: "SM Cubao",
  amount: "77.00",
  reason: "insufficient_funds",
  ...more,
});

test("S103 an event told ten times at once is one notice", async () => {
  const event = declined();
  const answers = await Promise.all(Array.from({ length: 10 }, () => issuer.send(event)));
  expect(new Set(answers)).toEqual(new Set([200]));
  const told = (await notices()).filter((message) => message.includes("₱77.00"));
  expect(told).toHaveLength(1);
  expect(await issuer.outcomeOf(event.eventId)).toBe("booked");
});

test("a reason that nobody knows is declined all the same; a card that nobody has is an exception", async () => {
  await issuer.send(declined({ reason: "sun_spots" }));
  expect(await newest()).toContain("was declined by the card issuer");
  const nobodys = declined({ accountNumber: "990199999999" });
  expect(await issuer.send(nobodys)).toBe(200);
  expect(await issuer.outcomeOf(nobodys.eventId)).toMatch(/^exception no such card account/);
  const approved = declined({ outcome: "approved" });
  await issuer.send(approved);
  expect((await notices()).filter((message) => message.includes("₱77.00"))).toHaveLength(1);
});

test("N08 three wrong PINs at a machine suspend the card with us too, once", async () => {
  for (let turn = 0; turn < 3; turn += 1)
    await use("withdrawal", { amount: "10.00", pin: "314159" });
  await expect.poll(cardStatus).toBe(3);
  const { suspendedUntil } = await settingsOf(world, member, browser);
  const inADay = world.app.now().getTime() + 24 * 60 * 60 * 1000;
  expect(Math.abs(new Date(suspendedUntil ?? 0).getTime() - inADay)).toBeLessThan(60_000);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("suspended"))).toHaveLength(1);
});

const suspended = (at: Date, more: object = {}) => ({
  eventId: randomUUID(),
  type: "card.suspended",
  token: `TK${member.cardAccountNo}`,
  occurredAt: at.toISOString(),
  until: new Date(at.getTime() + 24 * 60 * 60 * 1000).toISOString(),
  reason: "pin_tries",
  ...more,
});

test("a card that is suspended with us stays so as long as the issuer says", async () => {
  const at = new Date(world.app.now().getTime() - 3_600_000);
  await issuer.send(suspended(new Date(at.getTime() - 3_600_000)));
  const told = suspended(at);
  await issuer.send(told);
  const { suspendedUntil } = await settingsOf(world, member, browser);
  expect(suspendedUntil).toBe(told.until);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("suspended"))).toHaveLength(1);
});

test("an event of a suspension that comes late changes nothing: it was lifted, or it is over", async () => {
  const at = world.app.now();
  const event = suspended(at);
  expect(await issuer.send(event)).toBe(200);
  expect(await profileOf(world, member, browser)).toMatchObject({ cardStatus: 3 });
  await transact(world.app.db, async (tx) => {
    const { id } = await tx
      .selectFrom("card")
      .select("id")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const actor = { kind: "staff", name: "card.demo" } as const;
    const moved = { cardId: id, actor, reason: "", at: world.app.now(), correlationId: "test" };
    await moveCard(tx, { ...moved, event: "unsuspend" });
  });
  for (const late of [event, suspended(at), suspended(new Date(at.getTime() - 25 * 3_600_000))]) {
    expect(await issuer.send(late)).toBe(200);
  }
  expect(await profileOf(world, member, browser)).toMatchObject({ cardStatus: 1 });
  const unknown = suspended(at, { token: "TKNOBODY" });
  await issuer.send(unknown);
  expect(await issuer.outcomeOf(unknown.eventId)).toMatch(/^exception no such card/);
});
