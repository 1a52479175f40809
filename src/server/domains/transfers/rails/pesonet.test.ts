import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { cutPesonetBatches } from "./cutPesonetBatch.ts";
import { sendPesonetBatches } from "./sendPesonetBatch.ts";

const CARD = 50_000_00n;
const AMOUNT = 2_000_50n;
const TOTAL = AMOUNT + rails.FEE;
const OPEN = { "2510": -TOTAL, "2530": AMOUNT, "2550": rails.FEE };
const CREDITED = { "1530": -AMOUNT, "2510": -TOTAL, "4510": rails.FEE };

/** To a day of a year that is not proclaimed. */
const MOVED = ["transfer_out", "transfer_out_moved_expected"];

/** Banking days, two for each test: its own, and the one after it. */
const DAYS = (
  "2026-11-23 2026-11-24 2026-11-25 2026-11-26 2026-12-01 2026-12-02 2026-12-03 2026-12-04 " +
  "2026-12-09 2026-12-10 2026-12-14 2026-12-15 2026-12-16 2026-12-17 2026-12-21 2026-12-22 " +
  "2026-12-28 2026-12-29 2027-01-04 2027-01-05 2027-01-06 2027-01-07 2027-01-11 2027-01-12 " +
  "2027-01-13 2027-01-14 2027-01-18 2027-01-19 " +
  "2027-01-20 2027-01-21 2027-01-25 2027-01-26 2027-01-27 2027-01-28"
).split(" ");

let world: World;
let member: TestMember;
let day: string;
let nextDay: string;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500", ISSUER_TIMEOUT_MS: "1500" });
});

beforeEach(async () => {
  [day = "", nextDay = ""] = DAYS.splice(0, 2);
  world.setTime(manila(`${day}T10:00:00`));
  member = await world.makeMember({ card: { balance: CARD } });
});

afterEach(async () => {
  await rails.railFault(world, "pesonet", "ok");
  await rails.railFault(world, "issuer", "ok");
  await assertBooksHold(world);
});

afterAll(() => world.close());

/** Ordered now, for the cycle that takes it now; its job is done. */
async function ordered(account: string = ACCOUNTS.credited): Promise<string> {
  const cycle = await rails.cycleNow(world);
  const refNo = await rails.orderByRows(world, member, {
    kind: "pesonet",
    amount: AMOUNT,
    account,
    cycle,
  });
  await drainJobs(world.app);
  return refNo;
}

async function at(text: string): Promise<void> {
  world.setTime(manila(text));
  await rails.pesonetTurn(world);
}

const stateOf = async (refNo: string) => (await rails.transferRow(world, refNo)).state;
const batches = () => rails.batchesOf(world, [day, nextDay]);
/** Of this test's transfers. */
async function exceptions(): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("transfer_exception as x")
    .innerJoin("transfer as t", "t.ref_no", "x.ref_no")
    .select("x.kind")
    .where("t.member_id", "=", member.id)
    .execute();
  return rows.map(({ kind }) => kind);
}

