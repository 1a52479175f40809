import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pesonetFile, type RailPayment } from "#server/platform/gateways/rails/outMessages.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { ask, asked, decide, trail } from "#test/support/requestActs.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { sendPesonetBatches } from "./sendPesonetBatch.ts";

const CARD = 50_000_00n;
const AMOUNT = 2_000_50n;
const TOTAL = AMOUNT + rails.FEE;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

/** Somebody who has just signed in: the clock leaps. */
const somebody = (role: "supervisor" | "fraud_officer"): Promise<TestStaff> =>
  world.makeStaff({ role, officeId: null });

async function ordered(day: string): Promise<string> {
  world.setTime(manila(`${day}T10:05:00`));
  member = await world.makeMember({ card: { balance: CARD } });
  const refNo = await rails.orderByRows(world, member, {
    kind: "pesonet",
    amount: AMOUNT,
    account: ACCOUNTS.credited,
    cycle: await rails.cycleNow(world),
  });
  await drainJobs(world.app);
  return refNo;
}

async function at(text: string): Promise<void> {
  world.setTime(manila(text));
  await rails.pesonetTurn(world);
}

const messageIdOf = (day: string) => `PB${day.replaceAll("-", "")}-2-01`;

/** Puts another file of one transfer where ours will be: same name, MsgId, count and sum. */
async function occupy(day: string, refNo: string): Promise<void> {
  const payment: RailPayment = {
    refNo,
    amount: AMOUNT,
    senderName: "JUANA REYES",
    senderAccount: "990112345006",
    bankBic: "BNORPHMMXXX",
    accountNumber: ACCOUNTS.credited,
    accountName: "JUAN DELA CRUZ",
  };
  const participant = world.app.config.RAIL_PARTICIPANT;
  const body = pesonetFile(messageIdOf(day), [payment], {
    participant,
    at: manila(`${day}T09:00:00`),
    day,
  });
  const answer = await world.app.pesonet.handIn(`${participant}-${messageIdOf(day)}.xml`, body);
  expect(answer).toEqual({ kind: "taken" });
}

const fileOf = (day: string) =>
  world.app.db
    .selectFrom("pesonet_batch")
    .selectAll()
    .where("cycle_day", "=", day)
    .executeTakeFirstOrThrow();

const withdrawal = (day: string) =>
  ({ kind: "withdraw_pesonet_file", payload: { messageId: messageIdOf(day) } }) as const;

test("S101 S131 a file whose place another has is withdrawn by two people, and its transfers arrive once, a cycle later", async () => {
  const [day, next] = ["2026-11-23", "2026-11-24"];
  const refNo = await ordered(day);
  const early = await somebody("supervisor");
  expect(await ask(early, withdrawal(day))).toMatchObject({ code: "not_found" });
  await occupy(day, "PN261123-0000000009");
  await at(`${day}T15:00:00`);
  expect(await fileOf(day)).toMatchObject({ state: "cut", held_count: 0 });
  // What the house says of the file that it has is not said of ours.
  await at(`${day}T16:00:00`);
  await at(`${day}T16:00:10`);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "sent",
    has_acknowledged: false,
    has_settled: false,
  });
  expect((await rails.exceptionsOf(world, messageIdOf(day))).toSorted()).toEqual([
    "file_reused",
    "unknown_reference",
  ]);
  // It missed its cycle: the member is told once.
  expect(await rails.noticesOf(world, member)).toEqual(["transfer_out", "transfer_out_moved"]);
  // While it is on its way again, nobody knows.
  world.passSeconds(30 * 60);
  const silent = async () => ({ kind: "unknown", reason: "no answer" }) as const;
  await sendPesonetBatches({
    ...world.app,
    pesonet: { ...world.app.pesonet, handIn: silent },
  });
  const maker = await somebody("supervisor");
  const checker = await somebody("fraud_officer");
  expect(await ask(maker, withdrawal(day))).toMatchObject({
    code: "request_does_not_apply",
  });
  world.passSeconds(30);
  await rails.pesonetTurn(world);
  const teller = await world.makeStaff({ role: "teller" });
  expect(await ask(teller, withdrawal(day))).toMatchObject({ code: "not_your_role" });
  const requestId = await asked(maker, withdrawal(day));
  expect(await decide(maker, requestId)).toMatchObject({ status: false });
  expect(await decide(checker, requestId)).toMatchObject({ status: true });
  expect(await ask(maker, withdrawal(day))).toMatchObject({
    code: "request_does_not_apply",
  });
  const { file_name: name } = await fileOf(day);
  expect(await trail(world, `pesonet_batch:${name}`)).toContain(
    `${checker.username}: withdraw_pesonet_file`,
  );
  await rails.pesonetTurn(world);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "accepted",
    cycle_day: next,
    batch_id: null,
    sent_at: null,
  });
  expect(await rails.noticesOf(world, member)).toEqual(["transfer_out", "transfer_out_moved"]);
  await at(`${next}T09:00:00`);
  await at(`${next}T10:00:00`);
  await at(`${next}T10:00:10`);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "credited" });
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({
    "1530": -AMOUNT,
    "2510": -TOTAL,
    "4510": rails.FEE,
  });
  const { card, issuer } = await moneyOf(world, member);
  expect([card, issuer]).toEqual([CARD - TOTAL, CARD - TOTAL]);
});

test("S101 a file of which the house holds a transfer stays: the house's words end it", async () => {
  const day = "2026-11-25";
  const refNo = await ordered(day);
  await occupy(day, refNo);
  await at(`${day}T15:00:00`);
  expect(await fileOf(day)).toMatchObject({ held_count: 1 });
  const maker = await somebody("supervisor");
  expect(await ask(maker, withdrawal(day))).toMatchObject({
    code: "request_does_not_apply",
  });
  await at(`${day}T16:00:00`);
  await at(`${day}T16:00:10`);
  expect(await fileOf(day)).toMatchObject({ state: "settled" });
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "credited" });
});
