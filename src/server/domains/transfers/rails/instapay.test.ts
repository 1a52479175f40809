import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import { send, toBank } from "#test/support/sendActs.ts";
import type { World } from "#test/support/makeWorld.ts";
import { transact } from "#server/db/db.ts";
import { inquireUnknownOutcomes } from "./inquireUnknownOutcomes.ts";
import { refundByStaff } from "./refundByStaff.ts";
import { readRailSettlement } from "./readRailSettlement.ts";
import { reasonText } from "./reasonText.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

const CARD = 10_000_00n;
const AMOUNT = 1_500_25n;
const TOTAL = AMOUNT + rails.FEE;

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500", ISSUER_TIMEOUT_MS: "1500" });
});

afterEach(async () => {
  await rails.railFault(world, "instapay", "ok");
  await rails.railFault(world, "issuer", "ok");
  await assertBooksHold(world);
});

afterAll(() => world.close());

/** A member's transfer to this account, its job done. */
async function ordered(account: string) {
  const member = await world.makeMember({ card: { balance: CARD } });
  const refNo = await rails.orderByRows(world, member, {
    kind: "instapay",
    amount: AMOUNT,
    account,
  });
  await drainJobs(world.app);
  return {
    member,
    refNo,
    moved: () => rails.moneyOfTransfer(world, refNo),
    money: async () => {
      const { card, issuer } = await moneyOf(world, member);
      return { card, issuer };
    },
    row: () => rails.transferRow(world, refNo),
  };
}

const CREDITED = { "1520": -AMOUNT, "2510": -TOTAL, "4510": rails.FEE };
const GONE = { card: CARD - TOTAL, issuer: CARD - TOTAL };
const BACK = { card: CARD, issuer: CARD };

test("S105 O09 an InstaPay transfer is taken at the issuer, sent, credited, and told at each step", async () => {
  const member = await world.makeMember({ card: { balance: CARD } });
  const browser = await world.signIn(member);
  const refNo = await send(world, member, browser, toBank("instapay", "1500.25"));
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "credited",
    issuer_leg: "taken",
    next_inquiry_at: null,
  });
  expect(await rails.stepsOf(world, refNo)).toEqual(["debited", "sent", "credited"]);
  expect(await moneyOf(world, member)).toMatchObject(GONE);
  expect(await rails.historyOf(world, refNo)).toEqual([
    ["Instapay Send", -AMOUNT],
    ["Instapay Fee", -rails.FEE],
  ]);
  expect(await rails.noticesOf(world, member)).toEqual(
    expect.arrayContaining(["transfer_out", "transfer_out_credited"]),
  );
  const [end, text] = (await world.textsTo(member.mobileNumber ?? "")).filter((one) =>
    one.includes(refNo),
  );
  expect(end).toContain("PHP 1,500.25 to account ending 2671 arrived.");
  expect(text).toContain("PHP 1,500.25 and a fee of 10.00 (1,510.25 in all)");
  expect(text).toContain("2671");
  expect(text).toContain("Not you? Call");
  const messages = await world.app.db
    .selectFrom("rail_message")
    .select(["direction", "type", "outcome", "ref_no"])
    .where("ref_no", "=", refNo)
    .orderBy("id")
    .execute();
  expect(messages).toEqual([
    { direction: "out", type: "pacs.008", outcome: null, ref_no: refNo },
    { direction: "in", type: "pacs.002", outcome: "booked", ref_no: refNo },
  ]);
});

test.each([
  ["rejected", ACCOUNTS.rejected, "AC04"],
  ["with another name", ACCOUNTS.wrongName, "BE01"],
  ["to no account", ACCOUNTS.invalid, "AC03"],
])("S102 a transfer that is %s comes back at once with its fee", async (_, account, code) => {
  const one = await ordered(account);
  expect(await one.row()).toMatchObject({ state: "returned", reason_code: code });
  expect(await one.money()).toEqual(BACK);
  expect(await one.moved()).toEqual({});
  expect(await rails.historyOf(world, one.refNo)).toEqual([
    ["Instapay Send", -AMOUNT],
    ["Instapay Fee", -rails.FEE],
    ["Instapay Send Returned", AMOUNT],
    ["Instapay Fee Returned", rails.FEE],
  ]);
  expect(await rails.noticesOf(world, one.member)).toEqual([
    "transfer_out",
    "transfer_out_returned",
  ]);
  const totals = await world.app.db
    .selectFrom("transfer_total")
    .select("sent_centavos")
    .where("member_id", "=", one.member.id)
    .execute();
  expect(totals.map(({ sent_centavos: sent }) => sent)).toEqual([0n, 0n]);
});