test("S102 S103 a cycle: cut once, handed in, cleared, and each transfer ends as its bank says", async () => {
  const refNos = {
    credited: await ordered(),
    held: await ordered(ACCOUNTS.creditedWhenAsked),
    refused: await ordered(ACCOUNTS.rejected),
    wrongName: await ordered(ACCOUNTS.wrongName),
    returnedLater: await ordered(ACCOUNTS.returnedLater),
    neverKnown: await ordered(ACCOUNTS.neverKnown),
  };
  expect(await stateOf(refNos.credited)).toBe("accepted");
  expect(await rails.historyOf(world, refNos.credited)).toEqual([
    ["Pesonet Send", -AMOUNT],
    ["Pesonet Fee", -rails.FEE],
  ]);
  await at(`${day}T14:59:30`);
  expect(await batches()).toEqual([]);
  await at(`${day}T15:00:00`);
  const [batch, ...others] = await batches();
  expect(others).toEqual([]);
  expect(batch).toMatchObject({
    file_name: `HNOLPHM2XXX-PB${day.replaceAll("-", "")}-2-01.xml`,
    item_count: 6,
    total_centavos: 6n * AMOUNT,
    state: "acknowledged",
  });
  expect(await rails.moneyOfTransfer(world, refNos.credited)).toEqual(OPEN);
  await at(`${day}T16:00:00`);
  expect((await batches())[0]).toMatchObject({ state: "settled", body: batch?.body });
  expect(await rails.trailOfFile(world, batch?.file_name)).toEqual([
    ["cutPesonetBatches", "cut_pesonet_file"],
    ["sendPesonetBatches", "send_pesonet_file"],
    ["file", "pesonet_file_acknowledged"],
    ["file", "pesonet_file_settled"],
  ]);
  expect(await rails.moneyOfTransfer(world, refNos.neverKnown)).toEqual(CREDITED);
  expect(await stateOf(refNos.credited)).toBe("sent");
  await at(`${day}T16:00:10`);
  expect(await stateOf(refNos.credited)).toBe("credited");
  expect(await stateOf(refNos.returnedLater)).toBe("credited");
  expect(await rails.transferRow(world, refNos.held)).toMatchObject({
    state: "sent",
    is_held: true,
    reason_code: "DS06",
  });
  for (const [refNo, code] of [
    [refNos.refused, "AC06"],
    [refNos.wrongName, "BE01"],
  ] as const) {
    const row = await rails.transferRow(world, refNo);
    expect(row).toMatchObject({ state: "returned", reason_code: code });
    expect(row.returned_at?.getTime()).toBeLessThan(row.refund_due_at?.getTime() ?? 0);
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
  }
  await at(`${day}T16:01:00`);
  expect(await stateOf(refNos.held)).toBe("credited");
  expect(await stateOf(refNos.returnedLater)).toBe("returned");
  expect(await rails.moneyOfTransfer(world, refNos.returnedLater)).toEqual({});
  expect(await exceptions()).toEqual([]);
  // Nobody ever answers about one: two hours after it was cleared it is back, and a person has it.
  await at(`${day}T17:57:50`);
  expect(await stateOf(refNos.neverKnown)).toBe("sent");
  await at(`${day}T17:59:30`);
  expect(await rails.transferRow(world, refNos.neverKnown)).toMatchObject({
    state: "returned",
    is_refunded_unconfirmed: true,
  });
  expect(await exceptions()).toEqual(["unanswered"]);
  const { card, issuer } = await moneyOf(world, member);
  expect([card, issuer]).toEqual([CARD - 2n * TOTAL, CARD - 2n * TOTAL]);
  expect((await rails.noticesOf(world, member)).toSorted()).toEqual(
    [
      ...Array<string>(6).fill("transfer_out"),
      ...Array<string>(3).fill("transfer_out_credited"),
      "transfer_out_held",
      ...Array<string>(3).fill("transfer_out_returned"),
      "transfer_out_unanswered",
    ].toSorted(),
  );
});

test.each(["duplicate", "out-of-order", "late"])(
  "S103 a clearing house that is %s ends every transfer once, as in order",
  async (mode) => {
    await rails.railFault(world, "pesonet", mode, { delaySeconds: 60 });
    const credited = await ordered();
    const returned = await ordered(ACCOUNTS.rejected);
    await at(`${day}T15:00:00`);
    await at(`${day}T16:00:00`);
    for (let minute = 1; minute < 5; minute += 1) await at(`${day}T16:0${minute}:30`);
    expect(await rails.moneyOfTransfer(world, credited)).toEqual(CREDITED);
    expect(await rails.moneyOfTransfer(world, returned)).toEqual({});
    expect([await stateOf(credited), await stateOf(returned)]).toEqual(["credited", "returned"]);
    expect(await exceptions()).toEqual([]);
    const taken = await rails.outcomesSince(world, manila(`${day}T00:00:00`));
    expect(taken.length).toBeGreaterThanOrEqual(4);
    expect(taken).not.toContain("received");
  },
);

test("S103 an acknowledgement that comes after the advice changes nothing", async () => {
  await rails.railFault(world, "pesonet", "late", { delaySeconds: 1_830 });
  const refNo = await ordered();
  await at(`${day}T15:30:00`);
  await rails.railFault(world, "pesonet", "ok");
  expect((await batches())[0]?.state).toBe("sent");
  await at(`${day}T16:00:00`);
  expect((await batches())[0]?.state).toBe("settled");
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual(CREDITED);
  await at(`${day}T16:01:00`);
  expect((await batches())[0]?.state).toBe("settled");
  expect(await stateOf(refNo)).toBe("credited");
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual(CREDITED);
  expect(await exceptions()).toEqual([]);
  const taken = await rails.outcomesSince(world, manila(`${day}T00:00:00`));
  expect(taken).not.toContain("received");
  expect(taken).toHaveLength(3);
});

