import { afterEach, beforeEach, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { searchMembers } from "#contract/staff/memberSearch.ts";
import { reconcileDay } from "#server/domains/reconciliation/reconcileDay.ts";
import {
  askUs,
  digitsOf,
  inquireInward,
  INWARD_AMOUNT,
  inwardInquiry,
  xmlTo,
  savingsOf,
  sendFromBank,
  sendInward,
} from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import { exceptionsOf, makeRailWorld, noticesOf, railFault } from "#test/support/railWorld.ts";
import * as acts from "#test/support/transferActs.ts";

const SAVINGS = 1_000_00n;
let world: World;
let member: TestMember;

beforeEach(async () => {
  world = await makeRailWorld();
  member = await world.makeMember({ savings: SAVINGS, storage: 0n, capital: CAPITAL });
});
afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

const CAPITAL = { withdrawable: 100_00n, fixed: 1_000_00n };

async function balanceOf(accountNumber: string | undefined): Promise<bigint> {
  const { balance_centavos } = await world.app.db
    .selectFrom("member_account as m")
    .innerJoin("ledger_account as l", "l.id", "m.ledger_account_id")
    .select("balance_centavos")
    .where("m.account_number", "=", accountNumber ?? "")
    .executeTakeFirstOrThrow();
  return balance_centavos;
}
const savings = () => balanceOf(member.accountNumbers.savings);

const rows = () => world.app.db.selectFrom("inward_credit").selectAll().execute();

async function postings() {
  const found = await world.app.db
    .selectFrom("journal_entry as e")
    .innerJoin("posting as p", "p.journal_entry_id", "e.id")
    .innerJoin("ledger_account as a", "a.id", "p.ledger_account_id")
    .select(["a.book", "a.code", "p.side", "p.amount_centavos"])
    .where("e.operation", "=", "INWARD_CREDIT")
    .orderBy("p.id")
    .execute();
  return found.map(({ book, code, side, amount_centavos: amount }) => [book, code, side, amount]);
}

test("S232 a transfer to savings is credited in the answer, once, and the member is told who, how much and where", async () => {
  const inward = { txId: "TX-1", account: savingsOf(member), sender: "MARIA REYES 09171234567" };
  const first = await askUs(world, xmlTo(world, inward), "TX-1");
  expect(first).toMatchObject({ status: 200, said: "ACSC" });
  expect(await askUs(world, xmlTo(world, inward), "TX-1")).toEqual(first);
  expect(await askUs(world, inwardInquiry(inward), "TX-1")).toEqual(first);
  expect(await savings()).toBe(SAVINGS + INWARD_AMOUNT);
  expect(await postings()).toEqual([
    ["CARD", "1520", "D", INWARD_AMOUNT],
    ["CARD", "1510", "C", INWARD_AMOUNT],
    ["ASSOC", "1120", "D", INWARD_AMOUNT],
    ["ASSOC", "2010", "C", INWARD_AMOUNT],
  ]);
  expect(await noticesOf(world, member)).toEqual(["money_in_account"]);
  const { params } = await world.app.db
    .selectFrom("notification")
    .select("params")
    .executeTakeFirstOrThrow();
  expect(params).toMatchObject({
    amount: "₱250.00",
    // A number that could be called is no name.
    sender: "MARIA REYES",
    bank: "BDO Unibank, Inc.",
    into: "Savings Deposit",
    account: savingsOf(member).slice(-4),
  });
});

test("S133 its reference finds the member to whom it came, for the staff of their branch alone", async () => {
  const owner = await world.makeMember({ officeId: 1n, savings: SAVINGS });
  await sendInward(world, { txId: "TX-1", account: savingsOf(owner) });
  const [row] = await rows();
  const find = async (officeId: bigint) => {
    const teller = await world.makeStaff({ role: "teller", officeId });
    return teller.call(searchMembers, { query: { reference: row?.ref_no ?? "" } });
  };
  expect(await find(1n)).toMatchObject({ result: { rows: [{ memberGuid: owner.guid }] } });
  expect(await find(2n)).toMatchObject({ result: { rows: [] } });
});

test("S232 two processes that get the same transfer at once credit it once", async () => {
  const inward = { txId: "TX-2", account: savingsOf(member) };
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendInward(world, inward)));
  expect(answers).toEqual(["ACSC", "ACSC", "ACSC", "ACSC"]);
  expect(await savings()).toBe(SAVINGS + INWARD_AMOUNT);
  expect(await noticesOf(world, member)).toHaveLength(1);
});

test("S232 what two banks call alike are two transfers, and a bank may number its message anew", async () => {
  const account = savingsOf(member);
  expect(await sendInward(world, { txId: "TX-3", account })).toBe("ACSC");
  expect(await sendInward(world, { txId: "TX-3", account, bank: "BOPIPHMMXXX" })).toBe("ACSC");
  expect(await sendInward(world, { txId: "TX-3", account, messageId: "ANEW" })).toBe("ACSC");
  expect(await savings()).toBe(SAVINGS + 2n * INWARD_AMOUNT);
});

test("S232 the storage account takes it as well", async () => {
  const account = digitsOf(member.accountNumbers.storage);
  expect(await sendInward(world, { txId: "TX-4", account })).toBe("ACSC");
  expect(await balanceOf(member.accountNumbers.storage)).toBe(INWARD_AMOUNT);
});

