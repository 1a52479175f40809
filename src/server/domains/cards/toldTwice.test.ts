import { afterAll, beforeAll, expect, test } from "vitest";
import { lockCard, setWithdrawalLimit, unlockCard } from "#contract/cardSettings.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import { approveWith, atIssuer, countCalls } from "#test/support/cardUse.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { startRaisedLimits } from "./withdrawalLimit/startRaisedLimits.ts";
import { sweepCardOrders } from "./orders/sweepCardOrders.ts";

const DAY_SECONDS = 24 * 60 * 60;

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});
afterAll(() => world.close());

test("S083 S084 while the issuer says everything twice, a lock, a cut and a raise are each done and told once", async () => {
  const member = await world.makeMember({ card: { balance: 1_000_00n } });
  let browser = await world.signIn(member);
  const [locks, limits] = [countCalls(world.app, "lock"), countCalls(world.app, "setLimit")];
  const params = { guid: member.guid };
  const set = (transaction_limit: string, code: object = {}) =>
    world.call(setWithdrawalLimit, { body: { transaction_limit, ...code } }, browser);
  await issuer.issuerDoes("duplicate");

  expect(await world.call(lockCard, { params }, browser)).toMatchObject({ status: true });
  // Declined at the machine, which the issuer tells twice.
  await fetch(new URL("/card/purchase", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountNo: member.cardAccountNo, merchant: "SM Cubao", amount: "10" }),
  });
  await world.sandbox.tellEvents();
  expect(await world.call(unlockCard, { params }, browser)).toMatchObject({ status: true });
  expect(await set("5000")).toMatchObject({ status: true });
  const code = await approveWith(world, member, browser, { kind: "raise_limit", amount: "30000" });
  expect(await set("30000", code)).toMatchObject({ status: true });
  world.passSeconds(DAY_SECONDS);
  for (let round = 0; round < 3; round += 1) {
    await startRaisedLimits(world.app);
    await sweepCardOrders(world.app);
  }
  browser = await world.signIn(member);

  expect(locks).toMatchObject({ calls: 1 });
  // The cut and the raise.
  expect(limits.references.size).toBe(2);
  expect(await atIssuer(world, member)).toMatchObject({
    memberLocked: false,
    withdrawalLimit: 30_000_00n,
  });
  const told = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();
  expect(told.map(({ kind }) => kind).filter((kind) => /card_|limit/.test(kind))).toEqual([
    "card_declined_locked",
    "withdrawal_limit_set",
    "limit_raise_asked",
    "withdrawal_limit_set",
  ]);
});