test.each(["15:00:00", "16:00:00"])(
  "S102 a file that is refused or abolished at %s gives everything back with the fee",
  async (time) => {
    const refNos = [await ordered(), await ordered(ACCOUNTS.rejected)];
    if (time === "16:00:00") await at(`${day}T15:00:00`);
    await rails.railFault(world, "pesonet", "reject");
    await at(`${day}T${time}`);
    await rails.railFault(world, "pesonet", "ok");
    for (const refNo of refNos) {
      expect(await rails.transferRow(world, refNo)).toMatchObject({
        state: "returned",
        going_back: "from_hold",
      });
      expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
    }
    expect((await batches())[0]?.state).toBe("abolished");
    const { card, issuer } = await moneyOf(world, member);
    expect([card, issuer]).toEqual([CARD, CARD]);
  },
);

test("S104 a transfer whose debit is not confirmed when the file must go is in the next file, and the member is told", async () => {
  const inTime = await ordered();
  await rails.railFault(world, "issuer", "down");
  const tooLate = await ordered();
  world.setTime(manila(`${day}T15:05:00`));
  await cutPesonetBatches(world.app);
  // The issuer may still answer.
  expect(await batches()).toEqual([]);
  await at(`${day}T15:10:01`);
  expect((await batches()).map(({ item_count: count }) => count)).toEqual([1]);
  await at(`${day}T15:59:00`);
  const moved = await rails.transferRow(world, tooLate);
  expect(moved).toMatchObject({
    cycle_day: nextDay,
    cycle_no: 1,
    credit_by: manila(`${nextDay}T14:00:00`),
    batch_id: null,
    state: "unknown",
  });
  expect(await rails.noticesOf(world, member)).toContain("transfer_out_moved");
  await rails.railFault(world, "issuer", "ok");
  await at(`${day}T16:30:00`);
  await at(`${nextDay}T09:00:00`);
  expect((await batches()).map((batch) => [batch.cycle_day, batch.item_count])).toEqual([
    [day, 1],
    [nextDay, 1],
  ]);
  await at(`${nextDay}T10:00:00`);
  await at(`${nextDay}T10:00:10`);
  expect([await stateOf(inTime), await stateOf(tooLate)]).toEqual(["credited", "credited"]);
  expect((await moneyOf(world, member)).issuer).toBe(CARD - 2n * TOTAL);
});

test("S104 an answer of the issuer after the cut is in a second file of the same cycle", async () => {
  const first = await ordered();
  await rails.railFault(world, "issuer", "down");
  const second = await ordered();
  await at(`${day}T15:11:00`);
  await rails.railFault(world, "issuer", "ok");
  await at(`${day}T15:40:00`);
  await at(`${day}T15:40:10`);
  expect((await batches()).map(({ part, item_count: count }) => [part, count])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  const cycles = [first, second].map((refNo) => rails.transferRow(world, refNo));
  expect((await Promise.all(cycles)).map(({ cycle_no: no }) => no)).toEqual([2, 2]);
});

test("S164 S104 in a year that is not proclaimed work that is suspended after the order moves it to the next cycle that takes place", async () => {
  const refNo = await ordered();
  await world.app.db
    .insertInto("holiday")
    .values({
      day,
      name: "Typhoon",
      type: "suspension",
      is_banking_day: false,
      is_observed: true,
      closed_from: "12:00",
    })
    .execute();
  await at(`${day}T12:05:00`);
  const moved = await rails.transferRow(world, refNo);
  expect(moved).toMatchObject({ cycle_day: nextDay, cycle_no: 1 });
  expect(await rails.noticesOf(world, member)).toEqual(MOVED);
  await at(`${day}T15:00:00`);
  expect(await batches()).toEqual([]);
  await at(`${nextDay}T09:00:00`);
  expect((await batches()).map(({ cycle_day: day }) => day)).toEqual([nextDay]);
});

test("S104 work that is suspended after the file was cut moves what the member is told, and not the file", async () => {
  const refNo = await ordered();
  await at(`${day}T15:00:00`);
  const [cut] = await batches();
  await world.app.db
    .insertInto("holiday")
    .values({
      day,
      name: "Typhoon",
      type: "suspension",
      is_banking_day: false,
      is_observed: true,
      closed_from: "15:30",
    })
    .execute();
  await at(`${day}T15:20:00`);
  await at(`${day}T15:20:10`);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    cycle_day: day,
    credit_by: manila(`${nextDay}T14:00:00`),
    batch_id: cut?.id,
  });
  expect(await rails.noticesOf(world, member)).toEqual(MOVED);
  expect((await batches()).map(({ body }) => body)).toEqual([cut?.body]);
});