test("S101 a transfer under way is asked about under its own reference, and credited once", async () => {
  const one = await ordered(ACCOUNTS.creditedWhenAsked);
  expect(await one.row()).toMatchObject({ state: "sent", has_acknowledged: true });
  expect(await one.moved()).toEqual({ "2510": -TOTAL, "2520": AMOUNT, "2550": rails.FEE });
  world.passSeconds(16);
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ state: "credited" });
  expect(await one.moved()).toEqual(CREDITED);
});

test("S103 the switch tells what it had not answered", async () => {
  const one = await ordered(ACCOUNTS.creditedLater);
  expect((await one.row()).state).toBe("sent");
  world.passSeconds(11);
  await expect.poll(async () => (await one.row()).state).toBe("credited");
  expect(await one.moved()).toEqual(CREDITED);
});

test("S102 money that another bank returns after it was credited comes back with the fee", async () => {
  const one = await ordered(ACCOUNTS.returnedLater);
  expect((await one.row()).state).toBe("credited");
  world.passSeconds(31);
  await expect.poll(async () => (await one.row()).has_returned).toBe(true);
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ state: "returned", going_back: "from_rail" });
  expect(await one.money()).toEqual(BACK);
  expect(await one.moved()).toEqual({});
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual([]);
});

test("S101 S102 a transfer nobody knows the end of is never failed, a person has it at 50 minutes, and its money is back within the hour", async () => {
  const one = await ordered(ACCOUNTS.neverKnown);
  const acceptedAt = (await one.row()).accepted_at.getTime();
  const minutes = () => (world.app.now().getTime() - acceptedAt) / 60_000;
  const seen: { minute: number; state: string }[] = [];
  for (let step = 0; step < 125; step += 1) {
    world.passSeconds(step < 10 ? 15 : 30);
    const before = minutes();
    await rails.sweepRails(world);
    const minute = minutes();
    seen.push({ minute, state: (await one.row()).state });
    const isReported = (await rails.exceptionsOf(world, one.refNo)).includes("unanswered");
    // The sweep itself takes a moment.
    const possible = [before >= 50, minute >= 50];
    expect(possible).toContain(isReported);
  }
  expect(seen.filter(({ minute }) => minute < 58).every(({ state }) => state === "unknown")).toBe(
    true,
  );
  expect(seen.at(-1)?.state).toBe("returned");
  const row = await one.row();
  expect((row.returned_at?.getTime() ?? Infinity) - acceptedAt).toBeLessThan(3_600_000);
  expect(row.is_refunded_unconfirmed).toBe(true);
  expect(await one.money()).toEqual(BACK);
  const asked = await world.app.db
    .selectFrom("rail_message")
    .select("type")
    .where("ref_no", "=", one.refNo)
    .where("direction", "=", "out")
    .orderBy("id")
    .execute();
  // Sent once; asked at 15, 30, 60 s, 2, 5, 10, 20, 40, 50 and 58 minutes.
  expect(asked.map(({ type }) => type)).toEqual([
    "pacs.008",
    ...Array<string>(10).fill("pacs.028"),
  ]);
  // Told after all: a receivable, and a person.
  await rails.tellUs(
    world,
    rails.statusXml("ACSC", { refNo: one.refNo, amount: AMOUNT, account: ACCOUNTS.neverKnown }),
  );
  expect((await one.row()).state).toBe("returned");
  expect(await one.money()).toEqual(BACK);
  expect(await one.moved()).toEqual({ "1520": -AMOUNT, "1590": AMOUNT });
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual([
    "unanswered",
    "credited_after_return",
  ]);
});

test("S102 an issuer that does not have the money ends the transfer: nothing is sent, all is refunded", async () => {
  const member = await world.makeMember({ card: { balance: TOTAL } });
  await rails.railFault(world, "issuer", "reject");
  const refNo = await rails.orderByRows(world, member, {
    kind: "instapay",
    amount: AMOUNT,
    account: ACCOUNTS.credited,
  });
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "returned",
    issuer_leg: "refused",
    sent_at: null,
  });
  expect((await moneyOf(world, member)).card).toBe(TOTAL);
  expect(await rails.historyOf(world, refNo)).toEqual([]);
  expect(await rails.noticesOf(world, member)).toEqual(["transfer_out", "transfer_out_not_sent"]);
});

test.each([
  ["instapay", "timeout", "kept"],
  ["instapay", "timeout", "lost"],
  ["instapay", "error", "kept"],
  ["instapay", "down", "lost"],
  ["issuer", "timeout", "kept"],
  ["issuer", "timeout", "lost"],
  ["issuer", "down", "lost"],
] as const)(
  "S101 %s silent (%s, %s): asked again under the same reference, taken once, credited once",
  async (target, mode, effect) => {
    await rails.railFault(world, target, mode, { effect });
    const one = await ordered(ACCOUNTS.credited);
    expect((await one.row()).state).toBe("unknown");
    await rails.railFault(world, target, "ok");
    for (const seconds of [31, 31, 61]) {
      world.passSeconds(seconds);
      await rails.sweepRails(world);
    }
    expect(await one.row()).toMatchObject({ state: "credited" });
    expect(await one.money()).toEqual(GONE);
    expect(await one.moved()).toEqual(CREDITED);
    expect(await rails.exceptionsOf(world, one.refNo)).toEqual([]);
  },
);

