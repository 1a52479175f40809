import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  issuer = makeIssuerBench(world);
  // How long an order waits for the money is for the test to say, not for a slow machine.
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(`do $$
      declare one regprocedure;
      begin
        for one in select oid from pg_proc where array_to_string(proconfig, ' ') like '%lock_timeout%' loop
          execute format('alter function %s set lock_timeout = 0', one);
        end loop;
      end $$`),
  );
});
afterAll(() => world.close());

/** Until so many statements of the application wait for a row that another transaction holds. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.app.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(count);
}

/**
 * Whoever wants to move this member's money on the card waits for this transaction, and goes on in the order in
 * which they came: that holds for a row that is locked, not for one that was written meanwhile.
 */
async function lockMoney(owner: pg.Client, member: TestMember): Promise<void> {
  await owner.query("select from ledger_account where subledger = $1 for no key update", [
    member.cardAccountNo,
  ]);
}

/** Orders, and tells of a purchase that was begun before the order held the money and is booked after it. */
async function orderMeanwhile(member: TestMember, event: object) {
  const browser = await world.signIn(member);
  const sending = acts.toBank("instapay", "800.00");
  const approval = await acts.approveSending(world, member, browser, sending);
  const going = await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query("begin");
    await lockMoney(owner, member);
    const ordered = acts.orderSending(world, browser, sending, approval, "one-key-0001");
    await untilWaiting(1);
    const told = issuer.send(event);
    await untilWaiting(2);
    await owner.query("commit");
    return { ordered, told };
  });
  expect(await going.ordered).toMatchObject({ status: true });
  return going.told;
}

test.each(["card.transaction", "card.authorized"])(
  "S103 R13 a purchase told (%s) while an order takes the same money waits for the order's end",
  async (type) => {
    const member = await world.makeMember({ card: { balance: 1_000_00n } });
    const bought = await issuer.control("/card/purchase", {
      accountNo: member.cardAccountNo,
      amount: "500.00",
      merchant: "GASOLINAHAN",
    });
    expect(bought).toMatchObject({ responseCode: "00" });
    const event =
      type === "card.transaction"
        ? issuer.purchase(member, "500.00")
        : {
            eventId: randomUUID(),
            type,
            accountNumber: member.cardAccountNo,
            merchant: "GASOLINAHAN",
            reference: "PO-meanwhile",
            occurredAt: "2026-11-21T02:00:00.000Z",
            amount: "500.00",
          };
    expect(await orderMeanwhile(member, event)).toBe(503);
    expect(await issuer.outcomeOf(event.eventId)).toBe("received");

    // The issuer refuses the order: the money is spent.
    await drainJobs(world.app);
    expect(await issuer.send(event)).toBe(200);
    expect(await issuer.outcomeOf(event.eventId)).toBe("booked");
    expect(await issuer.cardBalance(member)).toBe(500_00n);
    expect(await issuer.atIssuer(member)).toBe("500.00");
    expect(await checkInvariants(world.app.db)).toEqual([]);
  },
);
