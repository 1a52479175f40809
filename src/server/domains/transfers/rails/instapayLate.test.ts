import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import type { World } from "#test/support/makeWorld.ts";
import { transact } from "#server/db/db.ts";
import { dropUnsent } from "./dropUnsent.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

const CARD = 10_000_00n;
const AMOUNT = 1_500_25n;
const BACK = { card: CARD, issuer: CARD };

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500", ISSUER_TIMEOUT_MS: "1500" });
});

afterEach(async () => {
  await rails.railFault(world, "instapay", "ok");
  await assertBooksHold(world);
});

afterAll(() => world.close());

/** How often the transfer itself, not a question about it, was handed to the switch. */
function countHandovers() {
  const real = world.app.instapay.exchange;
  let count = 0;
  world.app.instapay.exchange = async (body) => {
    if (body.includes("xsd:pacs.008")) count += 1;
    return real(body);
  };
  return () => {
    world.app.instapay.exchange = real;
    return count;
  };
}

test.each([
  ["looked at all the while", [30 * 60, 20 * 60 + 1, 8 * 60]],
  ["looked at after hours", [3 * 60 * 60]],
])(
  "S101 S102 what the switch never saw is not handed over once its hour is ending, but refunded without a doubt (%s)",
  async (_, looks) => {
    await rails.railFault(world, "instapay", "down");
    const member = await world.makeMember({ card: { balance: CARD } });
    const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
    const refNo = await rails.orderByRows(world, member, order);
    await drainJobs(world.app);
    const handovers = countHandovers();
    let asked = 0;
    for (const seconds of looks) {
      world.passSeconds(seconds);
      asked += seconds;
      if (asked > 50 * 60) await rails.railFault(world, "instapay", "ok");
      await rails.sweepRails(world);
    }
    expect(handovers()).toBe(0);
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      state: "returned",
      is_refunded_unconfirmed: false,
      next_doubt_at: null,
    });
    expect(await moneyOf(world, member)).toMatchObject(BACK);
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
    expect(await rails.exceptionsOf(world, refNo)).toEqual(["unanswered"]);
  },
);

test("S101 S102 an order that waited out its hour before anybody took it up is refunded, neither taken nor sent", async () => {
  const member = await world.makeMember({ card: { balance: CARD } });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
  const refNo = await rails.orderByRows(world, member, order);
  world.passSeconds(50 * 60);
  const handovers = countHandovers();
  await drainJobs(world.app);
  expect(handovers()).toBe(0);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "returned",
    sent_at: null,
    is_refunded_unconfirmed: false,
  });
  expect(await rails.stepsOf(world, refNo)).toEqual(["giving_back", "returned"]);
  expect(await moneyOf(world, member)).toMatchObject(BACK);
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
});

test("S101 S102 an order whose hour ends while the issuer takes the money is not sent, but put back", async () => {
  const member = await world.makeMember({ card: { balance: CARD } });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
  const refNo = await rails.orderByRows(world, member, order);
  const real = world.app.issuer.debitCard;
  world.app.issuer.debitCard = async (asked) => {
    world.passSeconds(50 * 60);
    return real(asked);
  };
  const handovers = countHandovers();
  await drainJobs(world.app);
  world.app.issuer.debitCard = real;
  expect(handovers()).toBe(0);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "returned", sent_at: null });
  expect(await moneyOf(world, member)).toMatchObject(BACK);
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
});

test("S101 S102 a transfer that another process has just sent is not dropped as unsent", async () => {
  const member = await world.makeMember({ card: { balance: CARD } });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.neverKnown } as const;
  const refNo = await rails.orderByRows(world, member, order);
  await drainJobs(world.app);
  world.passSeconds(51 * 60);
  const drop = () => transact(world.app.db, (tx) => dropUnsent(tx, world.app, refNo));
  expect(await drop()).toBe(false);
  expect((await rails.transferRow(world, refNo)).going_back).toBeNull();
});
