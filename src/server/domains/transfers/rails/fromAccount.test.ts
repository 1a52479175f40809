import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getMovements } from "#contract/accounts.ts";
import { movementText } from "#contract/movementKinds.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { transact } from "#server/db/db.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila, returnXml, statusXml } from "#test/support/railWorld.ts";
import { comeTo, schedule } from "#test/support/scheduleActs.ts";
import * as sends from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { inquireUnknownOutcomes } from "./inquireUnknownOutcomes.ts";
import { returnUnsent } from "./returnUnsent.ts";

const MONEY = 10_000_00n;
const AMOUNT = 1_500_25n;
const FIXED = 5_000_00n;
const TOTAL = AMOUNT + rails.FEE;

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld({ LOGIN_OTP: "off", RAIL_TIMEOUT_MS: "1500" });
});

afterEach(async () => {
  await rails.railFault(world, "instapay", "ok");
  await assertBooksHold(world);
});

afterAll(() => world.close());

const PRODUCTS = ["savings", "storage", "me"] as const;
type Product = (typeof PRODUCTS)[number];
const NAMES = {
  savings: "Savings Deposit",
  storage: "Cash Advance Storage Account",
  me: "Capital Contribution",
} as const;
/** What each account's money stands in, in the association's book. */
const CODES = { savings: "2010", storage: "2020", me: "2030" } as const;

const makeRich = () =>
  world.makeMember({
    savings: MONEY,
    storage: MONEY,
    capital: { withdrawable: MONEY, fixed: FIXED },
    card: { balance: 2_000_00n },
  });

const numberOf = ({ accountNumbers }: TestMember, product: Product): string =>
  accountNumbers[product] ?? "";

async function availableOn(member: TestMember, product: Product): Promise<bigint> {
  const row = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", numberOf(member, product))
    .where("code", "=", CODES[product])
    .executeTakeFirstOrThrow();
  return row.available_centavos ?? 0n;
}

/** Ordered over HTTP: signed in, a code for exactly this, the call. */
async function ordered(
  member: TestMember,
  rail: "instapay" | "pesonet",
  product: Product,
  account: string = ACCOUNTS.credited,
) {
  const browser = await world.signIn(member);
  const sending = sends.toBank(rail, "1500.25", { account, from: numberOf(member, product) });
  return { browser, refNo: await sends.send(world, member, browser, sending) };
}

/** Why it is not even sent a code, nor ordered with one; 'ok' where it is. */
async function asked(
  member: TestMember,
  browser: Browser,
  sending: sends.Sending,
): Promise<string> {
  world.passSeconds(61);
  const answer = await sends.askFor(world, member, browser, sending);
  return answer.status ? "ok" : String(answer.code);
}

describe.each(PRODUCTS)("S316 from %s", (product) => {
  test("InstaPay takes amount and fee from the account, leaves the card and its issuer alone, and says where it came from", async () => {
    const member = await makeRich();
    const before = await moneyOf(world, member);
    const { browser, refNo } = await ordered(member, "instapay", product);
    expect(await availableOn(member, product)).toBe(MONEY - TOTAL);
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual({
      [CODES[product]]: -TOTAL,
      "1120": -TOTAL,
      "1510": TOTAL,
      "2520": AMOUNT,
      "2550": rails.FEE,
    });
    await drainJobs(world.app);
    expect(await rails.transferRow(world, refNo)).toMatchObject({
      state: "credited",
      issuer_leg: "none",
      card_id: null,
      source_name: NAMES[product],
      source_account_number: numberOf(member, product),
      next_inquiry_at: null,
    });
    expect(await rails.stepsOf(world, refNo)).toEqual(["sent", "credited"]);
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual({
      [CODES[product]]: -TOTAL,
      "1120": -TOTAL,
      "1510": TOTAL,
      "1520": -AMOUNT,
      "4510": rails.FEE,
    });
    const { card, issuer } = await moneyOf(world, member);
    expect({ card, issuer }).toEqual({ card: before.card, issuer: before.issuer });
    expect(await rails.historyOf(world, refNo)).toEqual([]);
    // What is fixed of the capital stands with it.
    const balance = MONEY - TOTAL + (product === "me" ? FIXED : 0n);
    const account = { guid: member.guid, accountNo: numberOf(member, product) };
    const movements = await world.call(getMovements, { params: account, query: {} }, browser);
    const [newest] = movements.status ? movements.result : [];
    expect(newest).toMatchObject({ refNo, amount: -TOTAL, balance });
    expect(movementText(newest?.kind ?? "", "en")).toBe("To another bank");
    const params = { guid: member.guid, refNo };
    expect(await world.call(getTransferDetails, { params, query: {} }, browser)).toMatchObject({
      result: {
        transferFrom: `${NAMES[product]} ${numberOf(member, product)}`,
        sourceAccount: numberOf(member, product),
        total: TOTAL,
      },
    });
  });

  test("PESONet goes in the cycle's file, with the account's number as the rail carries it", async () => {
    world.setTime(manila("2026-11-24T10:00:00"));
    const member = await makeRich();
    const { refNo } = await ordered(member, "pesonet", product);
    await drainJobs(world.app);
    for (const time of ["15:00:00", "15:10:00"]) {
      world.setTime(manila(`2026-11-24T${time}`));
      await rails.pesonetTurn(world);
    }
    const row = await rails.transferRow(world, refNo);
    expect(row).toMatchObject({ state: "sent", issuer_leg: "none" });
    const { body } = await world.app.db
      .selectFrom("pesonet_batch")
      .select("body")
      .where("id", "=", row.batch_id ?? 0n)
      .executeTakeFirstOrThrow();
    expect(body).toContain(`<Id>${numberOf(member, product).replaceAll("-", "")}</Id>`);
    expect(body).toContain(refNo);
  });
});

