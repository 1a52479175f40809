import { afterEach, beforeEach, expect, test } from "vitest";
import { getTransactionHistory } from "#contract/history.ts";
import { getCardDetails, getDashboard } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { toOwnCard } from "./own/toOwnCard.ts";
import { endIssuerTransfer } from "./settlement/endIssuerTransfer.ts";
import { applyOutcome, markSent } from "./settlement/settleWithIssuer.ts";
import { sweepTransfers } from "./settlement/sweepTransfers.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeEach(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "300" });
  member = await world.makeMember({ savings: 10_000_00n, card: { balance: 500_00n } });
  browser = await world.signIn(member);
});

afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

const today = { fromDate: "2026-11-21", toDate: "2026-11-21" };

async function details(refNo: string) {
  const params = { guid: member.guid, refNo };
  const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function notices(): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

test("P05 T33 T39 money goes from savings to the card, in both books and at the issuer", async () => {
  const wanted = { amount: 2_500_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const answer = await acts.order(world, member, browser, wanted, approval, "the-first-top-up");
  if (!answer.status) throw new Error(answer.message);
  expect(answer.message).toBe("Your transfer is being processed.");
  const { refNo } = answer.result;
  expect(refNo).toMatch(/^OT261121-\d{10}$/);
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 7_500_00n,
    card: 500_00n,
    issuer: 500_00n,
  });
  expect(await acts.inTransit(world)).toBe(2_500_00n);
  expect(await details(refNo)).toMatchObject({ state: "accepted", amount: 2_500_00n });

  await drainJobs(world.app);
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 7_500_00n,
    card: 3_000_00n,
    issuer: 3_000_00n,
  });
  expect(await acts.inTransit(world)).toBe(0n);
  expect(await details(refNo)).toMatchObject({ state: "credited", transactionFee: 0n });

  const params = { guid: member.guid };
  const card = await world.call(getCardDetails, { params }, browser);
  expect(card).toMatchObject({ status: true, result: { balance: 3_000_00n, cvv: "***" } });
  const dashboard = await world.call(getDashboard, { params }, browser);
  expect(dashboard).toMatchObject({ status: true, result: { card: { balance: 3_000_00n } } });
  const history = await world.call(getTransactionHistory, { params, query: today }, browser);
  expect(history).toMatchObject({ result: [{ amount: 2_500_00n, refNo }] });
  const told = await notices();
  expect(told).toContainEqual(expect.stringMatching(/₱2,500\.00 from Savings Deposit is being/));
  expect(told).toContainEqual(expect.stringMatching(/₱2,500\.00 is now on your card/));
});

test("R2 a standby that is just becoming the primary is asked again later, and the order is taken once", async () => {
  const url = new URL(world.app.config.DATABASE_URL);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const twin = await world.makeTwin({ DATABASE_URL: url.href });
  const wanted = { amount: 2_500_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const send = (to: Pick<World, "call">) =>
    acts.order(to, member, browser, wanted, approval, "asked-again-later");
  expect(await send(twin)).toMatchObject({ httpStatus: 503, code: "unavailable" });
  expect(await acts.moneyOf(world, member)).toMatchObject({ savings: 10_000_00n });
  expect(await send(world)).toMatchObject({ status: true });
  expect(await acts.moneyOf(world, member)).toMatchObject({ savings: 7_500_00n });
});

test("with the issuer down the money waits in transit, and arrives when it is back", async () => {
  await acts.fault(world, "down");
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await drainJobs(world.app);
  expect((await details(refNo)).state).toBe("unknown");
  expect((await acts.moneyOf(world, member)).savings).toBe(9_000_00n);

  for (const seconds of [16, 31, 61, 121]) {
    world.passSeconds(seconds);
    await sweepTransfers(world.app);
    expect((await details(refNo)).state).toBe("unknown");
  }
  expect(await acts.inTransit(world)).toBe(1_000_00n);

  await acts.fault(world, "ok");
  world.passSeconds(1_801);
  await sweepTransfers(world.app);
  browser = await world.signIn(member, browser);
  expect((await details(refNo)).state).toBe("credited");
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 9_000_00n,
    card: 1_500_00n,
    issuer: 1_500_00n,
  });
});

test("a refusal of the issuer gives the money back and frees the load limit", async () => {
  await acts.fault(world, "reject");
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await drainJobs(world.app);
  expect((await details(refNo)).state).toBe("returned");
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 10_000_00n,
    card: 500_00n,
    issuer: 500_00n,
  });
  expect(await acts.inTransit(world)).toBe(0n);
  const load = await world.app.db.selectFrom("card_load").selectAll().executeTakeFirstOrThrow();
  expect(load.loaded_centavos).toBe(0n);
  expect(await notices()).toContainEqual(expect.stringMatching(/money is back in your account/));
});

test("S101 a time-out after which the issuer had credited is found out, and booked once", async () => {
  await acts.fault(world, "timeout", { effect: "kept" });
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await drainJobs(world.app);
  expect((await details(refNo)).state).toBe("unknown");
  await acts.fault(world, "ok");
  world.passSeconds(16);
  await sweepTransfers(world.app);
  expect((await details(refNo)).state).toBe("credited");
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 9_000_00n,
    card: 1_500_00n,
    issuer: 1_500_00n,
  });
});

