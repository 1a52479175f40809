import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, returnXml, statusXml } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { refundByStaff } from "./refundByStaff.ts";

const CARD = 10_000_00n;
const AMOUNT = 1_500_25n;
const TOTAL = AMOUNT + rails.FEE;
const CREDITED = { "1520": -AMOUNT, "2510": -TOTAL, "4510": rails.FEE };
const GONE = { card: CARD - TOTAL, issuer: CARD - TOTAL };
const BACK = { card: CARD, issuer: CARD };

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500", ISSUER_TIMEOUT_MS: "1500" });
});

afterEach(async () => {
  await rails.railFault(world, "issuer", "ok");
  await assertBooksHold(world);
});

afterAll(() => world.close());

/** A transfer of which the switch knows nothing, and how to have it credited after all. */
async function ordered() {
  const member = await world.makeMember({ card: { balance: CARD } });
  const account = ACCOUNTS.neverKnown;
  const order = { kind: "instapay", amount: AMOUNT, account } as const;
  const refNo = await rails.orderByRows(world, member, order);
  await drainJobs(world.app);
  const told = { refNo, amount: AMOUNT, account };
  return {
    member,
    refNo,
    credit: () => rails.tellUs(world, statusXml("ACSC", told)),
    bringBack: () => rails.tellUs(world, returnXml(told)),
    row: () => rails.transferRow(world, refNo),
    moved: () => rails.moneyOfTransfer(world, refNo),
    money: async () => {
      const { card, issuer } = await moneyOf(world, member);
      return { card, issuer };
    },
  };
}

test("S103 what another bank credits while the issuer cannot be reached to put it back is not paid twice: it stays there", async () => {
  const one = await ordered();
  world.passSeconds(58 * 60 + 10);
  await rails.railFault(world, "issuer", "down");
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ going_back: "from_hold", state: "unknown" });
  await one.credit();
  // As long as a request to put it back may still be on its way, nothing is decided.
  await rails.railFault(world, "issuer", "ok");
  world.passSeconds(60);
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ going_back: "from_hold", state: "unknown" });
  expect(await one.money()).toEqual(GONE);
  world.passSeconds(31);
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({
    going_back: null,
    state: "credited",
    is_refunded_unconfirmed: false,
    next_inquiry_at: null,
  });
  expect(await one.moved()).toEqual(CREDITED);
  expect(await one.money()).toEqual(GONE);
  expect(await rails.stepsOf(world, one.refNo)).toEqual(
    expect.arrayContaining(["giving_back", "credited"]),
  );
  expect(await rails.noticesOf(world, one.member)).toContain("transfer_out_credited");
  expect(await rails.noticesOf(world, one.member)).not.toContain("transfer_out_unanswered");
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual(["unanswered", "not_given_back"]);
  // Whatever comes of it later: the bank that has it may still send it back.
  await one.bringBack();
  await rails.sweepRails(world);
  expect(await one.moved()).toEqual({});
  expect(await one.money()).toEqual(BACK);
});

test.each([
  ["its answer is lost", "error", { effect: "kept" }],
  ["it does it later", "late", { delaySeconds: 120 }],
])(
  "S103 what the issuer puts back before the credit is heard is back, and the credit is owed to us: %s",
  async (_, mode, extra) => {
    const one = await ordered();
    world.passSeconds(58 * 60 + 10);
    await rails.railFault(world, "issuer", mode, extra);
    await rails.sweepRails(world);
    await rails.railFault(world, "issuer", "ok");
    expect((await one.row()).state).toBe("unknown");
    await one.credit();
    for (const seconds of [91, 300]) {
      world.passSeconds(seconds);
      await rails.sweepRails(world);
    }
    expect((await one.row()).state).toBe("returned");
    expect(await one.moved()).toEqual({ "1520": -AMOUNT, "1590": AMOUNT });
    expect(await one.money()).toEqual(BACK);
    expect(await rails.exceptionsOf(world, one.refNo)).toEqual([
      "unanswered",
      "not_given_back",
      "credited_after_return",
    ]);
  },
);

test("S103 a credit that comes before the issuer was asked leaves the money there at once", async () => {
  const one = await ordered();
  world.passSeconds(51 * 60);
  const decision = { refNo: one.refNo, staff: "desk", correlationId: "test", at: world.app.now() };
  await transact(world.app.db, (tx) => refundByStaff(tx, world.app, decision));
  await one.credit();
  await rails.railFault(world, "issuer", "down");
  await rails.sweepRails(world);
  await rails.railFault(world, "issuer", "ok");
  expect(await one.row()).toMatchObject({ going_back: null, state: "credited" });
  expect(await one.moved()).toEqual(CREDITED);
  expect(await one.money()).toEqual(GONE);
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual([]);
});

test("S102 an issuer that does not put money back is asked seldomer with time, and five minutes apart at most", async () => {
  const one = await ordered();
  world.passSeconds(58 * 60 + 10);
  await rails.railFault(world, "issuer", "down");
  const pauses: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    await rails.sweepRails(world);
    const { next_inquiry_at: next } = await one.row();
    const pause = Math.round(((next?.getTime() ?? 0) - world.app.now().getTime()) / 1000);
    pauses.push(pause);
    world.passSeconds(pause + 1);
  }
  expect(pauses[0]).toBeLessThanOrEqual(15);
  // The second look comes when half a minute is over, and so on.
  const growing = pauses.slice(1, 5);
  expect(growing).toEqual(growing.toSorted((a, b) => a - b));
  expect(new Set(growing).size).toBe(4);
  for (const pause of pauses.slice(5)) {
    expect(pause).toBeGreaterThan(240);
    expect(pause).toBeLessThanOrEqual(300);
  }
  await rails.railFault(world, "issuer", "ok");
  await rails.sweepRails(world);
  expect((await one.row()).state).toBe("returned");
  expect(await one.money()).toEqual(BACK);
});
