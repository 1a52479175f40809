import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resendOtp, sendOtp, verifyOtp } from "#contract/auth.ts";
import { getBalances } from "#contract/members.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;
let own: TestMember;
let other: TestMember;
let browser: Browser;
let othersBrowser: Browser;
let before: bigint;
let counted: number;

beforeAll(async () => {
  world = await makeWorld();
  own = await world.makeMember({ savings: 10_000_00n, card: {} });
  other = await world.makeMember({ savings: 10_000_00n, card: {} });
  browser = await world.signIn(own);
  othersBrowser = await world.signIn(other);
});
afterAll(() => world.close());
beforeEach(async () => {
  // A new minute, in which nothing was denied yet.
  await world.app.db.deleteFrom("throttle").where("scope", "=", "denied").execute();
  before = (await denials(0n)).at(-1)?.id ?? 0n;
  counted = await deniedCalls();
});

function denials(after: bigint) {
  return world.app.db
    .selectFrom("audit_event")
    .select(["id", "actor_kind", "actor", "object", "detail"])
    .where("action", "=", "call_denied")
    .where("id", ">", after)
    .orderBy("id")
    .execute();
}

async function deniedCalls(): Promise<number> {
  const { values } = await world.app.metrics.deniedCalls.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** The one denial that this test caused. */
async function denial() {
  expect(await deniedCalls()).toBe(counted + 1);
  const [found, ...more] = await denials(before);
  expect(more).toEqual([]);
  return found;
}

const byMe = () => ({ actor_kind: "member", actor: own.guid });

describe("S066 the token decides who is meant; another guid is like one nobody has, and is noted", () => {
  const intent = () => ({
    kind: "own" as const,
    source_account: own.accountNumbers.savings ?? "",
    destination_account: own.cardAccountNo ?? "",
    amount: "100.00",
  });

  test("in the path", async () => {
    const foreign = await world.call(getBalances, { params: { guid: other.guid } }, browser);
    expect(foreign).toMatchObject({ httpStatus: 404, code: "not_found" });
    expect(await denial()).toMatchObject({
      ...byMe(),
      object: `member:${other.guid}`,
      detail: {
        route: "GET /members/{guid}/balances",
        reason: "not_found",
        source: sourceMark(world.app, "127.0.0.1"),
      },
    });
  });

  test("in the body of a call for a code", async () => {
    const ask = async (memberGuid: string) => {
      const body = { memberGuid, intent: intent() };
      const { httpStatus, body: answer } = await world.callRaw(sendOtp, { body }, browser);
      return { httpStatus, ...answer, correlationId: "" };
    };
    const foreign = await ask(other.guid);
    expect(foreign).toMatchObject({ httpStatus: 404, code: "not_found" });
    expect(await denial()).toMatchObject({ ...byMe(), object: `member:${other.guid}` });
    expect(await ask(crypto.randomUUID())).toEqual(foreign);
    expect(
      await world.app.db
        .selectFrom("otp_challenge")
        .selectAll()
        .where("purpose", "=", "transfer")
        .execute(),
    ).toEqual([]);
  });

  test.each([verifyOtp, resendOtp])("in the body of $name", async (endpoint) => {
    const body = { memberGuid: other.guid, pinId: crypto.randomUUID(), pin: "123456" };
    const { httpStatus, body: answer } = await world.callRaw(endpoint, { body }, browser);
    expect([httpStatus, answer["code"]]).toEqual([401, "otp_incorrect"]);
    expect(await denial()).toMatchObject({
      ...byMe(),
      object: `member:${other.guid}`,
      detail: { reason: "otp_incorrect" },
    });
  });
});

describe("S068 S073 paths without a guid act for the token's member only, and note what was tried", () => {
  const order = (with_: object) => {
    const body = {
      source_account: own.accountNumbers.savings ?? "",
      destination_account: own.cardAccountNo ?? "",
      amount: "100.00",
      ...with_,
    };
    return world.callRaw(
      sendOtp,
      { body: { memberGuid: own.guid, intent: { kind: "own", ...body } } },
      browser,
    );
  };

  test("another member's account", async () => {
    const { body } = await order({ source_account: other.accountNumbers.savings });
    expect(body).toMatchObject({ code: "source_account_unknown" });
    expect(await denial()).toMatchObject({
      ...byMe(),
      detail: { route: "POST /otp/send", reason: "source_account_unknown" },
    });
  });

  test("another member's card", async () => {
    const { body } = await order({ destination_account: other.cardAccountNo });
    expect(body).toMatchObject({ code: "destination_not_own_card" });
    expect(await denial()).toMatchObject({
      ...byMe(),
      detail: { reason: "destination_not_own_card" },
    });
  });

  test("another member's approved order, with one's own session", async () => {
    const wanted = { amount: 100_00n };
    const approval = await acts.approve(world, other, othersBrowser, wanted);
    const answer = await acts.order(world, other, browser, wanted, approval, "a-foreign-order");
    expect(answer).toMatchObject({ status: false, code: "otp_incorrect" });
    const mine = await acts.approve(world, own, browser, wanted);
    const body = {
      source_account: other.accountNumbers.savings ?? "",
      destination_account: other.cardAccountNo ?? "",
      amount: "100.00",
      ...mine,
    };
    const foreign = await world.call(transferOwnAccountToCard, { body }, browser, {
      idempotencyKey: "foreign-accounts",
    });
    expect(foreign).toMatchObject({ status: false, code: "otp_not_for_this_transfer" });
    expect(await world.app.db.selectFrom("transfer").selectAll().execute()).toEqual([]);
  });

  test("another member's transfer", async () => {
    world.passSeconds(61);
    const refNo = await acts.transfer(world, other, othersBrowser, { amount: 200_00n });
    const params = { guid: own.guid, refNo };
    const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
    expect(answer).toMatchObject({ httpStatus: 404 });
    expect(await denial()).toMatchObject({ ...byMe(), object: `transfer:${refNo}` });
  });
});

describe("S059 S073 half a session is refused, and noted when the token is somebody's", () => {
  const look = (who: Browser) => world.call(getBalances, { params: { guid: own.guid } }, who);
  const invalid = { httpStatus: 401, message: "Invalid Token" };
  const stolen = () => ({
    actor_kind: "visitor",
    actor: "unknown",
    object: expect.stringMatching(/^session:\d+$/),
    detail: expect.objectContaining({ reason: "half_a_session" }),
  });

  test("a token in a browser without its cookie", async () => {
    expect(await look({ ...newBrowser(), token: browser.token })).toMatchObject(invalid);
    expect(await denial()).toMatchObject(stolen());
  });

  test("a token with another member's cookie", async () => {
    expect(await look({ ...othersBrowser, token: browser.token })).toMatchObject(invalid);
    expect(await denial()).toMatchObject(stolen());
  });

  test("the same at a call that moves money", async () => {
    const wanted = { amount: 100_00n };
    const nowhere = { pinId: crypto.randomUUID(), pin: "123456" };
    const thief = { ...othersBrowser, token: browser.token };
    expect(await acts.order(world, own, thief, wanted, nowhere, "stolen-token")).toMatchObject(
      invalid,
    );
    expect(await denial()).toMatchObject(stolen());
  });

  test("a made-up token is counted, and leaves no row", async () => {
    expect(await look({ ...browser, token: "x".repeat(43) })).toMatchObject(invalid);
    expect(await denial()).toBeUndefined();
  });
});

test("S073 the tenth denied call of a member within a minute raises an alarm, once", async () => {
  const curious = await world.makeMember();
  const tab = await world.signIn(curious);
  const reach = () => world.call(getBalances, { params: { guid: other.guid } }, tab);
  const alarms = async () => (await world.app.metrics.denialAlarms.get()).values[0]?.value ?? 0;
  for (let i = 0; i < 9; i++) await reach();
  expect(await alarms()).toBe(0);
  world.passSeconds(61);
  for (let i = 0; i < 9; i++) await reach();
  expect(await alarms()).toBe(0);
  await reach();
  await reach();
  expect(await alarms()).toBe(1);
});

test("S013 S073 of one member's denied calls ten a minute are written out, all are counted", async () => {
  const curious = await world.makeMember();
  const tab = await world.signIn(curious);
  const reach = () => world.call(getBalances, { params: { guid: crypto.randomUUID() } }, tab);
  for (let i = 0; i < 25; i++) await reach();
  expect(await deniedCalls()).toBe(counted + 25);
  expect(await denials(before)).toHaveLength(10);
  world.passSeconds(61);
  await reach();
  expect(await denials(before)).toHaveLength(11);
});
