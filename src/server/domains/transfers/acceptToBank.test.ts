import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { transferIntent } from "#contract/transfers.ts";
import type { Browser } from "#test/support/browser.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import {
  type Approval,
  assertBooksHold,
  moneyOf,
  proofOf,
  wrongPin,
} from "#test/support/transferActs.ts";
import { waitsForStandby } from "#test/support/waitsForStandby.ts";
import { acceptToBank } from "./acceptToBank.ts";
import { type BankIntent, storedIntent } from "./storedIntent.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

type Ready = {
  member: TestMember;
  browser: Browser;
  sending: acts.Sending;
  approval: Approval;
};

const RAILS = ["instapay", "pesonet"] as const;
type Rail = (typeof RAILS)[number];

async function enter(
  rail: Rail,
  amount: string,
  options: MemberOptions = {},
  from: "card" | "savings" = "card",
): Promise<Ready> {
  const member = await world.makeMember({ card: { balance: 1_000_00n }, ...options });
  const browser = await world.signIn(member);
  const source = from === "card" ? {} : { from: member.accountNumbers.savings ?? "" };
  const sending = acts.toBank(rail, amount, source);
  const approval = await acts.approveSending(world, member, browser, sending);
  return { member, browser, sending, approval };
}

const order = ({ browser, sending, approval }: Ready, key: string) =>
  acts.orderSending(world, browser, sending, approval, key);

const cardOf = async ({ member }: Ready) => (await moneyOf(world, member)).card;

/** Without the function for single orders only what is taken together goes through. */
async function withoutTheCarefulWay(work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(`alter function ${from} rename to ${to}`),
    );
  await rename("accept_bank_transfer", "accept_none");
  try {
    await work();
  } finally {
    await rename("accept_none", "accept_bank_transfer");
  }
}

/** The order as it comes to be accepted, past the reading of the call. */
function acceptRead(
  rail: Rail,
  { sending, browser, approval }: Ready,
  key: string,
  app = world.app,
) {
  // What enter() made goes to a bank.
  const intent = z.decode(transferIntent, sending) as BankIntent;
  const proof = proofOf(world, { browser, approval }, key, JSON.stringify(storedIntent(intent)));
  return acceptToBank[rail](app, { ...proof, intent });
}

test.each(RAILS)(
  "S090 %s: a repeat is answered once the standby has what it tells, as the order was",
  async (rail) => {
    const one = await enter(rail, "100.00");
    const first = await acceptRead(rail, one, "told-twice");
    expect(
      await waitsForStandby(world, (app) => acceptRead(rail, one, "told-twice", app)),
    ).toMatchObject({ answer: { verdict: "ok", answer: first.answer }, waits: true });
  },
);

test.each(RAILS)(
  "O09 S316 %s: plain orders of one moment, from cards and accounts, are accepted in one call, and not each by itself",
  async (rail) => {
    const rich = { savings: 1_000_00n };
    const ready = [
      await enter(rail, "100.00"),
      await enter(rail, "100.00", rich, "savings"),
      await enter(rail, "100.00"),
      await enter(rail, "100.00", rich, "savings"),
    ];
    await withoutTheCarefulWay(async () => {
      const both = ready.map((one) => acceptRead(rail, one, "plain-bank-order"));
      expect((await Promise.all(both)).map(({ verdict }) => verdict)).toEqual(
        ready.map(() => "ok"),
      );
      // What comes by itself needs the other way.
      for (const one of ready) {
        expect(await order(one, "plain-bank-order")).toMatchObject({ httpStatus: 500 });
      }
    });
    for (const one of ready) {
      expect(await order(one, "plain-bank-order")).toMatchObject({ status: true });
      const { card, savings } = await moneyOf(world, one.member);
      expect([card, savings]).toContain(1_000_00n - 100_00n - FEE);
      expect((card ?? 0n) + (savings ?? 1_000_00n)).toBe(2_000_00n - 100_00n - FEE);
    }
  },
);

/** Of either rail, in centavos. */
const FEE = 10_00n;

test("S090 S092 S099 of orders to banks at one moment, what one is refused for touches no other", async () => {
  const good: Ready[] = [];
  for (const rail of [...RAILS, ...RAILS, ...RAILS]) good.push(await enter(rail, "100.00"));
  const poor = await enter("instapay", "900.00");
  const wrong = await enter("instapay", "100.00");
  await world.app.pool.query(
    "select ledger_place_hold(id, 20000, 'T1', 'test', now(), now() + interval '1 hour') from ledger_account where subledger = $1",
    [poor.member.cardAccountNo],
  );
  const answers = await Promise.all([
    ...good.map((one) => order(one, "one-key-for-all")),
    order(poor, "one-key-for-all"),
    order(
      { ...wrong, approval: { ...wrong.approval, pin: wrongPin(wrong.approval.pin) } },
      "one-key-for-all",
    ),
    ...good.map((one) => order(one, "one-key-for-all")),
  ]);
  const refNos = answers.map((answer) => (answer.status ? answer.result.refNo : answer.code));
  // The second order of each member is a repeat and gets the first one's answer.
  expect(refNos.slice(8)).toEqual(refNos.slice(0, 6));
  expect(new Set(refNos.slice(0, 6)).size).toBe(6);
  expect(refNos.slice(6, 8)).toEqual(["insufficient_funds", "otp_incorrect"]);
  expect(await Promise.all(good.map(cardOf))).toEqual(good.map(() => 890_00n));
  expect([await cardOf(poor), await cardOf(wrong)]).toEqual([1_000_00n, 1_000_00n]);
});

test("S015 an order to a bank whose rows are held by another transaction keeps no other waiting", async () => {
  const held = await enter("instapay", "100.00");
  const others = [await enter("instapay", "100.00"), await enter("instapay", "100.00")];
  const client = await world.app.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from otp_challenge where pin_id = $1 for update", [
      held.approval.pinId,
    ]);
    const waiting = order(held, "held-bank-order");
    const answers = await Promise.all(others.map((one) => order(one, "free-bank-order")));
    expect(answers.map(({ status }) => status)).toEqual([true, true]);
    await client.query("commit");
    expect(await waiting).toMatchObject({ status: true });
  } finally {
    client.release();
  }
});
