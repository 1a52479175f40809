import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefundable, refundWaitsFor } from "#server/staff/transfers/isRefundable.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { cutPesonetBatches } from "./cutPesonetBatch.ts";
import { goingOut } from "./goingOut.ts";
import { hearWord } from "./hearWord.ts";
import { readRailTransfer } from "./railRow.ts";
import { askRailAgain, canAskRailAgain } from "./settleRailTransfer.ts";

const CARD = 50_000_00n;
const AMOUNT = 2_000_50n;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

/** Ordered at ten in the morning, so in the second cycle's file; its job is done. */
async function ordered(day: string, account: string): Promise<string> {
  world.setTime(manila(`${day}T10:00:00`));
  member = await world.makeMember({ card: { balance: CARD } });
  const refNo = await rails.orderByRows(world, member, {
    kind: "pesonet",
    amount: AMOUNT,
    account,
    cycle: await rails.cycleNow(world),
  });
  await drainJobs(world.app);
  return refNo;
}

async function at(text: string): Promise<void> {
  world.setTime(manila(text));
  await rails.pesonetTurn(world);
}

const fileStates = async (...days: string[]) =>
  (await rails.batchesOf(world, days)).map(({ state }) => state);

test("S131 a transfer may be given back by people before it is in a file, and after the clearing and the promised time", async () => {
  const [day, nextDay] = ["2026-11-23", "2026-11-24"];
  const refNo = await ordered(day, ACCOUNTS.held);
  const rowOf = async () => {
    const row = await readRailTransfer(world.app.db, refNo);
    if (row === undefined) throw new Error("there is no such transfer");
    return row;
  };
  const refund = async () => {
    const row = await rowOf();
    return isRefundable(row, world.app.now()) || refundWaitsFor(row, world.app.now());
  };
  /** Whether the desk is offered to ask, and whether that asks anybody. */
  const askAgain = async () => {
    const row = await rowOf();
    return [canAskRailAgain(row, row.sent_at), await askRailAgain(world.app, refNo)];
  };
  expect(await refund()).toBe(true);
  expect(await askAgain()).toEqual([true, true]);
  world.setTime(manila(`${day}T15:00:00`));
  await cutPesonetBatches(world.app);
  expect(await fileStates(day, nextDay)).toEqual(["cut"]);
  expect(await refund()).toEqual({ waitsFor: "clearing", until: null });
  await at(`${day}T15:00:01`);
  expect(await fileStates(day, nextDay)).toEqual(["acknowledged"]);
  // Should the house never say more of it, a day after the promised time.
  const aDayLater = manila(`${nextDay}T18:00:00`);
  expect(await refund()).toEqual({ waitsFor: "clearing", until: aDayLater });
  expect(goingOut(await rowOf(), aDayLater)).toBeUndefined();
  expect(await askAgain()).toEqual([false, false]);
  await at(`${day}T16:00:10`);
  expect(await fileStates(day, nextDay)).toEqual(["settled"]);
  expect(await refund()).toEqual({ waitsFor: "credit", until: manila(`${day}T18:00:00`) });
  await at(`${day}T18:00:00`);
  expect(await refund()).toBe(true);
});

test.each(["credit", "return"] as const)(
  "S102 S103 what was cleared and nobody answered is back after two hours; a %s that comes after it pays nobody twice",
  async (word) => {
    const day = word === "credit" ? "2026-11-25" : "2026-11-26";
    const refNo = await ordered(day, ACCOUNTS.neverKnown);
    for (const time of ["15:00:00", "16:00:00", "17:59:50"]) await at(`${day}T${time}`);
    expect((await rails.transferRow(world, refNo)).state).toBe("sent");
    await at(`${day}T18:00:01`);
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      state: "returned",
      is_refunded_unconfirmed: true,
    });
    expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
    expect(await rails.noticesOf(world, member)).toContain("transfer_out_unanswered");
    expect(await rails.exceptionsOf(world, refNo)).toEqual(["unanswered"]);

    world.setTime(manila(`${day}T20:00:00`));
    for (const _ of ["said", "and said again"]) {
      await hearWord(world.app, {
        rail: "pesonet",
        refNo,
        word,
        source: "a late status file",
        via: "file",
        correlationId: "test",
      });
    }
    expect((await rails.transferRow(world, refNo)).state).toBe("returned");
    expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
    // What the other bank keeps is owed to us; what came back is with the rail again.
    const isKept = word === "credit";
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual(
      isKept ? { "1530": -AMOUNT, "1590": AMOUNT } : {},
    );
    expect(await rails.exceptionsOf(world, refNo)).toEqual(
      isKept ? ["unanswered", "credited_after_return"] : ["unanswered"],
    );
  },
);

test("S106 what a card ordered before staff locked it goes into no file: a person has it, and it may be given back", async () => {
  const [day, nextDay] = ["2026-12-01", "2026-12-02"];
  const refNo = await ordered(day, ACCOUNTS.credited);
  const locked = member;
  const lock = (isLocked: boolean) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      forceCard(owner, locked.guid, { admin_locked: isLocked }),
    );
  await lock(true);
  const other = await ordered(day, ACCOUNTS.credited);
  for (const time of ["15:00:00", "15:10:00", "15:30:00", "15:59:00"]) await at(`${day}T${time}`);
  expect((await rails.transferRow(world, other)).state).toBe("sent");
  const row = await rails.transferRow(world, refNo);
  expect(row).toMatchObject({ state: "accepted", batch_id: null, cycle_day: nextDay, cycle_no: 1 });
  expect(await rails.exceptionsOf(world, refNo)).toEqual(["card_locked"]);
  expect(await rails.noticesOf(world, locked)).toEqual(["transfer_out", "transfer_out_moved"]);
  const standing = await readRailTransfer(world.app.db, refNo);
  expect(standing !== undefined && isRefundable(standing, world.app.now())).toBe(true);

  await lock(false);
  for (const time of ["09:00:00", "10:00:00", "10:00:10"]) await at(`${nextDay}T${time}`);
  expect((await rails.transferRow(world, refNo)).state).toBe("credited");
});
