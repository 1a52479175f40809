import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkPush, subscribePush } from "#contract/push.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { makePushBench, type Subscription } from "#test/support/pushBench.ts";

const DAY = 24 * 60 * 60;

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let bench: ReturnType<typeof makePushBench>;
let member: TestMember;
let browser: Browser;
let own: Subscription;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PUSH_TIMEOUT_MS: "500" });
  issuer = makeIssuerBench(world);
  bench = makePushBench(world);
});
/** A browser that has stood for texts since yesterday. */
beforeEach(async () => {
  member = await world.makeMember({ card: { balance: 20_000_00n } });
  browser = await world.signIn(member);
  own = await bench.turnOn(member, browser);
  await drainJobs(world.app);
  world.passSeconds(DAY + 1);
  browser = await world.signIn(member, browser);
});
afterAll(() => world.close());

const params = () => ({ guid: member.guid });

async function purchaseTexts(): Promise<number> {
  await issuer.send(issuer.purchase(member, "1500.00", { merchant: "SARI-SARI" }));
  await drainJobs(world.app);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  return texts.filter((text) => text.includes("paid at")).length;
}

async function toldOfIt(): Promise<number> {
  await drainJobs(world.app);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  return texts.filter((text) => text.includes("were turned on")).length;
}

/** The rows of the trail, and of what the member reads. */
async function recorded(): Promise<[number, number]> {
  const trail = await world.app.db
    .selectFrom("audit_event")
    .select("id")
    .where("action", "=", "push_turned_on")
    .where("actor", "=", member.guid)
    .execute();
  const activity = await world.app.db
    .selectFrom("member_activity")
    .select("id")
    .where("kind", "=", "push_turned_on")
    .where("member_id", "=", member.id)
    .execute();
  return [trail.length, activity.length];
}

test.each(["endpoint", "p256dh", "auth"] as const)(
  "S348 whoever took over a session and has another %s pushed to stands for no text before the pause ends, is told by text and stands in the record",
  async (part) => {
    expect(await toldOfIt()).toBe(1);
    const other = await bench.subscribe();
    await bench.turnOn(member, browser, { ...own, [part]: other[part] });
    expect(await toldOfIt()).toBe(2);
    expect(await recorded()).toEqual([2, 2]);
    expect(await purchaseTexts()).toBe(1);
  },
);

test("S348 the same again goes on standing for texts: a row of the record, and no text", async () => {
  await bench.turnOn(member, browser, own);
  expect(await toldOfIt()).toBe(1);
  expect(await recorded()).toEqual([2, 2]);
  expect(await purchaseTexts()).toBe(0);
});

test("S348 another address in place of one that is gone has its own pause, and is told by text", async () => {
  await bench.end(own);
  expect(await purchaseTexts()).toBe(0);
  const body = { endpoint: null };
  expect(await world.call(checkPush, { params: params(), body }, browser)).toMatchObject({
    result: { state: "renew" },
  });
  await bench.turnOn(member, browser);
  expect(await toldOfIt()).toBe(2);
  expect(await recorded()).toEqual([2, 2]);
  expect(await purchaseTexts()).toBe(1);
});

test.each(["https://a:99999/x", "https://999.1.1.1/x", "https://fcm.googleapis.com:70000/fcm/a"])(
  "S350 %s, which looks like an address and is none, is nobody's and never taken",
  async (endpoint) => {
    const check = { params: params(), body: { endpoint } };
    expect(await world.call(checkPush, check, browser)).toMatchObject({
      result: { state: "renew" },
    });
    const subscribe = { params: params(), body: { ...own, endpoint } };
    expect(await world.call(subscribePush, subscribe, browser)).toMatchObject({
      status: false,
      code: "push_not_taken",
    });
  },
);
