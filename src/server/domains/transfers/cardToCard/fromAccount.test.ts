import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { getMovements } from "#contract/accounts.ts";
import { getTransactionHistory } from "#contract/history.ts";
import { movementText } from "#contract/movementKinds.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { proveBooks } from "#server/domains/reconciliation/proveBooks.ts";
import { proveIssuerBalances } from "#server/domains/reconciliation/proveIssuerBalances.ts";
import { endIssuerTransfer } from "#server/domains/transfers/settlement/endIssuerTransfer.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as sends from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as acts from "#test/support/transferActs.ts";

const MONEY = 10_000_00n;
const FIXED = 5_000_00n;
const ON_CARD = 1_000_00n;
const AMOUNT = 300_00n;

let world: World;
let receiver: TestMember;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "400", LOGIN_OTP: "off" });
});

afterEach(async () => {
  await acts.fault(world, "ok");
  await acts.assertBooksHold(world);
});

afterAll(() => world.close());

const NAMES = {
  savings: "Savings Deposit",
  storage: "Cash Advance Storage Account",
  me: "Capital Contribution",
} as const;
type Product = keyof typeof NAMES;
const PRODUCTS = ["savings", "storage", "me"] as const satisfies readonly Product[];

const makeRich = () =>
  world.makeMember({
    savings: MONEY,
    storage: MONEY,
    capital: { withdrawable: MONEY, fixed: FIXED },
    card: { balance: ON_CARD },
  });

const numberOf = ({ accountNumbers }: TestMember, product: Product): string =>
  accountNumbers[product] ?? "";
const tailOf = (number: string | null | undefined): string => number?.slice(-4) ?? "";

/** Ordered over HTTP, from an account to a card that has nothing yet. */
async function ordered(product: Product) {
  const member = await makeRich();
  receiver = await world.makeMember({ card: { balance: 0n } });
  const browser = await world.signIn(member);
  const sending = sends.toCard(receiver, "300.00", numberOf(member, product));
  return { member, browser, refNo: await sends.send(world, member, browser, sending) };
}

async function stateOf(refNo: string) {
  return world.app.db
    .selectFrom("transfer")
    .select(["state", "card_id", "source_name", "source_account_number"])
    .where("ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
}

/** What is left on an account, what arrived, and what the sender's card and the receiver's month say. */
async function moneyOf(member: TestMember, product: Product) {
  const account = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", numberOf(member, product))
    .where("code", "!=", "3010")
    .executeTakeFirstOrThrow();
  const [from, to] = [await acts.moneyOf(world, member), await acts.moneyOf(world, receiver)];
  const load = await world.app.db
    .selectFrom("card_load as l")
    .innerJoin("card as c", "c.id", "l.card_id")
    .select("l.loaded_centavos")
    .where("c.member_id", "=", receiver.id)
    .executeTakeFirst();
  return {
    left: account.available_centavos,
    arrived: [to.card, to.issuer],
    ownCard: [from.card, from.issuer],
    load: load?.loaded_centavos ?? 0n,
    inTransit: await acts.inTransit(world),
  };
}

const credited = {
  left: MONEY - AMOUNT,
  arrived: [AMOUNT, AMOUNT],
  ownCard: [ON_CARD, ON_CARD],
  load: AMOUNT,
  inTransit: 0n,
};
const returned = { ...credited, left: MONEY, arrived: [0n, 0n], load: 0n };

async function noticesOf(member: TestMember, browser: Browser): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  return answer.status ? Object.values(answer.results).map(({ message }) => message) : [];
}

/** Why it is not even sent a code; 'ok' where it is. */
async function asked(member: TestMember, browser: Browser, sending: sends.Sending) {
  world.passSeconds(61);
  const answer = await sends.askFor(world, member, browser, sending);
  return answer.status ? "ok" : String(answer.code);
}

async function historyOf(member: TestMember, browser: Browser) {
  const query = { fromDate: "2026-11-21", toDate: "2026-11-21" };
  const answer = await world.call(
    getTransactionHistory,
    { params: { guid: member.guid }, query },
    browser,
  );
  if (!answer.status) throw new Error(answer.message);
  return answer.result.map(({ amount, subDescription, refNo }) => ({
    amount,
    subDescription,
    refNo,
  }));
}

