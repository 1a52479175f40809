import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila, statusXml } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { sendRailTransfer } from "./settleRailTransfer.ts";
import { takeLeftMessages } from "./receiveRailMessage.ts";

const CARD = 20_000_00n;
const AMOUNT = 1_250_50n;
const TOTAL = AMOUNT + rails.FEE;

let world: World;
let member: TestMember;
/** Each test has a banking day of its own. */
let day: string;
const days = ["23", "24", "25", "26", "27"].map((number) => `2026-11-${number}`);
days.push(...["01", "02", "03", "04", "07", "09", "10"].map((number) => `2026-12-${number}`));

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

beforeEach(async () => {
  day = days.shift() ?? "";
  world.setTime(manila(`${day}T10:05:00`));
  member = await world.makeMember({ card: { balance: CARD } });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

type Died = { isDead: () => boolean };

/**
 * The process dies once, right after a partner has done what this call asks for, or right before it is
 * asked: nothing that follows in the program happens.
 */
function die<Name extends string>(
  partner: Record<Name, (...given: never[]) => unknown>,
  name: Name,
  when: "before" | "after",
): Died {
  const real = partner[name].bind(partner) as (...given: unknown[]) => Promise<unknown>;
  let isDead = false;
  const dying = async (...given: unknown[]) => {
    if (isDead) return real(...given);
    isDead = true;
    if (when === "after") await real(...given);
    throw new Error("killed");
  };
  Object.assign(partner, { [name]: dying });
  return { isDead: () => isDead };
}

async function ordered(account: string): Promise<string> {
  return rails.orderByRows(world, member, { kind: "instapay", amount: AMOUNT, account });
}

const job = (refNo: string) => sendRailTransfer(world.app, { refNo, correlationId: "test" });

/** A new process finds what is due. */
async function takeOver(): Promise<void> {
  for (const seconds of [31, 61, 61]) {
    world.passSeconds(seconds);
    await takeLeftMessages(world.app);
    await rails.sweepRails(world);
  }
}

async function expectEnd(refNo: string, end: "credited" | "returned"): Promise<void> {
  expect((await rails.transferRow(world, refNo)).state).toBe(end);
  const left = end === "credited" ? CARD - TOTAL : CARD;
  const { card, issuer } = await moneyOf(world, member);
  expect([card, issuer]).toEqual([left, left]);
  expect(await rails.exceptionsOf(world, refNo)).toEqual([]);
  const history = await rails.historyOf(world, refNo);
  expect(history.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(left - CARD);
  const news = await rails.noticesOf(world, member);
  expect(news).toEqual(["transfer_out", `transfer_out_${end}`]);
}

test.each(["before", "after"] as const)(
  "S101 a worker killed %s the issuer takes the money: taken once, sent once",
  async (when) => {
    const refNo = await ordered(ACCOUNTS.credited);
    die(world.app.issuer, "debitCard", when);
    await expect(job(refNo)).rejects.toThrow("killed");
    await takeOver();
    await expectEnd(refNo, "credited");
  },
);

test.each(["before", "after"] as const)(
  "S101 a worker killed %s the switch has the transfer: the same message, one effect",
  async (when) => {
    const refNo = await ordered(ACCOUNTS.credited);
    die(world.app.instapay, "exchange", when);
    await expect(job(refNo)).rejects.toThrow("killed");
    expect((await rails.transferRow(world, refNo)).state).toBe("sent");
    await takeOver();
    await expectEnd(refNo, "credited");
    const out = await world.app.db
      .selectFrom("rail_message")
      .select("type")
      .where("ref_no", "=", refNo)
      .where("direction", "=", "out")
      .where("type", "=", "pacs.008")
      .execute();
    expect(out).toHaveLength(1);
  },
);

test.each(["before", "after"] as const)(
  "S102 a worker killed %s the issuer puts money back: put back once, booked once",
  async (when) => {
    const refNo = await ordered(ACCOUNTS.rejected);
    die(world.app.issuer, "refundDebit", when);
    await expect(job(refNo)).rejects.toThrow("killed");
    expect((await rails.transferRow(world, refNo)).going_back).toBe("from_hold");
    await takeOver();
    await expectEnd(refNo, "returned");
  },
);

test("S103 a message that a process died over is taken by the next", async () => {
  const refNo = await ordered(ACCOUNTS.neverKnown);
  await job(refNo);
  const body = statusXml("ACSC", {
    refNo,
    amount: AMOUNT,
    account: ACCOUNTS.neverKnown,
    messageId: "LEFT-1",
  });
  await world.app.db
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "in",
      type: "pacs.002",
      message_id: "LEFT-1",
      ref_no: refNo,
      body,
      at: world.app.now(),
      outcome: "received",
    })
    .execute();
  // Somebody may be at work on it.
  expect(await takeLeftMessages(world.app)).toBe(0);
  world.passSeconds(21);
  expect(await takeLeftMessages(world.app)).toBe(1);
  await expectEnd(refNo, "credited");
  expect(await takeLeftMessages(world.app)).toBe(0);
});

test.each(["handIn", "fetch", "list"] as const)(
  "S101 a worker killed right after the clearing house answered %s: one effect for each transfer",
  async (name) => {
    const cycle = await rails.cycleNow(world);
    const refNos: string[] = [];
    for (const account of [ACCOUNTS.credited, ACCOUNTS.rejected]) {
      const refNo = await rails.orderByRows(world, member, {
        kind: "pesonet",
        amount: AMOUNT,
        account,
        cycle,
      });
      refNos.push(refNo);
      await job(refNo);
    }
    world.setTime(manila(`${day}T15:00:00`));
    const died = die(world.app.pesonet, name, "after");
    await expect(rails.pesonetTurn(world)).rejects.toThrow("killed");
    expect(died.isDead()).toBe(true);
    for (const time of ["15:01:00", "16:00:00", "16:00:10"]) {
      world.setTime(manila(`${day}T${time}`));
      await rails.pesonetTurn(world);
    }
    const ends = await Promise.all(refNos.map((refNo) => rails.transferRow(world, refNo)));
    expect(ends.map(({ state }) => state)).toEqual(["credited", "returned"]);
    const { card, issuer } = await moneyOf(world, member);
    expect([card, issuer]).toEqual([CARD - TOTAL, CARD - TOTAL]);
    expect(await rails.exceptionsOf(world)).toEqual([]);
  },
);

test("S103 a worker killed in the middle of a file: what is left of it is taken, nothing twice", async () => {
  const cycle = await rails.cycleNow(world);
  const refNos: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const order = { kind: "pesonet" as const, amount: AMOUNT, account: ACCOUNTS.credited, cycle };
    const refNo = await rails.orderByRows(world, member, order);
    refNos.push(refNo);
    await job(refNo);
  }
  for (const time of ["15:00:00", "16:00:00"]) {
    world.setTime(manila(`${day}T${time}`));
    await rails.pesonetTurn(world);
  }
  // Counting comes after the commit of a transfer, so that the process dies between two of them.
  let counted = 0;
  Object.assign(world.app.metrics.transfers, {
    inc: () => {
      counted += 1;
      if (counted === 2) throw new Error("killed");
    },
  });
  world.setTime(manila(`${day}T16:00:10`));
  await rails.pesonetTurn(world);
  const halfway = await Promise.all(refNos.map((refNo) => rails.transferRow(world, refNo)));
  expect(halfway.filter(({ state }) => state === "credited")).toHaveLength(2);
  world.passSeconds(60);
  await rails.pesonetTurn(world);
  const ends = await Promise.all(refNos.map((refNo) => rails.transferRow(world, refNo)));
  expect(ends.every(({ state }) => state === "credited")).toBe(true);
  expect((await moneyOf(world, member)).card).toBe(CARD - 4n * TOTAL);
  expect(await rails.exceptionsOf(world)).toEqual([]);
});
