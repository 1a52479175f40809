import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefundable } from "#server/domains/transfers/desk/isRefundable.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { readRailTransfer } from "./railRow.ts";

const CARD = 50_000_00n;
const AMOUNT = 2_000_50n;

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

/** Ordered now, and not yet asked for at the issuer. */
async function ordered(kind: "pesonet" | "instapay") {
  const member = await world.makeMember({ card: { balance: CARD } });
  const refNo = await rails.orderByRows(world, member, {
    kind,
    amount: AMOUNT,
    account: ACCOUNTS.credited,
    ...(kind === "pesonet" ? { cycle: await rails.cycleNow(world) } : {}),
  });
  return { member, refNo };
}

async function at(text: string): Promise<void> {
  world.setTime(manila(text));
  await rails.pesonetTurn(world);
}

const lock = ({ guid }: TestMember, isLocked: boolean) =>
  asAdmin(world.database.ownerUrl, (owner) => forceCard(owner, guid, { admin_locked: isLocked }));

const openExceptions = async (refNo: string) => {
  const rows = await world.app.db
    .selectFrom("transfer_exception")
    .select("kind")
    .where("ref_no", "=", refNo)
    .where("resolved_at", "is", null)
    .execute();
  return rows.map(({ kind }) => kind);
};

test("S106 what a card ordered over PESONet before staff locked it goes into no file: a person has it, and it may be refunded", async () => {
  const [day, nextDay] = ["2026-12-01", "2026-12-02"];
  world.setTime(manila(`${day}T10:00:00`));
  const { member, refNo } = await ordered("pesonet");
  const other = await ordered("pesonet");
  await drainJobs(world.app);
  await lock(member, true);
  for (const time of ["15:00:00", "15:10:00", "15:30:00", "15:59:00"]) await at(`${day}T${time}`);
  expect((await rails.transferRow(world, other.refNo)).state).toBe("sent");
  const row = await rails.transferRow(world, refNo);
  expect(row).toMatchObject({ state: "accepted", batch_id: null, cycle_day: nextDay, cycle_no: 1 });
  expect(await openExceptions(refNo)).toEqual(["card_locked"]);
  // Nobody knows when it will arrive.
  expect(await rails.noticesOf(world, member)).toEqual(["transfer_out"]);
  const standing = await readRailTransfer(world.app.db, refNo);
  expect(standing !== undefined && isRefundable(standing, world.app.now())).toBe(true);

  await lock(member, false);
  for (const time of ["09:00:00", "10:00:00", "10:00:10"]) await at(`${nextDay}T${time}`);
  expect((await rails.transferRow(world, refNo)).state).toBe("credited");
  expect(await openExceptions(refNo)).toEqual([]);
  expect(await rails.noticesOf(world, member)).toEqual([
    "transfer_out",
    "transfer_out_moved",
    "transfer_out_credited",
  ]);
});

test.each(["lifted", "kept"])(
  "S106 what a locked card ordered over InstaPay is not handed to the switch; the lock is %s",
  async (end) => {
    const { member, refNo } = await ordered("instapay");
    await lock(member, true);
    await drainJobs(world.app);
    world.passSeconds(20 * 60);
    await rails.sweepRails(world);
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      sent_at: null,
      going_back: null,
    });
    expect(await openExceptions(refNo)).toEqual(["card_locked"]);
    if (end === "lifted") await lock(member, false);
    world.passSeconds(20 * 60);
    await rails.sweepRails(world);
    world.passSeconds(10 * 60);
    await rails.sweepRails(world);
    const isSent = end === "lifted";
    expect((await rails.transferRow(world, refNo)).state).toBe(isSent ? "credited" : "returned");
    expect((await moneyOf(world, member)).card).toBe(isSent ? CARD - AMOUNT - rails.FEE : CARD);
    expect(await openExceptions(refNo)).toEqual(isSent ? [] : ["card_locked"]);
  },
);