test("S101 a time-out after which the issuer had nothing is sent again under the same reference", async () => {
  await acts.fault(world, "timeout", { effect: "lost" });
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await drainJobs(world.app);
  await acts.fault(world, "ok");
  world.passSeconds(16);
  await sweepTransfers(world.app);
  expect((await details(refNo)).state).toBe("credited");
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 9_000_00n,
    card: 1_500_00n,
    issuer: 1_500_00n,
  });
});

test("S101 without an answer a transfer is never failed, and asked about at the agreed times", async () => {
  await acts.fault(world, "down");
  await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await drainJobs(world.app);
  const sentAt = world.app.now().getTime();
  const asked: number[] = [];
  for (let minute = 0; minute < 150; minute++) {
    world.passSeconds(60);
    if ((await sweepTransfers(world.app)) > 0) {
      asked.push(Math.round((world.app.now().getTime() - sentAt) / 60_000));
    }
  }
  expect(asked).toEqual([1, 2, 5, 10, 20, 40, 70, 100, 130]);
  expect(await acts.states(world)).toEqual(["unknown"]);
});

test.each(["down", "pending"])(
  "S101 a transfer to the own card without an end for a day (%s) is queued for review, once",
  async (silence) => {
    await acts.fault(world, "down");
    const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
    await drainJobs(world.app);
    const exceptions = () =>
      world.app.db.selectFrom("transfer_exception").select(["ref_no", "kind"]).execute();
    const { inquire } = world.app.issuer;
    if (silence === "pending") {
      world.app.issuer.inquire = () => Promise.resolve({ kind: "pending" });
    }
    try {
      world.passSeconds(23 * 60 * 60);
      await sweepTransfers(world.app);
      expect(await exceptions()).toEqual([]);
      for (const seconds of [60 * 60, 31 * 60]) {
        world.passSeconds(seconds);
        await sweepTransfers(world.app);
        expect(await exceptions()).toEqual([{ ref_no: refNo, kind: "unanswered" }]);
      }
    } finally {
      world.app.issuer.inquire = inquire;
    }
    await acts.fault(world, "ok");
    world.passSeconds(31 * 60);
    await sweepTransfers(world.app);
    expect(await acts.states(world)).toEqual(["credited"]);
  },
);

test("a worker killed between the issuer's answer and the booking credits once", async () => {
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  const sent = await markSent(world.app, refNo);
  if (sent === undefined) throw new Error("not sent");
  // The issuer credits; the process dies before it writes that down. The job runs again.
  await toOwnCard.order(world.app, sent);
  await drainJobs(world.app);
  expect((await details(refNo)).state).toBe("credited");
  const outcome = { kind: "done", issuerReference: "late" } as const;
  await applyOutcome(world.app, { refNo, correlationId: "test-late" }, { outcome, via: "job" });
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: 9_000_00n,
    card: 1_500_00n,
    issuer: 1_500_00n,
  });
});

test("S103 answers by job, inquiry and callback at once complete a transfer once", async () => {
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  const sent = await markSent(world.app, refNo);
  if (sent === undefined) throw new Error("not sent");
  const outcome = await toOwnCard.order(world.app, sent);
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  const vias = ["job", "inquiry", "callback"] as const;
  const resolutions = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      endIssuerTransfer(world.app, {
        refNo,
        outcome,
        via: vias[index % 3] ?? "job",
        correlationId: `test-${index}`,
      }),
    ),
  );
  expect(resolutions.filter((resolution) => resolution === "done")).toHaveLength(1);
  expect(resolutions.filter((resolution) => resolution === "already")).toHaveLength(11);
  expect((await acts.moneyOf(world, member)).card).toBe(1_500_00n);
});

test("S103 a credit after the return, another amount and an unknown reference are exceptions, and move nothing", async () => {
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  const credited = { kind: "done", issuerReference: "UB1" } as const;
  const refused = { kind: "refused", reason: "closed" } as const;
  const say = (answer: Partial<Parameters<typeof endIssuerTransfer>[1]>) =>
    endIssuerTransfer(world.app, {
      refNo,
      outcome: credited,
      via: "callback",
      correlationId: "test-callback",
      ...answer,
    });
  expect(await say({ amount: 1_000_01n })).toBe("exception");
  expect(await say({ outcome: refused })).toBe("done");
  expect(await say({ outcome: refused })).toBe("already");
  expect(await say({})).toBe("exception");
  expect(await say({})).toBe("exception");
  expect(await say({ refNo: "OT000000-0000000000" })).toBe("exception");
  expect(await acts.moneyOf(world, member)).toMatchObject({ savings: 10_000_00n, card: 500_00n });
  const exceptions = await world.app.db
    .selectFrom("transfer_exception")
    .select(["ref_no", "kind"])
    .orderBy("id")
    .execute();
  expect(exceptions).toEqual([
    { ref_no: refNo, kind: "wrong_amount" },
    { ref_no: refNo, kind: "credited_after_return" },
    { ref_no: "OT000000-0000000000", kind: "unknown_reference" },
  ]);
  const audited = await world.app.db
    .selectFrom("audit_event")
    .select("id")
    .where("action", "=", "report_transfer_exception")
    .execute();
  expect(audited).toHaveLength(3);
});

test("an order whose job was lost is sent by the sweep", async () => {
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  await world.app.db.deleteFrom("outbox").execute();
  world.passSeconds(31);
  await sweepTransfers(world.app);
  expect((await details(refNo)).state).toBe("credited");
});