/** Of one that was sent and is not answered. */
async function unanswered() {
  world.setTime(manila("2026-11-25T10:00:00"));
  const member = await makeRich();
  const { refNo } = await ordered(member, "instapay", "savings", ACCOUNTS.neverKnown);
  await drainJobs(world.app);
  return { member, refNo, amount: AMOUNT, account: ACCOUNTS.neverKnown };
}

test("S316 what the other bank refuses or gives back is in the account again with its fee, and no load of the card", async () => {
  const texts: string[] = [];
  for (const end of ["refused", "given back"] as const) {
    const sent = await unanswered();
    const status = end === "refused" ? "RJCT" : "ACSC";
    await rails.tellUs(world, statusXml(status, { ...sent, reason: "AC01" }));
    if (end === "given back") await rails.tellUs(world, returnXml(sent));
    await rails.sweepRails(world);
    expect(await rails.transferRow(world, sent.refNo)).toMatchObject({ state: "returned" });
    expect(await rails.moneyOfTransfer(world, sent.refNo)).toEqual({});
    expect(await availableOn(sent.member, "savings")).toBe(MONEY);
    const load = await world.app.db
      .selectFrom("card_load as l")
      .innerJoin("card as c", "c.id", "l.card_id")
      .select("l.card_id")
      .where("c.member_id", "=", sent.member.id)
      .execute();
    expect(load).toEqual([]);
    const totals = await world.app.db
      .selectFrom("transfer_total")
      .select("sent_centavos")
      .where("member_id", "=", sent.member.id)
      .execute();
    expect(totals.map(({ sent_centavos: left }) => left)).toEqual([0n, 0n]);
    const [text = ""] = await world.textsTo(sent.member.mobileNumber ?? "");
    texts.push(text);
    expect(text).toContain(`is back in acct ${numberOf(sent.member, "savings").slice(-4)}.`);
  }
  expect(texts.every((text) => !text.includes("card"))).toBe(true);
});

test("S316 without an answer it is back in the account within the hour; credited after all it is owed to us", async () => {
  const sent = await unanswered();
  for (const time of ["10:51:00", "10:59:00"]) {
    world.setTime(manila(`2026-11-25T${time}`));
    await rails.sweepRails(world);
  }
  expect(await rails.transferRow(world, sent.refNo)).toMatchObject({ state: "returned" });
  expect(await availableOn(sent.member, "savings")).toBe(MONEY);
  await rails.tellUs(world, statusXml("ACSC", sent));
  await inquireUnknownOutcomes(world.app);
  expect(await rails.moneyOfTransfer(world, sent.refNo)).toEqual({
    "1520": -AMOUNT,
    "1590": AMOUNT,
  });
  expect(await rails.exceptionsOf(world, sent.refNo)).toContain("credited_after_return");
});

test("S316 what waits for a file when the member freezes everything goes back to the account", async () => {
  world.setTime(manila("2026-11-26T10:00:00"));
  const member = await makeRich();
  const { refNo } = await ordered(member, "pesonet", "storage");
  await drainJobs(world.app);
  const back = await transact(world.app.db, (tx) =>
    returnUnsent(tx, world.app, {
      memberId: member.id,
      source: "frozen",
      via: "member",
      correlationId: "test",
      at: world.app.now(),
    }),
  );
  expect(back).toEqual([{ refNo, total: TOTAL }]);
  world.passSeconds(60);
  await rails.sweepRails(world);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "returned" });
  expect(await availableOn(member, "storage")).toBe(MONEY);
});

