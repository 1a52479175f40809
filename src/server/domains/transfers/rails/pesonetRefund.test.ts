import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefundable, refundWaitsFor } from "#server/domains/transfers/desk/isRefundable.ts";
import type { OddFile } from "#server/platform/gateways/rails/pesonet.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { cutPesonetBatches } from "./cutPesonetBatch.ts";
import { goingOut } from "./goingOut.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";
import { readRailTransfer } from "./railRow.ts";
import { inquireRailAgain, canInquireAgain } from "./settleRailTransfer.ts";

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

test("S131 a transfer may be refunded by people before it is in a file, and after the clearing and the promised time", async () => {
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
    return [canInquireAgain(row, row.sent_at), await inquireRailAgain(world.app, refNo)];
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
  expect(await refund()).toEqual({ waitsFor: "silence", until: aDayLater });
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
  async (status) => {
    const day = status === "credit" ? "2026-11-25" : "2026-11-26";
    const refNo = await ordered(day, ACCOUNTS.neverKnown);
    for (const time of ["15:00:00", "16:00:00", "17:57:50"]) await at(`${day}T${time}`);
    expect((await rails.transferRow(world, refNo)).state).toBe("sent");
    await at(`${day}T17:59:00`);
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      state: "returned",
      is_refunded_unconfirmed: true,
    });
    expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
    expect(await rails.noticesOf(world, member)).toContain("transfer_out_unanswered");
    expect(await rails.exceptionsOf(world, refNo)).toEqual(["unanswered"]);

    world.setTime(manila(`${day}T20:00:00`));
    for (const _ of ["said", "and said again"]) {
      await receiveStatusReport(world.app, {
        rail: "pesonet",
        refNo,
        status,
        source: "a late status file",
        via: "file",
        correlationId: "test",
      });
    }
    expect((await rails.transferRow(world, refNo)).state).toBe("returned");
    expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
    // What the other bank keeps is owed to us; what came back is with the rail again.
    const isKept = status === "credit";
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual(
      isKept ? { "1530": -AMOUNT, "1590": AMOUNT } : {},
    );
    expect(await rails.exceptionsOf(world, refNo)).toEqual(
      isKept ? ["unanswered", "credited_after_return"] : ["unanswered"],
    );
  },
);

test("S101 S102 what the clearing house may have said and we have not heard is not refunded by the clock", async () => {
  const day = "2026-12-01";
  const refNo = await ordered(day, ACCOUNTS.neverKnown);
  for (const time of ["15:00:00", "16:00:00", "17:57:00"]) await at(`${day}T${time}`);
  await rails.railFault(world, "pesonet", "down");
  for (const time of ["17:58:30", "17:59:00", "18:10:00"]) await at(`${day}T${time}`);
  expect((await rails.transferRow(world, refNo)).state).toBe("sent");
  expect(await rails.exceptionsOf(world, refNo)).toEqual(["unanswered"]);
  await rails.railFault(world, "pesonet", "ok");
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into pesonet_file_left (cursor, name, kind, sha256, left_at, failed_at, next_try_at)
       values (999999, 'STATUS-LEFT.xml', 'status', repeat('0', 64), $1, $1, $1::timestamptz + interval '1 day')`,
      [world.app.now()],
    ),
  );
  // Each more than the five minutes after the one before that a look is put off by: the clocks run on.
  await at(`${day}T18:20:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("sent");
  await asAdmin(world.database.ownerUrl, (owner) => owner.query("delete from pesonet_file_left"));
  // One that was taken, and that nobody could read until a person did.
  await world.app.pool.query(
    `insert into transfer_exception (ref_no, kind, detail, at)
     values ('STATUS-ODD.xml', 'unreadable', '{"via": "file", "rail": "pesonet"}', $1)`,
    [world.app.now()],
  );
  await at(`${day}T18:26:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("sent");
  await world.app.pool.query(
    `update transfer_exception set resolved_at = $1, resolved_by = 'desk', resolution = 'about nothing of ours'
     where ref_no = 'STATUS-ODD.xml'`,
    [world.app.now()],
  );
  await at(`${day}T18:32:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("returned");
  expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
});

test("S101 S103 an entry of the list that nobody could read keeps money from going back by the clock, until a person has looked", async () => {
  const day = "2026-11-27";
  const refNo = await ordered(day, ACCOUNTS.neverKnown);
  const { pesonet } = world.app;
  const listWith = (entry: OddFile) => {
    world.app.pesonet = {
      ...pesonet,
      list: async (after) => {
        const listed = await pesonet.list(after);
        const isNew = entry.cursor === undefined || entry.cursor > after;
        return listed.kind === "list" && isNew
          ? { ...listed, files: [...listed.files, entry] }
          : listed;
      },
    };
  };
  for (const time of ["15:00:00", "16:00:00", "17:57:00"]) await at(`${day}T${time}`);
  // One without a place: the list is not read to its end as long as it is there.
  listWith({ kind: "odd", cursor: undefined, reason: "an entry of the list has no place" });
  await at(`${day}T18:10:00`);
  await at(`${day}T18:20:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("sent");
  expect(await rails.exceptionsOf(world, "file-list")).toEqual(["unreadable"]);
  // One of an unknown kind: it is gone past, and may be about any transfer until a person knows.
  listWith({ kind: "odd", cursor: 888_888, reason: "its kind is not known" });
  const look = (file: string) =>
    world.app.pool.query(
      `update transfer_exception set resolved_at = $1, resolved_by = 'desk', resolution = 'about nothing of ours'
       where ref_no = $2`,
      [world.app.now(), file],
    );
  await look("file-list");
  await at(`${day}T18:26:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("sent");
  expect(await rails.exceptionsOf(world, "file-888888")).toEqual(["unreadable"]);
  world.app.pesonet = pesonet;
  await look("file-888888");
  await at(`${day}T18:32:00`);
  expect((await rails.transferRow(world, refNo)).state).toBe("returned");
  expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
});

test("S101 S103 what a bank says is there, if with another account or for a check, is not refunded by the clock", async () => {
  const day = "2026-12-02";
  const credited = await ordered(day, ACCOUNTS.neverKnown);
  const held = await ordered(day, ACCOUNTS.neverKnown);
  for (const time of ["15:00:00", "16:00:00", "17:57:00"]) await at(`${day}T${time}`);
  const said = { rail: "pesonet", source: "a status file", correlationId: "test" } as const;
  const other = { status: "credit", accountNumber: "1234567890", via: "file" } as const;
  await receiveStatusReport(world.app, { ...said, ...other, refNo: credited });
  await receiveStatusReport(world.app, {
    ...said,
    refNo: held,
    status: "hold",
    reasonCode: "DS06",
    via: "file",
  });
  await at(`${day}T18:10:00`);
  // The clock had decided just before the bank spoke.
  const late = await receiveStatusReport(world.app, {
    ...said,
    refNo: held,
    status: "refund",
    via: "timer",
  });
  expect(late).toBe("already");
  for (const refNo of [credited, held]) {
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      state: "sent",
      going_back: null,
    });
  }
  expect((await rails.exceptionsOf(world, credited)).toSorted()).toEqual([
    "unanswered",
    "wrong_account",
  ]);
});
