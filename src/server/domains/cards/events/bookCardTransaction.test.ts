import { afterAll, beforeAll, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { getTransactionHistory } from "#contract/history.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import { TEST_ATM_PIN } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});
afterAll(() => world.close());

test.each(["\u0000", "\ud800", "x".repeat(101)])(
  "a merchant %j does not break us",
  async (merchant) => {
    const member = await world.makeMember({ card: { balance: 500_00n } });
    const event = issuer.purchase(member, "10.00", { merchant });
    expect(await issuer.send(event)).toBe(200);
    expect(await issuer.outcomeOf(event.eventId)).toMatch(/^exception /);
  },
);

test("S162 a merchant's name is kept and shown without what cannot be seen in it", async () => {
  const member = await world.makeMember({ card: { balance: 500_00n } });
  const merchant = "\u202eKAPE\u200b  AT PANDESAL NIN\u0303A\u2066";
  const event = issuer.purchase(member, "10.00", { merchant });
  expect(await issuer.send(event)).toBe(200);
  const browser = await world.signIn(member);
  const today = manilaDate(world.app.now());
  const history = await world.call(
    getTransactionHistory,
    { params: { guid: member.guid }, query: { fromDate: today, toDate: today } },
    browser,
  );
  expect(history).toMatchObject({ result: [{ subDescription: "KAPE AT PANDESAL NIÑA" }] });
});

test.each([
  ["more than there is", { amount: "500.01" }],
  ["an unknown card", { accountNumber: "990199999999" }],
  [
    "lines that do not add up",
    {
      amount: "99.00",
      transactions: [
        { tranDate: "2026-11-21T02:00:00.000Z", amount: "-98.00", tranDesc: "POS Purchase" },
      ],
    },
  ],
  [
    "money in disguised as money out",
    {
      amount: "99.00",
      transactions: [
        { tranDate: "2026-11-21T02:00:00.000Z", amount: "99.00", tranDesc: "POS Purchase" },
      ],
    },
  ],
  [
    "a purchase of nothing",
    {
      amount: "0.00",
      transactions: [
        { tranDate: "2026-11-21T02:00:00.000Z", amount: "0.00", tranDesc: "POS Purchase" },
      ],
    },
  ],
])("S103 spending %s is an exception, never lost and never booked", async (_name, more) => {
  const member = await world.makeMember({ card: { balance: 500_00n } });
  const amount = "amount" in more ? more.amount : "99.00";
  const event = { ...issuer.purchase(member, amount), ...more };
  expect(await issuer.send(event)).toBe(200);
  expect(await issuer.outcomeOf(event.eventId)).toMatch(/^exception /);
  expect(await issuer.cardBalance(member)).toBe(500_00n);
  expect(await issuer.history(member)).toEqual([]);
});

test("S103 R13 spending what a top-up brought, told before the top-up is booked, waits for it", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const event = issuer.purchase(member, "200.00");
  expect(await issuer.send(event)).toBe(503);
  expect(await issuer.send(event)).toBe(503);
  expect(await issuer.outcomeOf(event.eventId)).toBe("received");
  expect(await issuer.cardBalance(member)).toBe(0n);

  expect(await issuer.send(issuer.credited(member, refNo))).toBe(200);
  expect(await issuer.send(event)).toBe(200);
  expect(await issuer.outcomeOf(event.eventId)).toBe("booked");
  expect(await issuer.cardBalance(member)).toBe(50_00n);
  expect(await issuer.send(event)).toBe(200);
  expect(await issuer.cardBalance(member)).toBe(50_00n);
});

test("S103 R13 a top-up that comes back leaves what waited for it to a person", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const event = issuer.purchase(member, "200.00");
  expect(await issuer.send(event)).toBe(503);
  expect(await issuer.send(issuer.refused(member, refNo))).toBe(200);
  expect(await issuer.send(event)).toBe(200);
  expect(await issuer.outcomeOf(event.eventId)).toMatch(/^exception /);
});

test("S103 R13 a top-up under way keeps nothing waiting that the card has money for", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  expect(await issuer.send(issuer.credited(member, refNo))).toBe(200);
  const rest = await issuer.send(issuer.purchase(member, "50.00"));
  expect(rest).toBe(200);
  expect(await issuer.cardBalance(member)).toBe(200_00n);
});

test("S103 R13 at the end our books and the issuer's agree, whoever was told first", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const accountNo = member.cardAccountNo;
  const order = { reference: refNo, accountNo: accountNo ?? "", amount: 250_00n };
  expect(await world.app.issuer.credit(order)).toMatchObject({ kind: "credited" });
  await issuer.control("/card/purchase", { accountNo, amount: "200.00", merchant: "KAPE" });
  await issuer.send(issuer.credited(member, refNo));
  await expect.poll(() => issuer.cardBalance(member)).toBe(50_00n);
  expect(await issuer.atIssuer(member)).toBe("50.00");
});

test("two events with one reference: the second is an exception, not a second booking", async () => {
  const member = await world.makeMember({ card: { balance: 500_00n } });
  const first = issuer.purchase(member, "10.00");
  const second = { ...issuer.purchase(member, "20.00"), reference: first.reference };
  expect(await issuer.send(first)).toBe(200);
  expect(await issuer.send(second)).toBe(200);
  expect(await issuer.outcomeOf(second.eventId)).toMatch(/^exception /);
  expect(await issuer.cardBalance(member)).toBe(490_00n);
});

test("purchases and withdrawals at the issuer reach ledger and history to the centavo, in any order", async () => {
  const member = await world.makeMember({ card: { balance: 1_000_00n } });
  const accountNo = member.cardAccountNo;
  await issuer.issuerDoes("out-of-order", { delaySeconds: 1 });
  await issuer.control("/card/purchase", { accountNo, amount: "123.45", merchant: "KAPE" });
  await issuer.control("/card/withdrawal", {
    accountNo,
    amount: "500.00",
    merchant: "ATM 1",
    pin: TEST_ATM_PIN,
  });
  await issuer.issuerDoes("duplicate");
  await issuer.control("/card/purchase", { accountNo, amount: "0.55", merchant: "KAPE" });
  await issuer.issuerDoes("ok");

  await expect.poll(() => issuer.cardBalance(member)).toBe(358_00n);
  expect(await issuer.atIssuer(member)).toBe("358.00");
  expect((await issuer.history(member)).toSorted()).toEqual([
    "ATM Withdrawal -500.00",
    "ATM Withdrawal Fee -18.00",
    "POS Purchase -0.55",
    "POS Purchase -123.45",
  ]);
});

test("after all of it the ledger keeps every promise", async () => {
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
