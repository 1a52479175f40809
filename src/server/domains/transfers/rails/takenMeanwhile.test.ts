import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { type RailRow, readRailTransfer } from "./railRow.ts";
import { debitForRail } from "./debitForRail.ts";

const CARD = 10_000_00n;
const AMOUNT = 1_500_25n;
const TOTAL = AMOUNT + rails.FEE;
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

/** An order whose debit was not asked for yet, so late that it is refunded instead. */
async function lateOrder(): Promise<{ member: TestMember; refNo: string; row: RailRow }> {
  const member = await world.makeMember({ card: { balance: CARD } });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
  const refNo = await rails.orderByRows(world, member, order);
  const row = await readRailTransfer(world.app.db, refNo);
  if (row === undefined) throw new Error("there is no such transfer");
  world.passSeconds(50 * 60);
  return { member, refNo, row };
}

test("S102 a debit that is confirmed while it is put back as never taken is not lost: it is put back again", async () => {
  const { member, refNo, row } = await lateOrder();
  const { refundDebit } = world.app.issuer;
  world.app.issuer.refundDebit = async () => {
    world.app.issuer.refundDebit = refundDebit;
    await debitForRail(world.app, row, "job");
    // It says so of the moment before the debit.
    return { kind: "absent" };
  };
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    issuer_leg: "taken",
    going_back: "from_hold",
    returned_at: null,
  });
  expect(await rails.exceptionsOf(world, refNo)).toEqual(["not_given_back"]);
  world.passSeconds(1801);
  await rails.sweepRails(world);
  expect((await rails.transferRow(world, refNo)).state).toBe("returned");
  expect(await moneyOf(world, member)).toMatchObject(BACK);
});

test("S102 what the issuer had taken and never told is in the history when it puts it back", async () => {
  const member = await world.makeMember({ card: { balance: CARD } });
  await rails.railFault(world, "issuer", "error", { effect: "kept" });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
  const refNo = await rails.orderByRows(world, member, order);
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ issuer_leg: "asked" });
  world.passSeconds(50 * 60);
  await rails.railFault(world, "issuer", "ok");
  await rails.sweepRails(world);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    issuer_leg: "given_back",
    state: "returned",
  });
  const lines = await rails.historyOf(world, refNo);
  expect(lines).toHaveLength(4);
  expect(lines.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n);
  expect(await moneyOf(world, member)).toMatchObject(BACK);
});

test.each([
  ["puts it back", "ok", BACK],
  ["is silent", "down", { card: CARD, issuer: CARD - TOTAL }],
] as const)(
  "S102 a debit confirmed after its transfer was refunded is queued for review; the issuer %s",
  async (_, mode, money) => {
    const { member, refNo, row } = await lateOrder();
    const { refundDebit, debitCard } = world.app.issuer;
    // An issuer that breaks its promise to take nothing under a reference that it put back as unknown.
    world.app.issuer.refundDebit = async () => ({ kind: "absent" });
    await drainJobs(world.app);
    world.app.issuer.refundDebit = refundDebit;
    expect((await rails.transferRow(world, refNo)).state).toBe("returned");
    world.app.issuer.debitCard = async (asked) => {
      const outcome = await debitCard(asked);
      await rails.railFault(world, "issuer", mode);
      return outcome;
    };
    expect(await debitForRail(world.app, row, "job")).toBe(false);
    world.app.issuer.debitCard = debitCard;
    await rails.railFault(world, "issuer", "ok");
    expect(await rails.exceptionsOf(world, refNo)).toEqual(["taken_after_return"]);
    expect(await moneyOf(world, member)).toMatchObject(money);
  },
);
