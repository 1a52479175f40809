import { afterEach, beforeEach, expect, test } from "vitest";
import { getTransactionHistory } from "#contract/history.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { endIssuerTransfer } from "#server/domains/transfers/settlement/endIssuerTransfer.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { askFor, send, type Sending } from "#test/support/sendActs.ts";
import * as acts from "#test/support/transferActs.ts";

const CARD = 1_000_00n;
const SAVINGS = 50_00n;
const AMOUNT = 300_25n;

let world: World;
let member: TestMember;
let browser: Browser;

beforeEach(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "400", LOGIN_OTP: "off" });
  member = await world.makeMember({ savings: SAVINGS, storage: 0n, card: { balance: CARD } });
  browser = await world.signIn(member);
});

afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

const toSavings = (amount: string, account = member.accountNumbers.savings ?? ""): Sending => ({
  kind: "deposit",
  destination_account: account,
  amount,
});

const deposit = () => send(world, member, browser, toSavings("300.25"));

async function detailsOf(refNo: string) {
  const params = { guid: member.guid, refNo };
  const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function history() {
  const params = { guid: member.guid };
  const query = { fromDate: "2026-11-21", toDate: "2026-11-21" };
  const answer = await world.call(getTransactionHistory, { params, query }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.map(({ amount, refNo, description, subDescription }) => ({
    amount,
    refNo,
    description,
    subDescription,
  }));
}

async function notices(): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

async function held(): Promise<bigint> {
  const { hold_centavos } = await world.app.db
    .selectFrom("ledger_account")
    .select("hold_centavos")
    .where("subledger", "=", member.cardAccountNo ?? "")
    .executeTakeFirstOrThrow();
  return hold_centavos;
}

/** What the entries of a transfer moved, as account, side and amount. */
async function postingsOf(refNo: string) {
  const rows = await world.app.db
    .selectFrom("journal_entry as e")
    .innerJoin("posting as p", "p.journal_entry_id", "e.id")
    .innerJoin("ledger_account as a", "a.id", "p.ledger_account_id")
    .select(["a.book", "a.code", "p.side", "p.amount_centavos"])
    .where("e.reference", "=", refNo)
    .orderBy("p.id")
    .execute();
  return rows.map(({ book, code, side, amount_centavos: amount }) => [book, code, side, amount]);
}

async function expectEnd(end: "credited" | "returned"): Promise<void> {
  const moved = end === "credited" ? AMOUNT : 0n;
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: SAVINGS + moved,
    card: CARD - moved,
    issuer: CARD - moved,
  });
  expect(await held()).toBe(0n);
}

test("money goes back from the card to the own savings once, in both books, and the member sees it", async () => {
  const refNo = await deposit();
  expect(await held()).toBe(AMOUNT);
  expect(await postingsOf(refNo)).toEqual([]);
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: SAVINGS,
    card: CARD,
    issuer: CARD,
  });
  await drainJobs(world.app);
  await expectEnd("credited");
  expect(await postingsOf(refNo)).toEqual([
    ["CARD", "2510", "D", AMOUNT],
    ["CARD", "1510", "C", AMOUNT],
    ["ASSOC", "1120", "D", AMOUNT],
    ["ASSOC", "2010", "C", AMOUNT],
  ]);

  expect(await history()).toEqual([
    {
      amount: -AMOUNT,
      refNo,
      description: "Transfer to Savings",
      subDescription: "To Savings Deposit",
    },
  ]);
  const savings = member.accountNumbers.savings ?? "";
  const tail = savings.slice(-4);
  expect(await notices()).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        `₱300.25 from your card to your savings account ending in ${tail} is being processed`,
      ),
      expect.stringContaining(`₱300.25 from your card is now in your savings account`),
    ]),
  );
  // By text the code alone: money that stays with the member is told in the portal.
  const texts = (await world.textsTo(member.mobileNumber ?? "")).filter((text) =>
    text.includes("300.25"),
  );
  expect(texts).toEqual([
    expect.stringMatching(new RegExp(`^\\d{6}\\b.* your savings account ending ${tail}`)),
  ]);

  const details = await detailsOf(refNo);
  expect(details).toMatchObject({
    kind: "deposit",
    state: "credited",
    amount: AMOUNT,
    transactionFee: 0n,
    total: AMOUNT,
    accountNumber: savings,
    transferTo: savings,
    destinationBank: null,
  });
  expect(details.steps.map(({ state }) => state)).toEqual(["accepted", "sent", "credited"]);
});

/** What the issuer does, and how the transfer must end once it behaves again. */
const MODES = [
  ["slow", { delaySeconds: 0.9 }, "credited"],
  ["timeout", {}, "credited"],
  ["timeout", { effect: "lost" }, "credited"],
  ["reject", {}, "returned"],
  ["duplicate", {}, "credited"],
  ["out-of-order", {}, "credited"],
  ["late", { delaySeconds: 1, effect: "kept" }, "credited"],
  ["late", { delaySeconds: 1, effect: "lost" }, "returned"],
] as const;