test("S103 a credit whose every answer was lost is found after the money went back: owed to us, and queued for review", async () => {
  await rails.railFault(world, "instapay", "error", { effect: "kept" });
  const one = await ordered(ACCOUNTS.credited);
  world.passSeconds(58 * 60 + 1);
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ state: "returned", is_refunded_unconfirmed: true });
  world.passSeconds(61);
  await inquireUnknownOutcomes(world.app);
  expect(await one.moved()).toEqual({});
  await rails.railFault(world, "instapay", "ok");
  world.passSeconds(300);
  await inquireUnknownOutcomes(world.app);
  expect(await one.moved()).toEqual({ "1520": -AMOUNT, "1590": AMOUNT });
  expect(await one.money()).toEqual(BACK);
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual([
    "unanswered",
    "credited_after_return",
  ]);
  world.passSeconds(86_400);
  expect(await inquireUnknownOutcomes(world.app)).toBe(0);
});

test("S102 a transfer the switch never saw is not doubted once it is back", async () => {
  await rails.railFault(world, "instapay", "down");
  const one = await ordered(ACCOUNTS.credited);
  world.passSeconds(58 * 60 + 1);
  await rails.sweepRails(world);
  expect((await one.row()).state).toBe("returned");
  await rails.railFault(world, "instapay", "ok");
  world.passSeconds(61);
  await inquireUnknownOutcomes(world.app);
  expect(await one.row()).toMatchObject({ next_doubt_at: null, state: "returned" });
  expect(await one.moved()).toEqual({});
});

test("S102 an issuer that is silent for an hour: a person is told in time, and the money is back once it answers", async () => {
  const one = await ordered(ACCOUNTS.neverKnown);
  world.passSeconds(58 * 60 + 10);
  await rails.railFault(world, "issuer", "down");
  await rails.sweepRails(world);
  expect(await one.row()).toMatchObject({ state: "unknown", going_back: "from_hold" });
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual(["unanswered", "not_given_back"]);
  await rails.railFault(world, "issuer", "ok");
  world.passSeconds(16);
  await rails.sweepRails(world);
  expect((await one.row()).state).toBe("returned");
  expect(await one.money()).toEqual(BACK);
});

test("S102 what another bank holds for a check is not refunded by the clock; staff may, and the sweep does it", async () => {
  const one = await ordered(ACCOUNTS.held);
  expect(await one.row()).toMatchObject({ is_held: true, reason_code: "DS06" });
  expect(await rails.noticesOf(world, one.member)).toContain("transfer_out_held");
  expect(reasonText("instapay", "DS06")).toEqual(reasonText("pesonet", "DS06"));
  world.passSeconds(59 * 60);
  await rails.sweepRails(world);
  expect((await one.row()).going_back).toBeNull();
  expect(await rails.exceptionsOf(world, one.refNo)).toEqual(["unanswered"]);
  const decide = () =>
    transact(world.app.db, (tx) =>
      refundByStaff(tx, world.app, {
        refNo: one.refNo,
        staff: "desk",
        correlationId: "test",
        at: world.app.now(),
      }),
    );
  expect(await decide()).toBe("booked");
  await rails.sweepRails(world);
  // Its receipt does not say any more that the other bank reviews it.
  expect(await one.row()).toMatchObject({ state: "returned", reason_code: null });
  expect(await one.money()).toEqual(BACK);
  expect(await decide()).toBe("already");
});

test("S099 the rail's statement of the day is what our position with it has moved", async () => {
  const settlement = await readRailSettlement(world.app, "instapay", "2026-11-23");
  const entries = settlement.kind === "statement" ? settlement.entries : [];
  expect(entries.length).toBeGreaterThan(5);
  // Of those the switch never knows the end of, only this test said that they were credited.
  const { rows } = await world.app.pool.query<{ moved: bigint }>(
    `select sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)::bigint as moved
     from posting p join journal_entry e on e.id = p.journal_entry_id
     join ledger_account a on a.id = p.ledger_account_id
     join rail_transfer r on r.ref_no = e.reference
     where a.book = 'CARD' and a.code = '1520' and r.account_number <> $1`,
    [ACCOUNTS.neverKnown],
  );
  const moved = entries.reduce(
    (sum, { kind, amount }) => sum + (kind === "return" ? amount : -amount),
    0n,
  );
  expect(moved).toBe(rows[0]?.moved);
});
