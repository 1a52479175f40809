import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, returnXml, statusXml, type StatusFields } from "#test/support/railWorld.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import { clerk, orders } from "#test/support/railClerk.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { sendRailTransfer } from "./settleRailTransfer.ts";

const AMOUNT = 700_50n;
const TOTAL = AMOUNT + rails.FEE;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "3000" });
  member = await world.makeMember({ savings: 90_000_00n, card: { balance: 90_000_00n } });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

const SOURCES = ["card", "savings"] as const;
type Source = (typeof SOURCES)[number];

/** A transfer that was sent and of which the switch does not know the end. */
async function sentTransfer(source: Source = "card"): Promise<StatusFields> {
  const refNo = await rails.orderByRows(world, member, {
    kind: "instapay",
    amount: AMOUNT,
    account: ACCOUNTS.neverKnown,
    ...(source === "savings" && { from: source }),
  });
  await sendRailTransfer(world.app, { refNo, correlationId: "test" });
  return { refNo, amount: AMOUNT, account: ACCOUNTS.neverKnown };
}

const say = {
  ack: (sent: StatusFields) => statusXml("ACSP", sent),
  credit: (sent: StatusFields) => statusXml("ACSC", sent),
  reject: (sent: StatusFields) => statusXml("RJCT", { ...sent, reason: "AC01" }),
  return: (sent: StatusFields) => returnXml(sent),
};
type StatusName = keyof typeof say;

/** What is seen of a transfer, and where its money is. */
async function endOf({ refNo }: StatusFields) {
  await rails.sweepRails(world);
  const { state, card_id: card } = await rails.transferRow(world, refNo);
  const money = await rails.moneyOfTransfer(world, refNo);
  return {
    state,
    money: card === null ? rails.asIfOfCard(money) : money,
    exceptions: await rails.exceptionsOf(world, refNo),
  };
}

const OPEN = { "2510": -TOTAL, "2520": AMOUNT, "2550": rails.FEE };
const CREDITED = { "1520": -AMOUNT, "2510": -TOTAL, "4510": rails.FEE };
const ALONE = {
  ack: { state: "unknown", money: OPEN, exceptions: [] },
  credit: { state: "credited", money: CREDITED, exceptions: [] },
  reject: { state: "returned", money: {}, exceptions: [] },
  return: { state: "returned", money: {}, exceptions: [] },
} as const satisfies Record<StatusName, unknown>;
const statuses = Object.keys(ALONE) as StatusName[]; // the keys of an object literal

const OF_EACH = statuses.flatMap((status) => SOURCES.map((source) => ({ status, source })));

describe.each(OF_EACH)("S103 S316 $status, from the $source", ({ status, source }) => {
  test("ten times, under one id and under others, is once", async () => {
    const sent = await sentTransfer(source);
    const messageId = `SAME-${randomUUID().slice(0, 8)}`;
    for (let time = 0; time < 5; time += 1) {
      expect(await rails.tellUs(world, say[status]({ ...sent, messageId }))).toBe(200);
    }
    await Promise.all(Array.from({ length: 5 }, () => rails.tellUs(world, say[status](sent))));
    expect(await endOf(sent)).toEqual(ALONE[status]);
  });

  test("before what should have come first ends the same", async () => {
    const sent = await sentTransfer(source);
    await rails.tellUs(world, say[status](sent));
    await rails.tellUs(world, statusXml("ACTC", sent));
    await rails.tellUs(world, statusXml("PDNG", sent));
    expect(await endOf(sent)).toEqual(ALONE[status]);
  });

  test("about a reference that is not ours moves nothing and is queued for review", async () => {
    const sent = await sentTransfer(source);
    const other = {
      ...sent,
      refNo: `IP261123-8${randomUUID().replace(/\D/g, "").padEnd(9, "0").slice(0, 9)}`,
    };
    expect(await rails.tellUs(world, say[status](other))).toBe(200);
    expect(await endOf(sent)).toEqual(ALONE.ack);
    expect(await rails.exceptionsOf(world, other.refNo)).toEqual(["unknown_reference"]);
    expect(await rails.moneyOfTransfer(world, other.refNo)).toEqual({});
  });

  test("about another amount moves nothing and is queued for review", async () => {
    const sent = await sentTransfer(source);
    expect(await rails.tellUs(world, say[status]({ ...sent, amount: AMOUNT - 1n }))).toBe(200);
    expect(await endOf(sent)).toEqual({ ...ALONE.ack, exceptions: ["wrong_amount"] });
  });

  test("about another account moves nothing and is queued for review", async () => {
    const sent = await sentTransfer(source);
    expect(await rails.tellUs(world, say[status]({ ...sent, account: "000000000000" }))).toBe(200);
    expect(await endOf(sent)).toEqual({ ...ALONE.ack, exceptions: ["wrong_account"] });
  });

  test("after the money was refunded leaves it with the member", async () => {
    const sent = await sentTransfer(source);
    world.passSeconds(58 * 60 + 1);
    await rails.sweepRails(world);
    expect((await rails.transferRow(world, sent.refNo)).state).toBe("returned");
    expect(await rails.tellUs(world, say[status](sent))).toBe(200);
    const late = status === "credit";
    expect(await endOf(sent)).toEqual({
      state: "returned",
      money: late ? { "1520": -AMOUNT, "1590": AMOUNT } : {},
      exceptions: late ? ["unanswered", "credited_after_return"] : ["unanswered"],
    });
    // The rail brings it back after all: nothing is owed any more.
    await rails.tellUs(world, returnXml(sent));
    expect((await endOf(sent)).money).toEqual({});
  });
});