describe.each(PRODUCTS)("S376 from %s", (product) => {
  test("money is in transit until the issuer has credited the other card; the sender's card is left alone, and both sides see where it came from", async () => {
    const { member, browser, refNo } = await ordered(product);
    expect(await moneyOf(member, product)).toEqual({
      ...credited,
      arrived: [0n, 0n],
      inTransit: AMOUNT,
    });
    expect((await proveBooks(world.app)).every(({ isRight }) => isRight)).toBe(true);
    await drainJobs(world.app);
    expect(await moneyOf(member, product)).toEqual(credited);
    expect(await stateOf(refNo)).toEqual({
      state: "credited",
      card_id: null,
      source_name: NAMES[product],
      source_account_number: numberOf(member, product),
    });
    const account = { guid: member.guid, accountNo: numberOf(member, product) };
    const movements = await world.call(getMovements, { params: account, query: {} }, browser);
    const [newest] = movements.status ? movements.result : [];
    expect(newest).toMatchObject({ refNo, amount: -AMOUNT });
    expect(movementText(newest?.kind ?? "", "en")).toBe("To another card");
    expect(await historyOf(member, browser)).toEqual([]);

    const tail = tailOf(numberOf(member, product));
    const other = await world.signIn(receiver);
    expect(await historyOf(receiver, other)).toEqual([
      { amount: AMOUNT, subDescription: `From account ••••\u00a0${tail}`, refNo },
    ]);
    expect(await noticesOf(receiver, other)).toContain(
      `You received ₱300.00 on your card from the account ending in ${tail} of another member. Ref. ${refNo}.`,
    );
    const sent = `from your ${NAMES[product]} ending in ${tail} to the ${brand.cardAccount} account ending in ${tailOf(receiver.cardAccountNo)} is being`;
    expect(await noticesOf(member, browser)).toContainEqual(expect.stringContaining(sent));
    const texts = await world.textsTo(member.mobileNumber ?? "");
    const to = `${brand.cardAccount} account ...${tailOf(receiver.cardAccountNo)}`;
    expect(texts).toContainEqual(
      expect.stringContaining(`PHP 300.00 from acct ${tail} to ${to} is on its way`),
    );
    const read = (who: TestMember, of: Browser) =>
      world.call(getTransferDetails, { params: { guid: who.guid, refNo }, query: {} }, of);
    expect(await read(member, browser)).toMatchObject({
      result: { sourceAccount: numberOf(member, product), total: AMOUNT, canReport: true },
    });
    const received = await read(receiver, other);
    expect(received).toMatchObject({ result: { isReceived: true, sourceAccount: null } });
    // The receiver is never told the whole number, nor what sort of account it is.
    expect(JSON.stringify(received, asText)).not.toContain(numberOf(member, product));
    expect(JSON.stringify(received, asText)).not.toContain(NAMES[product]);
  });
});

const asText = (_key: string, value: unknown) =>
  typeof value === "bigint" ? value.toString() : value;

/** What the issuer does, and how it must end once it behaves again. */
const MODES = [
  ["timeout", {}, "credited"],
  ["timeout", { effect: "lost" }, "credited"],
  ["reject", {}, "returned"],
  ["duplicate", {}, "credited"],
  ["out-of-order", {}, "credited"],
  ["late", { delaySeconds: 1, effect: "lost" }, "returned"],
] as const;

test.each(MODES)(
  "S377 an issuer in mode %s %j: what left an account is %s, once",
  async (mode, more, end) => {
    await acts.fault(world, mode, more);
    const { member, browser, refNo } = await ordered("savings");
    await drainJobs(world.app);
    await acts.fault(world, "ok");
    // What the issuer has credited and we have not booked is explained to whoever compares.
    expect(await proveIssuerBalances(world.app)).toMatchObject({ isRight: true, differing: 0 });
    for (let look = 0; look < 5; look++) {
      world.passSeconds(61);
      await sweepTransfers(world.app);
    }
    expect((await stateOf(refNo)).state).toBe(end);
    expect(await moneyOf(member, "savings")).toEqual(end === "credited" ? credited : returned);
    expect((await proveBooks(world.app)).every((line) => line.isRight)).toBe(true);
    const [text = ""] = await world.textsTo(member.mobileNumber ?? "");
    const tail = tailOf(numberOf(member, "savings"));
    const back = `failed. It is available in acct ${tail} again. Ref ${refNo}.`;
    expect(text).toContain(end === "returned" ? back : `arrived. Ref ${refNo}.`);
    const notices = await noticesOf(member, browser);
    const place = `available in your Savings Deposit ending in ${tail} again`;
    expect(notices.some((notice) => notice.includes(place))).toBe(end === "returned");
  },
);

