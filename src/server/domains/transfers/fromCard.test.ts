import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getTransferSetup } from "#contract/transferSetup.ts";
import type { MemberOptions } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ card: { balance: 10_000_00n }, ...options });
  return { member, browser: await world.signIn(member) };
}

test("O09 O11 T35 an order over InstaPay takes amount and fee off the card and promises to send it", async () => {
  const { member, browser } = await enter();
  const refNo = await acts.send(world, member, browser, acts.toBank("instapay", "1500.25"));
  expect(refNo).toMatch(/^IP261121-\d{10}$/);
  expect((await moneyOf(world, member)).card).toBe(8_489_75n);
  const row = await world.app.db
    .selectFrom("rail_transfer")
    .selectAll()
    .where("ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    rail: "instapay",
    bank_bic: "BNORPHMMXXX",
    account_number: "109450542671",
    rail_account_name: "JUAN DELA CRUZ",
    cycle_day: null,
  });
  const promised = await world.app.db
    .selectFrom("outbox")
    .select("payload")
    .where("kind", "=", "send_rail_transfer")
    .execute();
  expect(promised).toMatchObject([{ payload: { refNo } }]);
});

test("O09 T34 an order over PESONet is told its cycle and when it arrives", async () => {
  const { member, browser } = await enter();
  const sending = acts.toBank("pesonet", "100.00");
  const approval = await acts.approveSending(world, member, browser, sending);
  const answer = await acts.orderSending(world, browser, sending, approval, "pesonet-one");
  expect(answer).toMatchObject({
    status: true,
    result: { state: "accepted", creditBy: "2026-11-23T06:00:00.000Z" },
  });
  const setup = await world.call(getTransferSetup, {}, browser);
  expect(setup).toMatchObject({
    result: { pesonetArrival: { day: "2026-11-23", cycleNo: 1, latest: "2026-11-24" } },
  });
});

test("T36 an order to another card holds the amount until the issuer has moved it", async () => {
  const { member, browser } = await enter();
  const receiver = await world.makeMember({ card: {} });
  const refNo = await acts.send(world, member, browser, acts.toCard(receiver, "250.00"));
  expect(refNo).toMatch(/^CT261121-\d{10}$/);
  const { hold_centavos } = await world.app.db
    .selectFrom("ledger_account")
    .select("hold_centavos")
    .where("subledger", "=", member.cardAccountNo ?? "")
    .executeTakeFirstOrThrow();
  expect(hold_centavos).toBe(250_00n);
});