test("S101 a silent clearing house gets the same bytes until it has them; who is late because of it is told", async () => {
  const refNo = await ordered();
  await rails.railFault(world, "pesonet", "down");
  await at(`${day}T15:00:00`);
  const [cut] = await batches();
  await at(`${day}T15:30:00`);
  expect(await rails.noticesOf(world, member)).toEqual(["transfer_out"]);
  await at(`${day}T16:00:01`);
  expect((await rails.transferRow(world, refNo)).credit_by).toEqual(manila(`${nextDay}T14:00:00`));
  expect(await rails.noticesOf(world, member)).toEqual(MOVED);
  await rails.railFault(world, "pesonet", "timeout", { effect: "kept" });
  await at(`${day}T17:00:00`);
  await rails.railFault(world, "pesonet", "ok");
  await at(`${day}T17:30:00`);
  expect((await batches()).map(({ state, body }) => [state, body])).toEqual([
    ["acknowledged", cut?.body],
  ]);
  await at(`${nextDay}T10:00:00`);
  await at(`${nextDay}T10:00:10`);
  expect(await stateOf(refNo)).toBe("credited");
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual(CREDITED);
});

test("S104 a transfer whose debit nobody answers is queued for review past its first credit time, and later files do not wait for it", async () => {
  await rails.railFault(world, "issuer", "down");
  const refNo = await ordered();
  await at(`${day}T17:59:50`);
  expect(await exceptions()).toEqual([]);
  await at(`${day}T18:10:00`);
  expect(await stateOf(refNo)).toBe("unknown");
  expect(await exceptions()).toEqual(["unanswered"]);
  await at(`${nextDay}T09:30:00`);
  await rails.railFault(world, "issuer", "ok");
  const other = await ordered();
  await rails.railFault(world, "issuer", "down");
  await at(`${nextDay}T15:00:00`);
  expect(await stateOf(other)).toBe("sent");
  expect(await stateOf(refNo)).toBe("unknown");
  expect(await exceptions()).toEqual(["unanswered"]);
});

test("S103 one transfer that fits no message keeps nobody else from the cycle", async () => {
  const good = await ordered();
  const bad = await ordered();
  await world.app.db
    .updateTable("rail_transfer")
    .set({ bank_bic: "no bic" })
    .where("ref_no", "=", bad)
    .execute();
  await at(`${day}T15:00:00`);
  expect((await batches()).map(({ item_count: count }) => count)).toEqual([1]);
  expect(await rails.exceptionsOf(world, bad)).toEqual(["unreadable"]);
  await at(`${day}T16:00:00`);
  await at(`${day}T16:00:10`);
  expect(await stateOf(good)).toBe("credited");
  expect(await rails.transferRow(world, bad)).toMatchObject({ state: "accepted", batch_id: null });
});

test("S101 two workers that cut and send at the same time put each transfer in one file", async () => {
  for (let count = 0; count < 12; count += 1) await ordered();
  const twin = await world.makeTwin();
  world.setTime(manila(`${day}T15:00:00`));
  const apps = [world.app, twin.app, world.app, twin.app];
  await Promise.all(apps.map((app) => cutPesonetBatches(app)));
  await Promise.all(apps.map((app) => sendPesonetBatches(app)));
  const cut = await batches();
  expect(cut.reduce((sum, { item_count: count }) => sum + count, 0)).toBe(12);
  const items = await world.app.db
    .selectFrom("rail_transfer")
    .select("batch_id")
    .where("batch_id", "is not", null)
    .where("cycle_day", "=", day)
    .execute();
  expect(items).toHaveLength(12);
  await at(`${day}T16:00:00`);
  await at(`${day}T16:00:10`);
  expect((await moneyOf(world, member)).issuer).toBe(CARD - 12n * TOTAL);
  expect(await exceptions()).toEqual([]);
});
