import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  askForProof,
  listBreaks,
  listProofs,
  runReconciliation,
} from "#contract/staff/reconciliation.ts";
import { getTransferFile, inquireTransfer } from "#contract/staff/transfers.ts";
import { makeRequestedProofs } from "#server/domains/reconciliation/requestedProofs.ts";
import { readRailTransfer } from "#server/domains/transfers/rails/railRow.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { debitForRail } from "#server/domains/transfers/rails/debitForRail.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ask, asked, decide, look, trail } from "#test/support/requestActs.ts";
import { send, toBank } from "#test/support/sendActs.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

/** What the switch does with these is in data/live/rail-codes.json. */
const NEVER_KNOWN = "101400001643";
const CREDITED_WHEN_ASKED = "0013029636";

let world: World;
let member: TestMember;
let browser: Browser;
let teller: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ officeId: 1n, card: { balance: 10_000_00n } });
  browser = await world.signIn(member);
  teller = await world.makeStaff({ role: "teller" });
  supervisor = await world.makeStaff({ role: "supervisor" });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

async function sent(amount: string, account: string): Promise<string> {
  const refNo = await send(world, member, browser, toBank("instapay", amount, { account }));
  await drainJobs(world.app);
  return refNo;
}

/** As if it had been ordered 51 minutes earlier. Asked about since then, or not. */
async function age(refNo: string, asked: "asked since" | "not asked since"): Promise<void> {
  const earlier = new Date(world.app.now().getTime() - 51 * 60_000);
  await world.app.db
    .updateTable("transfer")
    .set({ accepted_at: earlier })
    .where("ref_no", "=", refNo)
    .execute();
  if (asked === "asked since") return;
  await world.app.db
    .updateTable("rail_transfer")
    .set({ asked_at: earlier })
    .where("ref_no", "=", refNo)
    .execute();
}

const refundOf = (refNo: string) => ({ kind: "refund_transfer", payload: { refNo } }) as const;

async function fileOf(refNo: string) {
  const answer = await teller.call(getTransferFile, { params: { refNo } });
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  return answer.result;
}

test("S131 two people refund what nobody knows of: amount and fee, at the issuer and with us, once", async () => {
  const refNo = await sent("1500.00", NEVER_KNOWN);
  // Within its 50 minutes it may be handed over again: payment and refund both.
  const until = new Date(Date.parse((await fileOf(refNo)).acceptedAt) + 50 * 60_000).toISOString();
  expect(await fileOf(refNo)).toMatchObject({
    goesOut: { waitsFor: "inquiry", until },
    may: { inquire: true, refund: false },
  });
  expect(await ask(teller, refundOf(refNo))).toMatchObject({
    code: "request_does_not_apply",
  });
  await age(refNo, "not asked since");
  expect(await fileOf(refNo)).toMatchObject({
    goesOut: { waitsFor: "inquiry", until: null },
    may: { refund: false },
  });
  expect(await ask(teller, refundOf(refNo))).toMatchObject({
    code: "request_does_not_apply",
  });
  expect(await teller.call(inquireTransfer, { params: { refNo } })).toMatchObject({ status: true });
  expect(await fileOf(refNo)).toMatchObject({ goesOut: null, may: { refund: true } });
  expect(await moneyOf(world, member)).toMatchObject({ card: 8_490_00n, issuer: 8_490_00n });
  const requestId = await asked(teller, refundOf(refNo));
  expect(await look(supervisor, requestId)).toMatchObject({
    subjectName: expect.stringContaining(refNo),
    before: { givenBack: "PHP 0.00", total: "PHP 1,510.00" },
    after: { givenBack: "PHP 1,510.00", transferState: "returned" },
  });
  expect(await decide(teller, requestId)).toMatchObject({ status: false });
  expect(await ask(supervisor, refundOf(refNo))).toMatchObject({
    code: "request_open_already",
  });
  expect(await decide(supervisor, requestId)).toMatchObject({ status: true });
  await sweepTransfers(world.app, ["rail"]);
  expect(await fileOf(refNo)).toMatchObject({
    state: "returned",
    rail: { issuerLeg: "given_back" },
    requests: [{ requestId, state: "approved" }],
    may: { inquire: false, refund: false },
  });
  expect(await moneyOf(world, member)).toMatchObject({ card: 10_000_00n, issuer: 10_000_00n });
  expect(await ask(teller, refundOf(refNo))).toMatchObject({
    code: "request_does_not_apply",
  });
  expect(await trail(world, `request:${requestId}`)).toContain(
    `${supervisor.username}: request_approved`,
  );
});

