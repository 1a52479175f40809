import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeQrPh } from "#common/writeQrPh.ts";
import { getRecentPayees, saveRecipient } from "#contract/recipients.ts";
import { makeSchedule } from "#contract/schedules.ts";
import { getTransferFile } from "#contract/staff/transfers.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { readXml } from "#server/platform/gateways/rails/xml.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import * as sends from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { shopCode } from "#test/support/shopCode.ts";

const NAME = "Aling Nena Store";
const FULL = { reference: "INV/2026 #77", store: "S&R 02", terminal: "GEN00351" };
const STATIC = shopCode({});
const DYNAMIC = shopCode({ amount: "250.00", ...FULL });

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await rails.makeRailWorld({ LOGIN_OTP: "off" });
});

beforeEach(async () => {
  member = await world.makeMember({ savings: 5_000_00n, card: { balance: 2_000_00n } });
  browser = await world.signIn(member);
});

afterAll(async () => {
  await assertBooksHold(world);
  await world.close();
});

type Order = Extract<sends.Sending, { kind: "instapay" }>;

const toShop = (qr: string, amount: string, differing: Partial<Order> = {}): Order => ({
  kind: "instapay",
  destination_bank: "1",
  destination_account_number: rails.ACCOUNTS.credited,
  destination_account_name: NAME,
  amount,
  qr,
  ...differing,
});

/** What stands against it when its code is asked for: the field, and why; 'ok' for nothing. */
async function against(order: sends.Sending): Promise<string> {
  world.passSeconds(61);
  const answer = await sends.askFor(world, member, browser, order);
  return answer.status ? "ok" : `${answer.errors[0]?.param}: ${answer.code}`;
}

const messageOf = async (refNo: string): Promise<string> => {
  const { body } = await world.app.db
    .selectFrom("rail_message")
    .select("body")
    .where("ref_no", "=", refNo)
    .where("direction", "=", "out")
    .executeTakeFirstOrThrow();
  return body;
};

async function detailsOf(refNo: string) {
  const params = { guid: member.guid, refNo };
  const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

test("S365 a shop's code for one payment is paid without a fee, and the message, the receipt and the desk say what it says", async () => {
  const before = await moneyOf(world, member);
  const refNo = await sends.send(world, member, browser, toShop(DYNAMIC, "250.00"));
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({ "2510": -250_00n, "2520": 250_00n });
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "credited",
    fee_centavos: 0n,
  });
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({ "2510": -250_00n, "1520": -250_00n });
  const after = await moneyOf(world, member);
  expect(after.card).toBe((before.card ?? 0n) - 250_00n);
  // No line of the card's history for a fee that there is not.
  expect(await rails.historyOf(world, refNo)).toEqual([["Instapay Send", -250_00n]]);

  const message = await messageOf(refNo);
  expect(message).toContain(
    `</PmtId><PmtTpInf><CtgyPurp><Cd>MP2B</Cd></CtgyPurp></PmtTpInf><IntrBkSttlmAmt Ccy="PHP">250.00<`,
  );
  expect(message).toContain(
    `<Nm>ALING NENA STORE</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${rails.ACCOUNTS.credited}</Id></Othr></Id></CdtrAcct><RmtInf><Strd><CdtrRefInf><Ref>INV/2026 #77</Ref></CdtrRefInf><AddtlRmtInf>STORE S&amp;R 02 TERMINAL GEN00351</AddtlRmtInf></Strd></RmtInf></CdtTrfTxInf>`,
  );
  // As another bank reads it: by the order of the whole message's elements.
  expect(readXml(Buffer.from(message), 65_536)).toMatchObject({ type: "pacs.008.001.08" });

  const shop = { acquirer: "BNORPHMMXXX", city: "Quezon City", category: "5411", ...FULL };
  expect(await detailsOf(refNo)).toMatchObject({
    accountName: NAME,
    destinationBank: "BDO Unibank, Inc.",
    transactionFee: 0n,
    total: 250_00n,
    shop,
  });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const file = await supervisor.call(getTransferFile, { params: { refNo } });
  expect(file).toMatchObject({ result: { fee: 0n, shop } });
});

