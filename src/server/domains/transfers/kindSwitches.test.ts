import { afterAll, beforeAll, expect, test } from "vitest";
import { getConfig } from "#contract/config.ts";
import { FEATURES, type Feature } from "#contract/features.ts";
import { byKind, TRANSFER_KIND_NAMES, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

async function set(feature: Feature, state: string): Promise<void> {
  await world.app.db.updateTable("feature").set({ state }).where("name", "=", feature).execute();
  // What a process read of the switches is a second old at most.
  world.passSeconds(2);
}

test.each(TRANSFER_KIND_NAMES)(
  "%s has a switch of its own: while it or transfers altogether are off no code is sent for it and no order taken, whatever was approved before",
  async (kind) => {
    const member = await world.makeMember({ savings: 900_00n, card: { balance: 900_00n } });
    const receiver = await world.makeMember({ card: {} });
    const browser = await world.signIn(member);
    const intent = acts.intentFor(kind, "100.00", { member, receiver });
    const approval = await acts.approveSending(world, member, browser, intent);
    const { feature } = TRANSFER_KINDS[kind];
    const off = { httpStatus: 503, code: "unavailable" };
    for (const name of [feature, "transferFunds"] as const) {
      for (const state of ["disabled", "hidden"]) {
        await set(name, state);
        expect(await acts.askFor(world, member, browser, intent)).toMatchObject(off);
        const order = await acts.orderSending(world, browser, intent, approval, `order-${kind}`);
        expect(order).toMatchObject(off);
      }
      await set(name, "on");
    }
    // What is off for the others is nothing to it.
    const others = TRANSFER_KIND_NAMES.filter((other) => other !== kind);
    for (const other of others) await set(TRANSFER_KINDS[other].feature, "hidden");
    const accepted = await acts.orderSending(world, browser, intent, approval, `order-${kind}`);
    expect(accepted.status ? "ok" : accepted.code).toBe("ok");
    for (const other of others) await set(TRANSFER_KINDS[other].feature, "on");
  },
);

test("the portal is told how each part of it and each kind of transfer is switched", async () => {
  await set(TRANSFER_KINDS.deposit.feature, "disabled");
  const answer = await world.call(getConfig, {});
  const features = answer.status ? answer.result.features : undefined;
  expect(Object.keys(features ?? {})).toEqual([...FEATURES]);
  const ofKinds = byKind((kind) => features?.[TRANSFER_KINDS[kind].feature]);
  expect(ofKinds).toEqual({ ...byKind(() => "on"), deposit: "disabled" });
  await set(TRANSFER_KINDS.deposit.feature, "on");
});