test("S233 what cannot be credited is refused with the rail's reason, and a repeat with the same", async () => {
  const refused = async (txId: string, more: { account: string; to?: string }) => [
    await sendInward(world, { txId, ...more }),
    await sendInward(world, { txId, ...more }),
    await inquireInward(world, { txId }),
  ];
  const thrice = (said: string) => [said, said, said];
  const account = savingsOf(member);
  expect(await refused("TX-5", { account: "99999999" })).toEqual(thrice("RJCT AC03"));
  expect(await refused("TX-6", { account: digitsOf(member.accountNumbers.me) })).toEqual(
    thrice("RJCT AC06"),
  );
  expect(await refused("TX-7", { account, to: "BOPIPHMMXXX" })).toEqual(thrice("RJCT RC01"));
  expect(await postings()).toEqual([]);
  expect(await noticesOf(world, member)).toEqual([]);
  expect((await rows()).map(({ state }) => state)).toEqual(["rejected", "rejected", "rejected"]);
});

test.each(["suspended", "cancelled"] as const)(
  "S233 a member whose access is %s gets what is sent all the same",
  async (status) => {
    const other = await world.makeMember({ savings: 0n, status });
    expect(await sendInward(world, { txId: "TX-8", account: savingsOf(other) })).toBe("ACSC");
    expect(await balanceOf(other.accountNumbers.savings)).toBe(INWARD_AMOUNT);
  },
);

test("S234 another transfer under a name that was used moves nothing, is refused, and a person looks at it", async () => {
  const inward = { txId: "TX-9", account: savingsOf(member) };
  expect(await sendInward(world, inward)).toBe("ACSC");
  const [credited] = await rows();
  expect(await sendInward(world, { ...inward, amount: INWARD_AMOUNT + 1n })).toBe("409");
  expect(await sendInward(world, { ...inward, account: "99999999" })).toBe("409");
  expect(await sendInward(world, { ...inward, sender: "SOMEBODY ELSE" })).toBe("409");
  expect(await inquireInward(world, inward)).toBe("ACSC");
  expect(await savings()).toBe(SAVINGS + INWARD_AMOUNT);
  expect(await exceptionsOf(world, credited?.ref_no)).toEqual(["wrong_amount", "wrong_account"]);
});

test("S234 what was never seen is answered so; what is no message of one transfer is refused and set aside", async () => {
  expect(await inquireInward(world, { txId: "TX-10" })).toBe("404");
  const right = xmlTo(world, { txId: "TX-10", account: savingsOf(member) });
  const wrong = {
    "a count of two": right.replace("<NbOfTxs>1<", "<NbOfTxs>2<"),
    "another sum": right.replace(/(<TtlIntrBkSttlmAmt[^>]*>)[^<]*/, "$1999.00"),
    "another rail": right.replace("INSTAPAY", "PESONET"),
    "another sender": right.replace(
      "<InstgAgt><FinInstnId><BICFI>BNO",
      "<InstgAgt><FinInstnId><BICFI>BOP",
    ),
    dollars: right.replaceAll('Ccy="PHP"', 'Ccy="USD"'),
  };
  for (const [what, xml] of Object.entries(wrong)) {
    expect(xml, what).not.toBe(right);
    expect({ what, ...(await askUs(world, xml, "TX-10")) }).toMatchObject({ what, status: 400 });
  }
  expect(await exceptionsOf(world)).toEqual(Object.keys(wrong).map(() => "unreadable"));
  expect(await rows()).toEqual([]);
  expect(await sendInward(world, { txId: "TX-10", account: savingsOf(member) })).toBe("ACSC");
});

test.each([
  ["ok", {}],
  ["duplicate", {}],
  ["late", { delaySeconds: 1 }],
  ["out-of-order", { delaySeconds: 1 }],
  ["timeout", {}],
])(
  "S232 the switch in mode %s brings it once, and the statement is what we booked",
  async (mode, more) => {
    if (mode !== "ok") await railFault(world, "instapay", mode, more);
    await sendFromBank(world, { account: member.accountNumbers.savings ?? "", amount: "75.50" });
    // It is credited even where the switch never hears of it.
    await expect.poll(savings).toBe(SAVINGS + 75_50n);
    await railFault(world, "instapay", "ok");
    await world.sandbox.tellEvents();
    expect(await savings()).toBe(SAVINGS + 75_50n);
    world.passSeconds(24 * 60 * 60);
    const by = { kind: "system", name: "test", correlationId: "test" } as const;
    await reconcileDay(world.app, { source: "instapay", day: "2026-11-23" }, by);
    const run = await world.app.db
      .selectFrom("reconciliation_run")
      .select(["our_count", "matched_count", "total_centavos"])
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ our_count: 1, matched_count: 1, total_centavos: 75_50n });
    const breaks = await world.app.db.selectFrom("reconciliation_break").selectAll().execute();
    expect(breaks).toEqual([]);
  },
);

test("S234 what the switch sends again under a used name with another amount is not credited", async () => {
  await sendFromBank(world, { account: savingsOf(member), amount: "10.00", reference: "TX-11" });
  await world.sandbox.tellEvents();
  // The same name with another amount: we refuse it, and the switch does not settle it.
  await sendFromBank(world, { account: savingsOf(member), amount: "11.00", reference: "TX-11" });
  await world.sandbox.tellEvents();
  expect(await savings()).toBe(SAVINGS + 10_00n);
  const [credited] = await rows();
  expect(toDecimal(credited?.amount_centavos ?? 0n)).toBe("10.00");
  expect(await exceptionsOf(world)).toEqual(["wrong_amount"]);
});