test("S131 what the rail says meanwhile makes the request out of date: nothing is refunded twice", async () => {
  const refNo = await sent("700.00", CREDITED_WHEN_ASKED);
  await age(refNo, "asked since");
  const requestId = await asked(teller, refundOf(refNo));
  world.passSeconds(11);
  expect(await teller.call(inquireTransfer, { params: { refNo } })).toMatchObject({ status: true });
  expect(await fileOf(refNo)).toMatchObject({ state: "credited", may: { refund: false } });
  expect(await decide(supervisor, requestId)).toMatchObject({ code: "request_stale" });
  expect(await moneyOf(world, member)).toMatchObject({ card: 9_290_00n, issuer: 9_290_00n });
});

test("S131 what was not handed to InstaPay yet may be refunded, and then never goes out", async () => {
  const refNo = await send(world, member, browser, toBank("instapay", "200.00"));
  const row = await readRailTransfer(world.app.db, refNo);
  expect(row !== undefined && (await debitForRail(world.app, row, "job"))).toBe(true);
  expect(await fileOf(refNo)).toMatchObject({ sentAt: null, may: { refund: true } });
  await decide(supervisor, await asked(teller, refundOf(refNo)));
  await drainJobs(world.app);
  await sweepTransfers(world.app, ["rail"]);
  expect(await fileOf(refNo)).toMatchObject({ state: "returned", sentAt: null });
  expect(await moneyOf(world, member)).toMatchObject({ card: 9_290_00n, issuer: 9_290_00n });
});

test("S130 another branch's transfer is nobody's to refund, and one to a card has no rail to ask", async () => {
  const refNo = await sent("100.00", NEVER_KNOWN);
  await age(refNo, "asked since");
  const elsewhere = await world.makeStaff({ role: "supervisor", officeId: 2n });
  expect(await ask(elsewhere, refundOf(refNo))).toMatchObject({ code: "not_found" });
  expect(await ask(teller, refundOf("IP261121-0000000000"))).toMatchObject({
    code: "not_found",
  });
  await decide(supervisor, await asked(teller, refundOf(refNo)));
  await sweepTransfers(world.app, ["rail"]);
});

test("the day agrees with the issuer's and the switch's files to the centavo, and the proof is green", async () => {
  world.setTime(new Date("2026-11-22T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const day = "2026-11-21";
  const run = async (source: "issuer" | "instapay") => {
    const answer = await supervisor.call(runReconciliation, { body: { source, day } });
    if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
    return answer.result;
  };
  // Four taken from the card, three of them put back.
  expect(await run("issuer")).toMatchObject({ lines: 7, ours: 7, matched: 7, total: -710_00n });
  expect(await run("instapay")).toMatchObject({ lines: 1, ours: 1, matched: 1, total: -700_00n });
  expect(await supervisor.call(listBreaks, { query: {} })).toMatchObject({ result: { rows: [] } });
  expect(await supervisor.call(askForProof, { body: { day } })).toMatchObject({ status: true });
  await makeRequestedProofs(world.app);
  expect(await supervisor.call(listProofs, { query: { from: day, to: day } })).toMatchObject({
    result: { rows: [{ isRight: true, madeBy: supervisor.username }] },
  });
});