test("S365 a static code is paid what the member says, from an account too; what it does not say is in no message", async () => {
  const from = member.accountNumbers.savings ?? "";
  const refNo = await sends.send(
    world,
    member,
    browser,
    toShop(STATIC, "75.50", { source_account: from }),
  );
  await drainJobs(world.app);
  expect(await rails.moneyOfTransfer(world, refNo)).toEqual({
    "2010": -75_50n,
    "1120": -75_50n,
    "1510": 75_50n,
    "1520": -75_50n,
  });
  const message = await messageOf(refNo);
  expect(message).toContain("<Cd>MP2B</Cd>");
  expect(message).not.toContain("RmtInf");
  // To the same account without a code it is any transfer: with its fee, and nothing of a shop in its message.
  const { qr: _, ...plain } = toShop(STATIC, "75.50");
  const other = await sends.send(world, member, browser, plain);
  await drainJobs(world.app);
  expect(await messageOf(other)).not.toContain("MP2B");
  expect(await detailsOf(other)).toMatchObject({ transactionFee: rails.FEE, shop: null });
});

test("S365 the text with the code names the shop; the shop is nobody to save or to send to again", async () => {
  const refNo = await sends.send(world, member, browser, toShop(DYNAMIC, "250.00"));
  const text = (await world.textsTo(member.mobileNumber ?? "")).join("\n");
  expect(text).toContain("to send PHP 250.00 to the shop ALING NENA STORE.");
  await drainJobs(world.app);
  const told = (await world.textsTo(member.mobileNumber ?? "")).join("\n");
  expect(told).toMatch(/PHP 250\.00 .* ALING NENA STORE/);
  expect(told).not.toContain("BDO");
  const params = { guid: member.guid };
  expect(await world.call(getRecentPayees, { params }, browser)).toMatchObject({ result: [] });
  const body = { refNo, nickname: "" };
  expect(await world.call(saveRecipient, { params, body }, browser)).toMatchObject({
    code: "not_found",
  });
});

describe("S368 what an order says besides its code is compared with the code, before a code is sent and when it is posted", () => {
  const PERSONS = writeQrPh({
    bic: "BNORPHMMXXX",
    accountNumber: rails.ACCOUNTS.credited,
    name: NAME,
    city: "Makati",
    amount: undefined,
  });
  test.each<[string, Order, string]>([
    [
      "another number",
      toShop(STATIC, "1.00", { destination_account_number: "9999999999" }),
      "destination_account_number: shop_code_differs",
    ],
    [
      "another name",
      toShop(STATIC, "1.00", { destination_account_name: "Mang Jose" }),
      "destination_account_name: shop_code_differs",
    ],
    ["another amount", toShop(DYNAMIC, "249.99"), "amount: shop_code_differs"],
    [
      "another bank",
      toShop(shopCode({ bic: "GXCHPHM2XXX" }), "1.00"),
      "destination_bank: shop_code_differs",
    ],
    [
      "a changed code",
      toShop(DYNAMIC.replace("250.00", "150.00"), "150.00"),
      "qr: shop_code_unreadable",
    ],
    ["no code", toShop("https://example.test", "1.00"), "qr: shop_code_unreadable"],
    ["a person's code", toShop(PERSONS ?? "", "1.00"), "qr: shop_code_unreadable"],
  ])("%s is refused", async (_, order, said) => {
    expect(await against(order)).toBe(said);
    // Approved as it should be, ordered as it should not.
    const good = toShop(STATIC, "1.00");
    const approval = await sends.approveSending(world, member, browser, good);
    const answer = await sends.orderSending(world, browser, order, approval, approval.pinId);
    expect(answer).toMatchObject({ status: false });
    const code = said.split(": ")[1];
    // Whose bank it is only the transaction says, after the proof: that code was not for this order.
    expect(answer).toMatchObject({
      code: said.startsWith("destination_bank") ? "otp_not_for_this_transfer" : code,
    });
  });

  test("a code sent for one reference approves no other one, and not the transfer without the shop", async () => {
    const first = toShop(shopCode({ amount: "99.00", reference: "A1" }), "99.00");
    const approval = await sends.approveSending(world, member, browser, first);
    const second = toShop(shopCode({ amount: "99.00", reference: "A2" }), "99.00");
    const { qr: _, ...bare } = first;
    for (const order of [second, bare]) {
      const answer = await sends.orderSending(world, browser, order, approval, crypto.randomUUID());
      expect(answer).toMatchObject({ code: "otp_not_for_this_transfer" });
    }
  });

  test("a day to come is refused, and no schedule is made of it", async () => {
    const order = toShop(STATIC, "1.00", { repeats: "once", first_on: "2026-12-15" });
    expect(await against(order)).toBe("qr: shop_code_later");
    const params = { guid: member.guid };
    const body = { order, pinId: crypto.randomUUID(), pin: "123456" };
    expect(await world.call(makeSchedule, { params, body }, browser)).toMatchObject({
      code: "shop_code_later",
    });
  });

  test("PESONet has no place for a shop's code", async () => {
    const { kind: _, ...order } = toShop(STATIC, "5.00");
    // A field that is none is left out, so it is a transfer like any other.
    const refNo = await sends.send(world, member, browser, { ...order, kind: "pesonet" });
    expect(await detailsOf(refNo)).toMatchObject({ transactionFee: rails.FEE, shop: null });
  });
});