test("S377 a callback of the issuer ends what left an account, and never what left a card", async () => {
  await acts.fault(world, "timeout", { effect: "lost" });
  const { member, refNo } = await ordered("savings");
  await drainJobs(world.app);
  const done = { kind: "done", issuerReference: "UB-9" } as const;
  const said = { outcome: done, via: "callback", correlationId: "test" } as const;
  const ofAccount = { leftAccount: true };
  const wrong = { ...said, refNo, amount: AMOUNT + 1n };
  expect(await endIssuerTransfer(world.app, wrong, ofAccount)).toBe("exception");
  const right = { ...said, refNo, amount: AMOUNT };
  expect(await endIssuerTransfer(world.app, right, ofAccount)).toBe("done");
  expect(await endIssuerTransfer(world.app, right, ofAccount)).toBe("already");
  const refused = { ...right, outcome: { kind: "refused", reason: "closed" } as const };
  expect(await endIssuerTransfer(world.app, refused, ofAccount)).toBe("exception");
  expect((await stateOf(refNo)).state).toBe("credited");
  // From the card: an event about it is none of the issuer's to tell.
  world.passSeconds(61);
  const browser = await world.signIn(member);
  const ofCard = await sends.send(world, member, browser, sends.toCard(receiver, "10.00"));
  const about = { ...said, refNo: ofCard, amount: 10_00n };
  expect(await endIssuerTransfer(world.app, about, ofAccount)).toBe("exception");
  expect((await stateOf(ofCard)).state).toBe("accepted");
});

test("S378 nobody's account but the member's own, nothing locked and nothing fixed, is a source to a card, and no source sends to the own card", async () => {
  const [member, other] = [await makeRich(), await makeRich()];
  const browser = await world.signIn(member);
  const from = (source: string, amount = "100.00") => sends.toCard(other, amount, source);
  for (const source of [numberOf(other, "savings"), member.cardAccountNo ?? "", "100200000009"]) {
    expect(await asked(member, browser, from(source))).toBe("source_account_unknown");
  }
  const savings = numberOf(member, "savings");
  expect(await asked(member, browser, sends.toCard(member, "100.00", savings))).toBe(
    "destination_own_card",
  );
  expect(await asked(member, browser, from(numberOf(member, "me"), "10000.01"))).toBe(
    "insufficient_funds",
  );
  const body = { accountNumber: savings, amount: "9900.00" };
  const key = { idempotencyKey: "lock-most-of-it" };
  const locked = await world.call(lockMoney, { params: { guid: member.guid }, body }, browser, key);
  expect(locked.status).toBe(true);
  expect(await asked(member, browser, from(savings, "100.01"))).toBe("insufficient_funds");
  world.passSeconds(61);
  const fits = from(savings, "100.00");
  const approval = await sends.approveSending(world, member, browser, fits);
  for (const another of [sends.toCard(other, "100.00"), from(numberOf(member, "storage"))]) {
    const order = `other-source-${JSON.stringify(another).length}`;
    expect(await sends.orderSending(world, browser, another, approval, order)).toMatchObject({
      code: "otp_not_for_this_transfer",
    });
  }
});

test("S378 the receiver's month and the state of the receiver's card are judged as from a card; the state of the own card is not", async () => {
  const none = await world.makeMember({ savings: MONEY });
  const suspended = await makeRich();
  const closed = await makeRich();
  receiver = await world.makeMember({ card: { balance: 0n } });
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await forceCard(owner, suspended.guid, { status: "suspended" });
    await forceCard(owner, closed.guid, { status: "deactivated" });
  });
  for (const member of [none, suspended]) {
    const browser = await world.signIn(member);
    const savings = numberOf(member, "savings");
    expect(await asked(member, browser, sends.toCard(closed, "100.00", savings))).toBe(
      "destination_unknown",
    );
    world.passSeconds(61);
    const good = sends.toCard(receiver, "100.00", savings);
    const refNo = await sends.send(world, member, browser, good);
    await drainJobs(world.app);
    expect((await stateOf(refNo)).state).toBe("credited");
  }
  await world.app.db
    .updateTable("card_load")
    .set({ loaded_centavos: 99_950_00n })
    .where("card_id", "in", (query) =>
      query.selectFrom("card").select("id").where("member_id", "=", receiver.id),
    )
    .execute();
  const browser = await world.signIn(none);
  const over = sends.toCard(receiver, "100.00", numberOf(none, "savings"));
  expect(await asked(none, browser, over)).toBe("destination_over_load_limit");
});