test.each(MODES)(
  "S101 S103 an issuer in mode %s %j: money for the savings is %s",
  async (mode, more, end) => {
    await acts.fault(world, mode, more);
    const refNo = await deposit();
    await drainJobs(world.app);
    // The job once more, as after a crash.
    await world.app.db
      .insertInto("outbox")
      .values({
        kind: "deposit_from_card",
        payload: JSON.stringify({ refNo, correlationId: "again" }),
        created_at: world.app.now(),
      })
      .execute();
    await drainJobs(world.app);
    await acts.fault(world, "ok");
    for (let look = 0; look < 5; look++) {
      world.passSeconds(61);
      await sweepTransfers(world.app);
    }
    expect((await detailsOf(refNo)).state).toBe(end);
    await expectEnd(end);
    if (end === "credited") return;
    expect(await history()).toEqual([]);
    expect(await notices()).toContainEqual(
      expect.stringContaining("did not go through. The money is available on your card again."),
    );
    const texts = await world.textsTo(member.mobileNumber ?? "");
    expect(texts.some((text) => text.includes("to your savings account failed"))).toBe(true);
  },
);

test("S101 while nobody answers the money stays on hold, and after a day a person is asked, once", async () => {
  await acts.fault(world, "timeout", { effect: "lost" });
  const refNo = await deposit();
  await drainJobs(world.app);
  const exceptions = () =>
    world.app.db.selectFrom("transfer_exception").select(["ref_no", "kind"]).execute();
  world.passSeconds(23 * 60 * 60);
  await sweepTransfers(world.app);
  // Through the database: the session does not last that long.
  expect(await acts.states(world)).toEqual(["unknown"]);
  expect(await exceptions()).toEqual([]);
  for (const seconds of [60 * 60, 31 * 60]) {
    world.passSeconds(seconds);
    await sweepTransfers(world.app);
    expect(await exceptions()).toEqual([{ ref_no: refNo, kind: "unanswered" }]);
  }
  expect(await held()).toBe(AMOUNT);
  await acts.fault(world, "ok");
  world.passSeconds(31 * 60);
  await sweepTransfers(world.app);
  await expectEnd("credited");
});

test("S101 a yes after the refund changes no balance: a person decides, and the member is told", async () => {
  await acts.fault(world, "reject");
  const refNo = await deposit();
  await drainJobs(world.app);
  await expectEnd("returned");
  for (const correlationId of ["late", "late again"]) {
    const outcome = { kind: "done", issuerReference: "R-1" } as const;
    const answer = { refNo, outcome, via: "callback", correlationId } as const;
    expect(await endIssuerTransfer(world.app, answer)).toBe("exception");
  }
  await expectEnd("returned");
  expect(await postingsOf(refNo)).toEqual([]);
  const late = (await notices()).filter((text) => text.includes("after all"));
  expect(late).toEqual([expect.stringContaining("Please do not send it again")]);
});

test("S101 a deposit whose job was lost is sent by the sweep", async () => {
  const refNo = await deposit();
  await world.app.db.deleteFrom("outbox").where("kind", "=", "deposit_from_card").execute();
  world.passSeconds(31);
  await sweepTransfers(world.app);
  expect((await detailsOf(refNo)).state).toBe("credited");
  await expectEnd("credited");
});

test("S097 it goes to the own savings alone, and never more than is available", async () => {
  const other = await world.makeMember({ savings: 0n, card: {} });
  const wrong = {
    "another member's savings": other.accountNumbers.savings,
    "another own account": member.accountNumbers.storage,
    "the own card": member.cardAccountNo,
    "a number that nobody has": "999999999999",
  };
  for (const [whose, account] of Object.entries(wrong)) {
    const answer = await askFor(world, member, browser, toSavings("1.00", account ?? "none"));
    expect({ whose, answer }).toMatchObject({
      whose,
      answer: { code: "destination_unknown", errors: [{ param: "destination_account" }] },
    });
  }
  const codeOf = async (amount: string) => {
    const answer = await askFor(world, member, browser, toSavings(amount));
    return answer.status ? "asked" : answer.errors.map(({ param }) => param?.split(".").at(-1));
  };
  expect(await codeOf("0.99")).toEqual(["amount"]);
  expect(await codeOf("1000.01")).toEqual(["amount"]);
  await deposit();
  world.passSeconds(61);
  expect(await codeOf("699.76")).toEqual(["amount"]);
  expect(await codeOf("699.75")).toBe("asked");
  await drainJobs(world.app);
  await expectEnd("credited");
});

test("S092 deposits and top-ups that are under way at once lose and make no money", async () => {
  for (let round = 0; round < 2; round++) {
    world.passSeconds(61);
    await send(world, member, browser, toSavings("10.00"));
    world.passSeconds(61);
    await acts.transfer(world, member, browser, { amount: 10_00n });
  }
  await drainJobs(world.app);
  expect(await acts.states(world)).toEqual(Array.from({ length: 4 }, () => "credited"));
  expect(await acts.moneyOf(world, member)).toEqual({
    savings: SAVINGS,
    card: CARD,
    issuer: CARD,
  });
});