test("S369 a shop that is not paid after all: all of it is back, and nothing more", async () => {
  const before = await moneyOf(world, member);
  const number = rails.ACCOUNTS.rejected;
  const order = toShop(shopCode({ number, amount: "120.00", ...FULL }), "120.00", {
    destination_account_number: number,
  });
  const refNo = await sends.send(world, member, browser, order);
  await drainJobs(world.app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "returned" });
  expect(await moneyOf(world, member)).toEqual(before);
  expect(Object.values(await rails.moneyOfTransfer(world, refNo)).filter(Boolean)).toEqual([]);
});

describe("S380 a code that was made for one payment is paid once", () => {
  const once = (amount = "80.00") =>
    shopCode({ amount, reference: crypto.randomUUID().slice(0, 8) });

  test("it is refused when it is asked for again, in words; a static one may be paid again", async () => {
    const order = toShop(once(), "80.00");
    await sends.send(world, member, browser, order);
    expect(await against(order)).toBe("qr: shop_code_paid");
    await drainJobs(world.app);
    expect(await against(order)).toBe("qr: shop_code_paid");
    expect(await against(toShop(once(), "80.00"))).toBe("ok");
    await sends.send(world, member, browser, toShop(STATIC, "80.00"));
    expect(await against(toShop(STATIC, "80.00"))).toBe("ok");
  });

  test("it is judged in the transaction that posts it, too: what is approved meanwhile is not paid twice", async () => {
    const order = toShop(once(), "80.00");
    const first = await sends.send(world, member, browser, order);
    const setOnce = (value: string) =>
      asAdmin(world.database.ownerUrl, (owner) =>
        owner.query("update transfer set shop = shop || $2 where ref_no = $1", [
          first,
          { once: value },
        ]),
      );
    const { rows } = await world.app.pool.query<{ once: string }>(
      "select shop ->> 'once' as once from transfer where ref_no = $1",
      [first],
    );
    // As if the first were not there yet when the second is approved.
    await setOnce("");
    world.passSeconds(61);
    const savings = member.accountNumbers.savings ?? "";
    const second = { ...order, source_account: savings };
    const approval = await sends.approveSending(world, member, browser, second);
    await setOnce(rows[0]?.once ?? "");
    const answer = await sends.orderSending(world, browser, second, approval, crypto.randomUUID());
    expect(answer).toMatchObject({ status: false, code: "shop_code_paid" });
    // The same order again, under its own key, is the first answer.
    expect(await against(order)).toBe("qr: shop_code_paid");
  });

  test("one that came back is paid anew, and another member pays a code for themselves", async () => {
    const number = rails.ACCOUNTS.rejected;
    const qr = shopCode({ number, amount: "90.00", reference: "BACK" });
    const order = toShop(qr, "90.00", { destination_account_number: number });
    await sends.send(world, member, browser, order);
    await drainJobs(world.app);
    expect(await against(order)).toBe("ok");
    const shared = toShop(once("5.00"), "5.00");
    await sends.send(world, member, browser, shared);
    const other = await world.makeMember({ savings: 1_00n, card: { balance: 500_00n } });
    await sends.send(world, other, await world.signIn(other), shared);
  });
});

test("S370 many at once, some to shops: each pays what it should, and none another's fee", async () => {
  const payers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const payer = await world.makeMember({ savings: 1_00n, card: { balance: 500_00n } });
      return { payer, tab: await world.signIn(payer) };
    }),
  );
  const orders = [];
  for (const [place, { payer, tab }] of payers.entries()) {
    const { qr, ...plain } = toShop(STATIC, "100.00");
    const order = place % 2 === 0 ? { ...plain, qr } : plain;
    // One after the other, so that each has its code on the phone.
    const approval = await sends.approveSending(world, payer, tab, order);
    orders.push({ tab, order, approval });
  }
  const answers = await Promise.all(
    orders.map(({ tab, order, approval }) =>
      sends.orderSending(world, tab, order, approval, approval.pinId),
    ),
  );
  const fees = await Promise.all(
    answers.map(async (answer) => {
      if (!answer.status) throw new Error(answer.message);
      return (await rails.transferRow(world, answer.result.refNo)).fee_centavos;
    }),
  );
  expect(fees).toEqual([0n, rails.FEE, 0n, rails.FEE, 0n, rails.FEE]);
});
