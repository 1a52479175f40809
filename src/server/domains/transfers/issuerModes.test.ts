import { afterEach, beforeEach, expect, test } from "vitest";
import { getTransactionHistory } from "#contract/history.ts";
import { getDashboard } from "#contract/members.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { sweepTransfers } from "./settlement/sweepTransfers.ts";

const SAVINGS = 10_000_00n;
const CARD = 500_00n;
const AMOUNT = 1_000_00n;
const ENDED = ["credited", "returned"];

let world: World;
let member: TestMember;
let browser: Browser;

beforeEach(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  member = await world.makeMember({ savings: SAVINGS, card: { balance: CARD } });
  browser = await world.signIn(member);
  const address = await world.server.listen({ host: "127.0.0.1", port: 0 });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});

afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

async function stateOf(refNo: string): Promise<string> {
  const params = { guid: member.guid, refNo };
  const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.state;
}

async function balances(): Promise<{
  savings: bigint | undefined;
  card: bigint | null | undefined;
}> {
  const answer = await world.call(getDashboard, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  const { accounts, card } = answer.result;
  return {
    savings: accounts.find(({ type }) => type === "savings")?.withdrawableBalance,
    card: card?.balance,
  };
}

async function historyRows(refNo: string): Promise<bigint[]> {
  const params = { guid: member.guid };
  const query = { fromDate: "2026-11-21", toDate: "2026-11-21" };
  const answer = await world.call(getTransactionHistory, { params, query }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.filter((row) => row.refNo === refNo).map(({ amount }) => amount);
}

/**
 * One look of the member: balances and history between two looks at the receipt. What the first said
 * is already true in them, and what they show the second must say too.
 */
async function look(refNo: string): Promise<string> {
  const before = await stateOf(refNo);
  const [shown, rows] = [await balances(), await historyRows(refNo)];
  const after = await stateOf(refNo);
  const views = {
    underWay: { savings: SAVINGS - AMOUNT, card: CARD, rows: [] as bigint[] },
    credited: { savings: SAVINGS - AMOUNT, card: CARD + AMOUNT, rows: [AMOUNT] },
    returned: { savings: SAVINGS, card: CARD, rows: [] as bigint[] },
  };
  const of = (state: string) =>
    state === "credited" || state === "returned" ? views[state] : views.underWay;
  expect({ ...shown }).toBeOneOf(
    [before, after].map(of).map(({ savings, card }) => ({ savings, card })),
  );
  expect(rows).toBeOneOf([of(before).rows, of(after).rows]);
  expect(ENDED.includes(before) && after !== before).toBe(false);
  return after;
}

/** Looks again and again until the transfer has ended. Answers every state that was seen. */
async function watch(refNo: string): Promise<string[]> {
  const seen: string[] = [];
  do {
    const state = await look(refNo);
    if (state !== seen.at(-1)) seen.push(state);
  } while (!ENDED.includes(seen.at(-1) ?? ""));
  return seen;
}

/** Orders one transfer, does its job while the member looks, and answers what the member saw. */
async function transferWhile(mode: string, more: object = {}): Promise<string[]> {
  await acts.fault(world, mode, more);
  // Whatever is done here is answered: it is waited for, however slow the machine.
  world.expectSilence(false);
  const refNo = await acts.transfer(world, member, browser, { amount: AMOUNT });
  expect(await look(refNo)).toBe("accepted");
  const [seen] = await Promise.all([watch(refNo), drainJobs(world.app)]);
  return seen;
}

async function expectEnd(end: "credited" | "returned"): Promise<void> {
  const isCredited = end === "credited";
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: isCredited ? SAVINGS - AMOUNT : SAVINGS,
    card: isCredited ? CARD + AMOUNT : CARD,
    issuer: isCredited ? CARD + AMOUNT : CARD,
  });
  expect(await acts.inTransit(world)).toBe(0n);
}

/** Every event of the issuer has been taken, none as an exception. */
async function eventsTaken(count: number): Promise<void> {
  const outcomes = async () => {
    const rows = await world.app.db.selectFrom("issuer_event").select("outcome").execute();
    return rows.map(({ outcome }) => outcome).toSorted();
  };
  await expect.poll(async () => (await outcomes()).length).toBe(count);
  // Taken in is not yet dealt with.
  await expect.poll(outcomes).not.toContain("received");
  expect((await outcomes()).filter((outcome) => !["already", "booked"].includes(outcome))).toEqual(
    [],
  );
}

test("S101 a slow issuer that still answers in time credits once", async () => {
  expect((await transferWhile("slow", { delaySeconds: 0.2 })).at(-1)).toBe("credited");
  await expectEnd("credited");
});

test("S101 an issuer slower than we wait leaves the transfer open, until it is asked", async () => {
  await acts.fault(world, "slow", { delaySeconds: 2.5 });
  const refNo = await acts.transfer(world, member, browser, { amount: AMOUNT });
  await drainJobs(world.app);
  expect(await look(refNo)).toBe("unknown");
  await acts.fault(world, "ok");
  // The issuer has booked meanwhile; the member's view waits for its word.
  await expect.poll(() => world.app.issuer.balance(member.cardAccountNo ?? "")).toBe(CARD + AMOUNT);
  expect(await look(refNo)).toBe("unknown");
  world.passSeconds(16);
  const [seen] = await Promise.all([watch(refNo), sweepTransfers(world.app)]);
  expect(seen.at(-1)).toBe("credited");
  await expectEnd("credited");
});

test.each([
  ["credits", "kept", "credited"],
  ["refuses", "lost", "returned"],
] as const)("S103 an issuer that %s late ends it by its event", async (_, effect, end) => {
  const seen = await transferWhile("late", { delaySeconds: 1, effect });
  expect(seen.at(-1)).toBe(end);
  expect(seen).not.toContain(end === "credited" ? "returned" : "credited");
  await eventsTaken(1);
  await expectEnd(end);
});

test("S103 an issuer that says everything twice more credits once", async () => {
  expect((await transferWhile("duplicate")).at(-1)).toBe("credited");
  await acts.fault(world, "ok");
  await eventsTaken(1);
  await expectEnd("credited");
});

test("S103 an event that overtakes the answer, and one that is overtaken, credit once each", async () => {
  expect((await transferWhile("out-of-order", { delaySeconds: 1 })).at(-1)).toBe("credited");
  world.passSeconds(61);
  const second = await acts.transfer(world, member, browser, { amount: 250_00n });
  await drainJobs(world.app);
  await expect.poll(() => stateOf(second)).toBe("credited");
  await eventsTaken(2);
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: SAVINGS - AMOUNT - 250_00n,
    card: CARD + AMOUNT + 250_00n,
    issuer: CARD + AMOUNT + 250_00n,
  });
  expect(await historyRows(second)).toEqual([250_00n]);
});