test("S317 another's account, the card's number and what is fixed of the capital are no source; what is locked is not there", async () => {
  const [member, other] = [await makeRich(), await makeRich()];
  const browser = await world.signIn(member);
  const from = (source: string, amount = "100.00") =>
    sends.toBank("instapay", amount, { from: source });
  for (const source of [numberOf(other, "savings"), member.cardAccountNo ?? "", "100200000009"]) {
    expect(await asked(member, browser, from(source))).toBe("source_account_unknown");
  }
  // 5,000.00 more stand on the capital, and are fixed.
  expect(await asked(member, browser, from(numberOf(member, "me"), "9990.01"))).toBe(
    "insufficient_funds",
  );
  expect(await asked(member, browser, from(numberOf(member, "me"), "9990.00"))).toBe("ok");
  const savings = numberOf(member, "savings");
  const locked = await world.call(
    lockMoney,
    { params: { guid: member.guid }, body: { accountNumber: savings, amount: "9000.00" } },
    browser,
    { idempotencyKey: "lock-most-of-it" },
  );
  expect(locked.status).toBe(true);
  expect(await asked(member, browser, from(savings, "990.01"))).toBe("insufficient_funds");
  expect(await asked(member, browser, from(savings, "990.00"))).toBe("ok");
});

test("S317 the limits to other banks and the member's own are one for card and accounts; a code is for one source alone", async () => {
  const member = await makeRich();
  const browser = await world.signIn(member);
  const savings = numberOf(member, "savings");
  const wish = { limit: "instapay", span: "day" as const, amount: "500.00" };
  await world.call(setOwnLimit, { params: { guid: member.guid }, body: wish }, browser);
  await sends.send(world, member, browser, sends.toBank("instapay", "300.00"));
  world.passSeconds(61);
  const again = sends.toBank("instapay", "200.01", { from: savings });
  expect(await asked(member, browser, again)).toBe("over_own_daily_limit");
  const fits = sends.toBank("instapay", "200.00", { from: savings });
  world.passSeconds(61);
  const approval = await sends.approveSending(world, member, browser, fits);
  for (const another of [
    sends.toBank("instapay", "200.00"),
    sends.toBank("instapay", "200.00", { from: numberOf(member, "storage") }),
  ]) {
    const key = `other-source-${another.kind}-${JSON.stringify(another).length}`;
    expect(await sends.orderSending(world, browser, another, approval, key)).toMatchObject({
      code: "otp_not_for_this_transfer",
    });
  }
  const sum = "sum(t.sent_centavos)::bigint as sent";
  const { rows } = await world.app.pool.query<{ sent: bigint }>(
    `select ${sum} from transfer_total t where t.member_id = $1 and length(t.period) = 7`,
    [member.id],
  );
  expect(rows).toEqual([{ sent: 300_00n }]);
});

test("S317 a card that is suspended, locked or not there keeps no money in an account", async () => {
  const none = await world.makeMember({ savings: MONEY });
  const suspended = await makeRich();
  const locked = await makeRich();
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await forceCard(owner, suspended.guid, { status: "suspended" });
    await forceCard(owner, locked.guid, { admin_locked: true });
  });
  for (const member of [none, suspended, locked]) {
    const { browser, refNo } = await ordered(member, "instapay", "savings");
    expect(await asked(member, browser, sends.toBank("instapay", "100.00"))).not.toBe("ok");
    await drainJobs(world.app);
    expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "credited" });
  }
});

test("S316 S317 what is to be sent on a day to come leaves the account that was approved", async () => {
  world.setTime(manila("2026-12-01T10:00:00"));
  const member = await makeRich();
  const browser = await world.signIn(member);
  const order = sends.toBank("instapay", "1500.25", { from: numberOf(member, "savings") });
  const due = { repeats: "once", first_on: "2026-12-03" } as const;
  expect(await schedule(world, { member, browser }, order, due)).toMatchObject({
    from: numberOf(member, "savings"),
  });
  await comeTo(world, "2026-12-02T12:00");
  await comeTo(world, "2026-12-03T08:00");
  expect(await availableOn(member, "savings")).toBe(MONEY - TOTAL);
  expect((await moneyOf(world, member)).card).toBe(2_000_00n);
});