test.each(SOURCES)(
  "S103 S316 from the %s, all orders of all words, in the books themselves, end as a clerk has them who reads all of them first",
  async (source) => {
    for (const order of orders(statuses)) {
      const sent = await sentTransfer(source);
      // What is to be refunded is back before the next word, or after it.
      for (const [place, status] of order.entries()) {
        expect(await rails.tellUs(world, say[status as StatusName](sent))).toBe(200);
        if (place % 2 === 0) await rails.sweepRails(world);
      }
      const { state, money, exceptions } = await endOf(sent);
      const expected = clerk("instapay", order, { amount: AMOUNT, fee: rails.FEE });
      const debits = Object.fromEntries(
        Object.entries(money).map(([code, left]) => [code, isDebit(code) ? left : -left]),
      );
      expect({ order, state, debits, exceptions: exceptions.toSorted() }).toEqual({
        order,
        state: expected.shown,
        debits: expected.accounts,
        exceptions: expected.exceptions,
      });
    }
  },
);

/** Accounts that grow by what is debited. */
function isDebit(code: string): boolean {
  return code.startsWith("1");
}

test("S103 what a switch did not sign is refused and changes nothing", async () => {
  const sent = await sentTransfer();
  const xml = statusXml("ACSC", sent);
  const nonce = randomUUID();
  const now = world.app.now().getTime();
  expect(await rails.tellUs(world, xml, { key: "another key of the same kind" })).toBe(401);
  expect(await rails.tellUs(world, xml, { signature: "0".repeat(64) })).toBe(401);
  expect(await rails.tellUs(world, xml, { at: now - 301_000 })).toBe(401);
  expect(await rails.tellUs(world, xml, { at: now + 360_000 })).toBe(401);
  expect(await endOf(sent)).toEqual(ALONE.ack);
  expect(await rails.tellUs(world, xml, { nonce })).toBe(200);
  expect(await rails.tellUs(world, xml, { nonce })).toBe(401);
  expect(await endOf(sent)).toEqual(ALONE.credit);
});

test.each([
  ["no XML", "not xml at all"],
  ["a DOCTYPE", '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>'],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x3c])],
  ["another message", '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.009.001.08"/>'],
  [
    "a message that does not fit",
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"/>',
  ],
  ["an empty one", " "],
])("S103 %s, signed, is kept and queued for review once", async (_, body) => {
  const before = await rails.exceptionsOf(world);
  expect(await rails.tellUs(world, body)).toBe(200);
  expect(await rails.tellUs(world, body)).toBe(200);
  const after = await rails.exceptionsOf(world);
  expect(after.length - before.length).toBe(1);
  expect(after.at(-1)).toBe("unreadable");
});

test("S103 more than a message can be is not read", async () => {
  expect(await rails.tellUs(world, " ".repeat(300 * 1024))).toBe(413);
});

test("S103 messages are final: nobody changes or removes one", async () => {
  const sent = await sentTransfer();
  await rails.tellUs(world, statusXml("ACSC", sent));
  const { db } = world.app;
  const ofTransfer = db.updateTable("rail_message").where("ref_no", "=", sent.refNo);
  await expect(ofTransfer.set({ outcome: "exception" }).execute()).rejects.toThrow(/final/);
  await expect(db.deleteFrom("rail_message").execute()).rejects.toThrow(/denied/);
});
