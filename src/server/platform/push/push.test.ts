import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  checkPush,
  endPush,
  getPush,
  type PushedBrowser,
  showAmountsInPush,
  subscribePush,
} from "#contract/push.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { setNoticeChoices } from "#contract/noticeChoices.ts";
import { forgetDevice, getDevices, signOutElsewhere } from "#contract/safety.ts";
import { transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { textUnlessPushed } from "#server/platform/notifications/textUnlessPushed.ts";
import type { Browser } from "#test/support/browser.ts";
import { readKeyUse } from "#server/platform/keys/keyUse.ts";
import { type KeyStep, stepKey } from "#server/platform/keys/stepKey.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { makePushBench } from "#test/support/pushBench.ts";
import { asAdmin } from "#test/support/testDb.ts";

const DAY = 24 * 60 * 60;

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let bench: ReturnType<typeof makePushBench>;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PUSH_TIMEOUT_MS: "500" });
  issuer = makeIssuerBench(world);
  bench = makePushBench(world);
});
beforeEach(async () => {
  await bench.fault("ok");
  member = await world.makeMember({ card: { balance: 20_000_00n } });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const params = () => ({ guid: member.guid });
const turnOn = (of = browser) => bench.turnOn(member, of);

async function tell(kind: "password_changed" | "transfer_credited" = "password_changed") {
  await transact(world.app.db, (tx) =>
    notify(tx, {
      memberId: member.id,
      kind,
      params:
        kind === "password_changed" ? {} : { amount: "₱1,234.00", refNo: "OT261121-0000000001" },
      at: world.app.now(),
    }),
  );
  await drainJobs(world.app);
}

async function browsersOf(of = browser): Promise<PushedBrowser[]> {
  const answer = await world.call(getPush, { params: params() }, of);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.browsers;
}

const textsAboutPurchases = async () =>
  (await world.textsTo(member.mobileNumber ?? "")).filter((text) => text.includes("paid at"));

const buy = async () => {
  await issuer.send(issuer.purchase(member, "1500.00", { merchant: "SARI-SARI" }));
  await drainJobs(world.app);
};

/** The minute is over. */
async function minuteLater(): Promise<void> {
  const jobs = await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query<{ payload: unknown }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'text_unless_pushed' returning j.payload`,
    ),
  );
  for (const { payload } of jobs.rows) await textUnlessPushed(world.app, payload);
}

test("S346 a notice is pushed to the browser that the member chose, encrypted for it alone, and kept no longer than it is of use", async () => {
  const subscriber = await turnOn();
  expect(await browsersOf()).toMatchObject([{ isThis: true, lastPushedAt: null }]);
  await drainJobs(world.app);
  await tell();
  const [newest] = await bench.pushesTo(subscriber);
  expect(newest).toMatchObject({ urgency: "normal", ttl: DAY });
  expect(bench.wordsOf(newest)).toMatchObject({
    body: "Your password was changed. If this was not you, call us at once.",
    lang: "en",
    opens: "dashboard",
    tag: expect.stringMatching(/^notice-\d+$/),
  });
  // The member hears of it by text as well: whoever was in the session might have done it.
  expect((await world.textsTo(member.mobileNumber ?? ""))[0]).toContain(
    "notifications of your account were turned on",
  );
  expect(await browsersOf()).toMatchObject([{ lastPushedAt: expect.any(String) }]);
});

test("S347 a pushed notice tells no amount on a locked screen until the member chooses it", async () => {
  const subscriber = await turnOn();
  await tell("transfer_credited");
  const words = async () => bench.wordsOf((await bench.pushesTo(subscriber))[0]);
  expect(await words()).toMatchObject({
    body: "There is news about your money. Open to read it.",
    opens: "OT261121-0000000001",
  });
  const body = { showsAmounts: true };
  await world.call(showAmountsInPush, { params: params(), body }, browser);
  await tell("transfer_credited");
  expect(await words()).toMatchObject({
    body: "₱1,234.00 is now on your card. Ref. OT261121-0000000001.",
  });
});

test("S348 a purchase is told by push in place of the text once the browser has been the member's for a day, and by both before", async () => {
  const subscriber = await turnOn();
  await buy();
  expect(await textsAboutPurchases()).toHaveLength(1);
  expect(await bench.pushesTo(subscriber)).not.toEqual([]);

  world.passSeconds(DAY + 1);
  browser = await world.signIn(member, browser);
  await buy();
  await minuteLater();
  await drainJobs(world.app);
  expect(await textsAboutPurchases()).toHaveLength(1);
  const [newest] = await bench.pushesTo(subscriber);
  expect(newest).toMatchObject({ urgency: "high" });
  expect(bench.wordsOf(newest)).toMatchObject({
    body: "Your card was used. Open to see for what.",
  });
});

test.each(["down", "error", "timeout", "reject", "late"])(
  "S348 what a push service that is '%s' has not taken within a minute goes by text, once",
  async (mode) => {
    const subscriber = await turnOn();
    world.passSeconds(DAY + 1);
    await drainJobs(world.app);
    const before = await bench.pushesTo(subscriber);
    await bench.fault(mode);
    await buy();
    expect(await textsAboutPurchases()).toEqual([]);
    await minuteLater();
    await minuteLater();
    expect(await textsAboutPurchases()).toHaveLength(1);
    // Nothing follows the text.
    await bench.fault("ok");
    await bench.hasten();
    expect(await bench.pushesTo(subscriber)).toEqual(before);
    expect(await textsAboutPurchases()).toHaveLength(1);
  },
);

test("S348 what another browser took that is new to the account stands for no text", async () => {
  const own = await turnOn();
  world.passSeconds(DAY + 1);
  const thief = await world.signIn(member);
  const stolen = await turnOn(thief);
  await bench.end(own);
  await buy();
  expect(await bench.pushesTo(stolen)).not.toEqual([]);
  await minuteLater();
  expect(await textsAboutPurchases()).toHaveLength(1);
});

test("S349 a busy service is asked again when it says, and a browser that is gone never again", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = (await bench.pushesTo(subscriber)).length;
  await bench.fault("late", 120);
  await tell();
  expect(await bench.waitingSeconds()).toBeGreaterThan(110);
  await bench.fault("ok");
  await bench.hasten();
  expect(await bench.pushesTo(subscriber)).toHaveLength(before + 1);

  await bench.end(subscriber);
  await tell();
  expect(await browsersOf()).toEqual([]);
  const endpoint = subscriber.endpoint;
  expect(
    await world.call(checkPush, { params: params(), body: { endpoint } }, browser),
  ).toMatchObject({ result: { state: "renew" } });
});

test.each([
  "http://fcm.googleapis.com/fcm/send/a",
  "https://fcm.googleapis.com:8443/fcm/send/a",
  "https://fcm.googleapis.com.evil.test/a",
  "https://evil.test/fcm.googleapis.com",
  "https://notify.windows.com.evil.test/a",
  "https://xnotify.windows.com/a",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/a",
  "http://127.0.0.1:1/a",
  "https://[::1]/a",
  "https://user@fcm.googleapis.com/a",
  "https://fcm.googleapis.com@evil.test/a",
  "file:///etc/passwd",
])("S350 nothing is ever pushed to %s", async (endpoint) => {
  const keys = await bench.subscribe();
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  expect(await world.call(subscribePush, { params: params(), body }, browser)).toMatchObject({
    status: false,
    httpStatus: expect.toSatisfy((status: number) => [400, 422].includes(status)),
  });
  expect(await browsersOf()).toEqual([]);
});

test("S350 a service that is allowed no longer is not called", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = await bench.pushesTo(subscriber);
  const { PUSH_SERVICES } = world.app.config;
  Object.assign(world.app.config, { PUSH_SERVICES: "https://push.example.test" });
  await tell();
  Object.assign(world.app.config, { PUSH_SERVICES });
  expect(await bench.pushesTo(subscriber)).toEqual(before);
  expect(await browsersOf()).toEqual([]);
});

test("S350 a service that leads elsewhere is not followed there", async () => {
  const { PUSH_SERVICES } = world.app.config;
  const elsewhere = await bench.subscribe();
  const { url, close } = await bench.redirectTo(elsewhere.endpoint);
  Object.assign(world.app.config, { PUSH_SERVICES: `${PUSH_SERVICES}, ${new URL(url).origin}` });
  await bench.turnOn(member, browser, { ...elsewhere, endpoint: url });
  await tell();
  Object.assign(world.app.config, { PUSH_SERVICES });
  await close();
  expect(await bench.pushesTo(elsewhere)).toEqual([]);
});

test("S350 a key that is no point of the curve is refused", async () => {
  const { endpoint, auth } = await bench.subscribe();
  const p256dh = `B${randomBytes(64).toString("base64url").slice(0, 86)}`;
  expect(
    await world.call(
      subscribePush,
      { params: params(), body: { endpoint, p256dh, auth } },
      browser,
    ),
  ).toMatchObject({ status: false });
});

test("S351 two members on one browser: nothing of the former's is pushed there once the other has signed in", async () => {
  const subscriber = await turnOn();
  const other = await world.makeMember();
  const others = await world.signIn(other, browser);
  const endpoint = subscriber.endpoint;
  const here = { params: { guid: other.guid }, body: { endpoint } };
  expect(await world.call(checkPush, here, others)).toMatchObject({ result: { state: "off" } });
  await drainJobs(world.app);
  const before = await bench.pushesTo(subscriber);
  await tell();
  expect(await bench.pushesTo(subscriber)).toEqual(before);
});

test("S351 an address that another member subscribes is theirs alone", async () => {
  const subscription = await bench.subscribe();
  await bench.turnOn(member, browser, subscription);
  const other = await world.makeMember();
  const others = await world.signIn(other);
  await bench.turnOn(other, others, subscription);
  await drainJobs(world.app);
  expect(await browsersOf()).toEqual([]);
});

test("S352 a member sees and ends their own alone", async () => {
  await turnOn();
  const [own] = await browsersOf();
  const other = await world.makeMember();
  const others = await world.signIn(other);
  const id = own?.id ?? "";
  const end = (guid: string, of: Browser, subscriptionId = id) =>
    world.call(endPush, { params: { guid, subscriptionId } }, of);
  expect(await end(other.guid, others)).toMatchObject({ httpStatus: 404 });
  expect(await end(member.guid, browser, randomUUID())).toMatchObject({ httpStatus: 404 });
  expect(await browsersOf()).toHaveLength(1);
  expect(await end(member.guid, browser)).toMatchObject({ status: true });
  expect(await end(member.guid, browser)).toMatchObject({ status: true });
  expect(await browsersOf()).toEqual([]);
  const check = { params: params(), body: { endpoint: null } };
  expect(await world.call(checkPush, check, browser)).toMatchObject({ result: { state: "off" } });
});

test("S353 pushing ends with the device, and with signing out everywhere else", async () => {
  await turnOn();
  const laptop = await world.signIn(member);
  const answer = await world.call(getDevices, { params: params() }, laptop);
  const devices = answer.status ? answer.result : [];
  const deviceId = devices.find(({ isThis }) => !isThis)?.id ?? "";
  await turnOn(laptop);
  expect(await browsersOf(laptop)).toHaveLength(2);
  await world.call(forgetDevice, { params: { ...params(), deviceId } }, laptop);
  expect(await browsersOf(laptop)).toHaveLength(1);
  const third = await world.signIn(member);
  await world.call(signOutElsewhere, { params: params() }, third);
  expect(await browsersOf(third)).toEqual([]);
});

test("S353 pushing ends with the access, whoever ends it", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = await bench.pushesTo(subscriber);
  const frozen = await world.call(freezeAccount, {}, browser);
  expect(frozen).toMatchObject({ status: true });
  await drainJobs(world.app);
  await tell();
  expect(await bench.pushesTo(subscriber)).toEqual(before);
  const ended = await world.app.db
    .selectFrom("push_subscription")
    .select("end_reason")
    .where("member_id", "=", member.id)
    .execute();
  expect(ended).toEqual([{ end_reason: "device" }]);
});

test("S346 what did not come true is pushed to nobody", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = await bench.pushesTo(subscriber);
  const undone = transact(world.app.db, async (tx) => {
    await notify(tx, {
      memberId: member.id,
      kind: "password_changed",
      params: {},
      at: world.app.now(),
    });
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  await drainJobs(world.app);
  expect(await bench.pushesTo(subscriber)).toEqual(before);
});

test("S354 after a change of key browsers are pushed to under the one they were subscribed for, and asked to subscribe anew", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = (await bench.pushesTo(subscriber)).length;
  const step = async (which: KeyStep) => {
    await stepKey(world.app, which, "pushKey", { operator: "ana", isForced: which === "drop" });
    Object.assign(world.app, { secrets: readSecrets(world.app.config.SECRETS_FILE) });
  };
  await step("prepare");
  await step("use");
  await tell();
  expect(await bench.pushesTo(subscriber)).toHaveLength(before + 1);
  const { endpoint } = subscriber;
  const here = { params: params(), body: { endpoint } };
  expect(await world.call(checkPush, here, browser)).toMatchObject({ result: { state: "renew" } });
  const left = async () =>
    (await readKeyUse(world.app)).find(({ name }) => name === "pushKey")?.left["subscriptions"];
  expect(await left()).toBeGreaterThan(0);
  await step("drop");
  await tell();
  expect(await browsersOf()).toEqual([]);
  const renewed = await turnOn();
  await tell();
  // That it was turned on, by text as well: a new address may be anybody's.
  expect(await bench.pushesTo(renewed)).toHaveLength(2);
  expect(
    (await world.textsTo(member.mobileNumber ?? "")).filter((text) => text.includes("turned on")),
  ).toHaveLength(2);
});

test("S346 a kind of notices that the member does not want pushed stays in the portal", async () => {
  const subscriber = await turnOn();
  await drainJobs(world.app);
  const before = (await bench.pushesTo(subscriber)).length;
  const change = { group: "money_out", channel: "push", position: "off" } as const;
  const body = { changes: [change] };
  expect(await world.call(setNoticeChoices, { params: params(), body }, browser)).toMatchObject({
    status: true,
  });
  await tell("transfer_credited");
  await tell("password_changed");
  expect(await bench.pushesTo(subscriber)).toHaveLength(before + 1);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("switched off"))).toEqual([]);
});
