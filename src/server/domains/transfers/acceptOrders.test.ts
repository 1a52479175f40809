import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser } from "#test/support/browser.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as acts from "#test/support/transferActs.ts";
import { waitsForStandby } from "#test/support/waitsForStandby.ts";
import { acceptOrder, type Order } from "./acceptOrders.ts";
import { storedIntent } from "./storedIntent.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(() => acts.assertBooksHold(world));

afterAll(() => world.close());

type Ready = {
  member: TestMember;
  browser: Browser;
  wanted: acts.Order;
  approval: acts.Approval;
};

async function enter(amount: bigint, options: MemberOptions = {}): Promise<Ready> {
  const member = await world.makeMember({ savings: 1_000_00n, card: {}, ...options });
  const browser = await world.signIn(member);
  const wanted = { amount };
  return { member, browser, wanted, approval: await acts.approve(world, member, browser, wanted) };
}

/** One after the other: the phones are read in turn. */
async function enterMany(count: number): Promise<Ready[]> {
  const entered: Ready[] = [];
  for (let number = 0; number < count; number++) entered.push(await enter(100_00n));
  return entered;
}

const order = ({ member, browser, wanted, approval }: Ready, key: string) =>
  acts.order(world, member, browser, wanted, approval, key);

const savingsOf = async ({ member }: Ready) => (await acts.moneyOf(world, member)).savings;

test("S015 orders of a member whose rows are locked keep nobody else waiting, however many they are, and are answered after all", async () => {
  const slow = await enter(100_00n);
  const others = await enterMany(3);
  const client = await world.app.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from otp_challenge where pin_id = $1 for update", [
      slow.approval.pinId,
    ]);
    const held: Promise<unknown>[] = [];
    for (let i = 0; i < 4; i++) {
      held.push(order(slow, `held-order-${i}`));
      // One after the other, so that each is a call of its own and not one of a batch.
      await world.app.pool.query("select 1");
    }
    const answers = await Promise.all(others.map((one) => order(one, "not-held-up")));
    expect(answers.map(({ status }) => status)).toEqual([true, true, true]);
    await client.query("rollback");
    const late = await Promise.all(held);
    // One code, one transfer: the other keys come too late for it.
    expect(late.filter((answer) => (answer as { status: boolean }).status)).toHaveLength(1);
  } finally {
    client.release();
  }
});

/** The order as it comes to be accepted, past the reading of the call. */
function readOrder({ member, browser, wanted, approval }: Ready, key: string): Order {
  const source_account = member.accountNumbers.savings ?? "";
  const destination_account = member.cardAccountNo ?? "";
  const { amount } = wanted;
  const kind = "own" as const;
  const intent = JSON.stringify(
    storedIntent({ kind, source_account, destination_account, amount }),
  );
  return {
    ...acts.proofOf(world, { browser, approval }, key, intent),
    sourceAccount: source_account,
    destinationAccount: destination_account,
    amount,
    intent,
  };
}

test("S090 a repeat is answered once the standby has what it tells, as the order was", async () => {
  const one = await enter(100_00n);
  const first = await acceptOrder(world.app, readOrder(one, "told-twice"));
  expect(
    await waitsForStandby(world, (app) => acceptOrder(app, readOrder(one, "told-twice"))),
  ).toMatchObject({ answer: { verdict: "ok", answer: first.answer }, waits: true });
});

test("plain orders of one moment are accepted in one call, and not each by itself", async () => {
  const ready = await enterMany(2);
  const rename = (from: string, to: string) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(`alter function ${from} rename to ${to}`),
    );
  await rename("accept_own_transfer", "accept_none");
  try {
    const both = ready.map((one) => acceptOrder(world.app, readOrder(one, "plain-order")));
    expect((await Promise.all(both)).map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
    // What comes by itself needs the other way.
    for (const one of ready) {
      expect(await order(one, "plain-order")).toMatchObject({ httpStatus: 500 });
    }
  } finally {
    await rename("accept_none", "accept_own_transfer");
  }
  for (const one of ready) {
    expect(await order(one, "plain-order")).toMatchObject({ status: true });
    expect(await savingsOf(one)).toBe(900_00n);
  }
});

test("S090 S092 of orders at one moment, what one is refused for touches no other", async () => {
  const good = await enterMany(6);
  const poor = await enter(900_00n);
  const wrong = await enter(100_00n);
  const poorAccount = poor.member.accountNumbers.savings ?? "";
  await world.app.pool.query(
    "select ledger_place_hold(id, 50000, 'T1', 'test', now(), now() + interval '1 hour') from ledger_account where subledger = $1",
    [poorAccount],
  );
  const answers = await Promise.all([
    ...good.map((one) => order(one, "same-key-for-all")),
    order(poor, "same-key-for-all"),
    order(
      { ...wrong, approval: { ...wrong.approval, pin: acts.wrongPin(wrong.approval.pin) } },
      "same-key-for-all",
    ),
    ...good.map((one) => order(one, "same-key-for-all")),
  ]);

  const refNos = answers.map((answer) => (answer.status ? answer.result.refNo : answer.code));
  // The second order of each member is a repeat and gets the first one's answer.
  expect(refNos.slice(8)).toEqual(refNos.slice(0, 6));
  expect(new Set(refNos.slice(0, 6)).size).toBe(6);
  expect(refNos.slice(6, 8)).toEqual(["insufficient_funds", "otp_incorrect"]);
  expect(await Promise.all(good.map(savingsOf))).toEqual(good.map(() => 900_00n));
  expect([await savingsOf(poor), await savingsOf(wrong)]).toEqual([1_000_00n, 1_000_00n]);
});

test("an order whose rows are held by another transaction keeps no other waiting", async () => {
  const held = await enter(100_00n);
  const others = await enterMany(4);
  const client = await world.app.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from otp_challenge where pin_id = $1 for update", [
      held.approval.pinId,
    ]);
    const waiting = order(held, "held-key-0001");
    const answers = await Promise.all(others.map((one) => order(one, "free-key-0001")));
    expect(answers.map(({ status }) => status)).toEqual([true, true, true, true]);
    await client.query("commit");
    expect(await waiting).toMatchObject({ status: true });
  } finally {
    client.release();
  }
});
