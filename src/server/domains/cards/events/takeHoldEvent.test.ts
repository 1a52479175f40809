import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardTransaction, getTransactionHistory } from "#contract/history.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.makeMember({ card: { balance: 1_000_00n } });
  browser = await world.signIn(member);
});

async function history(more: object = {}): Promise<CardTransaction[]> {
  const query = { fromDate: "2026-11-01", toDate: "2026-11-30", ...more };
  const input = { params: { guid: member.guid }, query };
  const answer = await world.call(getTransactionHistory, input, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const told = async () =>
  (await history()).map(({ description, amount, status }) => `${description} ${amount} ${status}`);

/** What is held for purchases under way, in centavos. */
async function held(): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end), 0)::bigint as sum
    from posting p join ledger_account a on a.id = p.ledger_account_id
    join journal_entry e on e.id = p.journal_entry_id
    where a.code = '2540' and exists (
      select from card_transaction t join card c on c.id = t.card_id
      where t.ref_no = e.reference and c.account_no = ${member.cardAccountNo})`.execute(
    world.app.db,
  );
  return rows[0]?.sum ?? 0n;
}

const settle = (reference: unknown, amount: string) =>
  issuer.control("/card/settle", { reference, amount });

async function buyForLater(amount: string) {
  const { reference } = await issuer.control("/card/purchase", {
    accountNo: member.cardAccountNo,
    amount,
    merchant: "GASOLINAHAN",
    settle: "later",
  });
  await expect.poll(told).toHaveLength(1);
  return reference;
}

test("R01 a purchase is pending while its money is held, and posted once the store is paid: one line all along", async () => {
  const reference = await buyForLater("300.00");
  const [pending] = await history();
  expect(pending).toMatchObject({
    amount: -300_00n,
    status: "pending",
    subDescription: "GASOLINAHAN",
  });
  expect(await issuer.cardBalance(member)).toBe(700_00n);
  expect(await held()).toBe(300_00n);
  // Whoever loaded the first page before and the second after sees it once.
  expect(await history({ lastTranId: pending?.id })).toEqual([]);

  await settle(reference, "300.00");
  await expect.poll(told).toEqual(["POS Purchase -30000 posted"]);
  const [posted] = await history();
  expect(posted).toEqual({ ...pending, status: "posted" });
  expect(await history({ lastTranId: posted?.id })).toEqual([]);
  expect(await held()).toBe(0n);
  expect(await issuer.cardBalance(member)).toBe(700_00n);
  expect(await issuer.atIssuer(member)).toBe("700.00");
});

test("R01 what the store does not take comes back, all of it when it takes nothing", async () => {
  const reference = await buyForLater("300.00");
  await settle(reference, "250.50");
  await expect
    .poll(told)
    .toEqual(["POS Purchase Reversal 4950 posted", "POS Purchase -30000 posted"]);
  expect(await issuer.cardBalance(member)).toBe(749_50n);
  member = await world.makeMember({ card: { balance: 1_000_00n } });
  browser = await world.signIn(member);
  await settle(await buyForLater("1000.00"), "0.00");
  await expect.poll(() => issuer.cardBalance(member)).toBe(1_000_00n);
  expect(await issuer.atIssuer(member)).toBe("1000.00");
  expect(await held()).toBe(0n);
});

const authorized = (more: object = {}) => ({
  eventId: randomUUID(),
  type: "card.authorized",
  accountNumber: member.cardAccountNo,
  merchant: "GASOLINAHAN",
  reference: `PO-${randomUUID().slice(0, 18)}`,
  occurredAt: "2026-11-21T02:00:00.000Z",
  amount: "300.00",
  ...more,
});
const settled = (reference: string, more: object = {}) => {
  const { amount: held, ...event } = authorized({ reference, type: "card.settled" });
  return { ...event, held, settled: "300.00", ...more };
};

test("S103 told ten times at once, or the wrong way round, the money moves once", async () => {
  const event = authorized();
  const bill = settled(event.reference);
  expect(await issuer.send(bill)).toBe(503);
  const answers = await Promise.all(Array.from({ length: 10 }, () => issuer.send(event)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await issuer.send(bill)).toBe(200);
  expect(await issuer.send(bill)).toBe(200);
  expect(await told()).toEqual(["POS Purchase -30000 posted"]);
  expect(await issuer.cardBalance(member)).toBe(700_00n);
  expect(await issuer.outcomeOf(bill.eventId)).toBe("booked");
});

test.each([
  ["another amount than was held", { held: "301.00" }],
  ["more than was held", { settled: "300.01" }],
  ["a card that nobody has", { accountNumber: "990199999999" }],
])("S103 a bill over %s is an exception, and the hold stays", async (_name, more) => {
  const event = authorized();
  await issuer.send(event);
  const bill = settled(event.reference, more);
  expect(await issuer.send(bill)).toBe(200);
  expect(await issuer.outcomeOf(bill.eventId)).toMatch(/^exception /);
  expect(await told()).toEqual(["POS Purchase -30000 pending"]);
});

test("S103 a second bill, a second hold under one reference and more than there is are exceptions", async () => {
  const event = authorized();
  await issuer.send(event);
  await issuer.send(settled(event.reference));
  const again = settled(event.reference);
  const twice = authorized({ reference: event.reference });
  const tooMuch = authorized({ amount: "700.01" });
  for (const wrong of [again, twice, tooMuch]) {
    expect(await issuer.send(wrong)).toBe(200);
    expect(await issuer.outcomeOf(wrong.eventId)).toMatch(/^exception /);
  }
  expect(await issuer.cardBalance(member)).toBe(700_00n);
});

test("after all of it the ledger keeps every promise", async () => {
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
