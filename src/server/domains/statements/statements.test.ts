import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#common/manila.ts";
import { listStatements } from "#contract/statements.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { type BookedLine, bookForMember } from "#test/support/bookForMember.ts";
import type { Browser } from "#test/support/browser.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { makeBatch, makeStatements } from "./makeStatements.ts";

let world: World;
let member: TestMember;
let browser: Browser;

const OPENED = "2026-08-14T02:00:00Z";
const TODAY = "2026-11-21T02:00:00Z";
const at = (moment: string) => world.setTime(new Date(moment));

beforeEach(async () => {
  world = await makeWorld();
  at(OPENED);
  member = await world.makeMember({
    savings: 1_000_00n,
    storage: 0n,
    capital: { withdrawable: 900_00n, fixed: 100_00n },
    card: null,
  });
});
afterEach(() => world.close());

const comeBack = async () => {
  at(TODAY);
  browser = await world.signIn(member);
};

const book = (moment: string, reference: string, named: string, lines: BookedLine[]) =>
  bookForMember(world, member, { at: moment, reference, named, lines });

const toCard = (moment: string, reference: string, amount: bigint) =>
  book(moment, reference, "OWN_TOPUP accept", [
    ["D", "2010", amount],
    ["C", "2310", amount],
  ]);
const back = (moment: string, reference: string, amount: bigint) =>
  book(moment, reference, "OWN_TOPUP fail", [
    ["D", "2310", amount],
    ["C", "2010", amount],
  ]);
const deposit = (moment: string, reference: string, fixed: bigint, withdrawable: bigint) =>
  book(moment, reference, "CAPITAL_DEPOSIT post", [
    ["D", "1310", fixed + withdrawable],
    ["C", "3010", fixed],
    ["C", "2030", withdrawable],
  ]);

const params = (accountNo: string | undefined, guid = member.guid) => ({
  guid,
  accountNo: accountNo ?? "none",
});

async function statements(accountNo: string | undefined, query = {}) {
  const answer = await world.call(listStatements, { params: params(accountNo), query }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const figuresOf = async (accountNo: string | undefined) =>
  (await statements(accountNo)).map((row) => [
    row.month,
    row.opening,
    row.moneyIn,
    row.moneyOut,
    row.closing,
    row.entries,
  ]);

async function fileOf(accountNo: string | undefined, month: string) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${accountNo}/statements/${month}`,
    headers: { host: "localhost", cookie, authorization: `Bearer ${browser.token}` },
  });
  return { httpStatus: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

test("each month that is over has one statement of each account, from one balance to the next", async () => {
  await toCard("2026-09-10T02:00:00Z", "OT-1", 250_00n);
  await back("2026-09-10T02:00:05Z", "OT-1", 250_00n);
  // The last moment of September in Manila, and the first of October.
  await toCard("2026-09-30T15:59:59.999Z", "OT-2", 1_00n);
  await toCard("2026-09-30T16:00:00Z", "OT-3", 2_00n);
  await deposit("2026-10-13T02:00:00Z", "CC-1", 50_00n, 450_05n);
  await toCard("2026-11-02T02:00:00Z", "OT-4", 4_00n);
  await comeBack();
  await makeStatements(world.app);
  await makeStatements(world.app);
  const { savings, me, storage } = member.accountNumbers;
  expect(await figuresOf(savings)).toEqual([
    ["2026-10", 999_00n, 0n, 2_00n, 997_00n, 1],
    ["2026-09", 1_000_00n, 250_00n, 251_00n, 999_00n, 3],
    ["2026-08", 0n, 1_000_00n, 0n, 1_000_00n, 1],
  ]);
  expect(await figuresOf(me)).toEqual([
    ["2026-10", 1_000_00n, 500_05n, 0n, 1_500_05n, 1],
    ["2026-09", 1_000_00n, 0n, 0n, 1_000_00n, 0],
    ["2026-08", 0n, 1_000_00n, 0n, 1_000_00n, 2],
  ]);
  expect((await figuresOf(storage)).map(([month, , , , closing]) => [month, closing])).toEqual([
    ["2026-10", 0n],
    ["2026-09", 0n],
    ["2026-08", 0n],
  ]);
  expect((await statements(savings, { before: "2026-09" })).map(({ month }) => month)).toEqual([
    "2026-08",
  ]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("a month is not over before its last day in Manila is, and all that was under way has ended", async () => {
  at("2026-08-31T16:59:00Z");
  await makeStatements(world.app);
  browser = await world.signIn(member);
  expect(await statements(member.accountNumbers.savings)).toEqual([]);
  at("2026-08-31T17:01:00Z");
  await makeStatements(world.app);
  expect(await statements(member.accountNumbers.savings)).toHaveLength(1);
});

test("what is booked into a month after its statement is in the next: none is left out, and none told twice", async () => {
  at("2026-10-05T02:00:00Z");
  await makeStatements(world.app);
  await toCard("2026-09-29T02:00:00Z", "OT-LATE", 3_00n);
  await comeBack();
  await makeStatements(world.app);
  expect(await figuresOf(member.accountNumbers.savings)).toEqual([
    ["2026-10", 1_000_00n, 0n, 3_00n, 997_00n, 1],
    ["2026-09", 1_000_00n, 0n, 0n, 1_000_00n, 0],
    ["2026-08", 0n, 1_000_00n, 0n, 1_000_00n, 1],
  ]);
  const october = await fileOf(member.accountNumbers.savings, "2026-10");
  expect(pdfText(october.bytes)).toContain("OT-LATE");
});

test("cut short after any batch, and by two workers at once, each statement is made once", async () => {
  await comeBack();
  expect(await makeBatch(world.app, "2026-08-01", 1)).toBe(true);
  const stop = new AbortController();
  stop.abort();
  await makeStatements(world.app, stop.signal, 1);
  await Promise.all([
    makeStatements(world.app, undefined, 1),
    makeStatements(world.app, undefined, 2),
  ]);
  for (const accountNo of Object.values(member.accountNumbers)) {
    expect((await statements(accountNo)).map(({ month }) => month)).toEqual([
      "2026-10",
      "2026-09",
      "2026-08",
    ]);
  }
  const months = await world.app.db
    .selectFrom("statement_month")
    .select(["month", "statements"])
    .orderBy("month")
    .execute();
  expect(months).toEqual([
    { month: "2026-08-01", statements: 3 },
    { month: "2026-09-01", statements: 3 },
    { month: "2026-10-01", statements: 3 },
  ]);
});

describe("the paper", () => {
  test("has the month's lines and balances, and stays the same whatever comes after it", async () => {
    await toCard("2026-09-10T02:00:00Z", "OT-1", 250_00n);
    await toCard("2026-10-10T02:00:00Z", "OT-2", 1_00n);
    await comeBack();
    await makeStatements(world.app);
    const { savings } = member.accountNumbers;
    const before = await fileOf(savings, "2026-09");
    expect(before.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining("2026-09.pdf"),
    });
    expect(pdfMistakes(before.bytes)).toEqual([]);
    const said = pdfText(before.bytes);
    expect(said).toContain("1,000.00");
    expect(said).toContain("250.00");
    expect(said).toContain("750.00");
    expect(said).toContain("OT-1");
    expect(said).not.toContain("OT-2");
    await toCard(TODAY, "OT-5", 5_00n);
    at("2026-11-25T02:00:00Z");
    browser = await world.signIn(member);
    expect(pdfText((await fileOf(savings, "2026-09")).bytes)).toBe(said);
  });

  test("S270 is of one's own account and of a month that has one; all else is not found", async () => {
    const other = await world.makeMember({ savings: 5_00n, card: null });
    await comeBack();
    await makeStatements(world.app);
    const { savings } = member.accountNumbers;
    const refused = { status: false, httpStatus: 404, code: "not_found" };
    expect(
      await world.call(
        listStatements,
        { params: params(other.accountNumbers.savings), query: {} },
        browser,
      ),
    ).toMatchObject(refused);
    expect((await fileOf(other.accountNumbers.savings, "2026-10")).httpStatus).toBe(404);
    expect((await fileOf(savings, "2026-11")).httpStatus).toBe(404);
    expect((await fileOf(savings, "2026-07")).httpStatus).toBe(404);
    expect((await fileOf(savings, "2026-13")).httpStatus).toBe(422);
    expect((await fileOf(savings, "2026-10")).httpStatus).toBe(200);
  });
});

test("S271 what was told to members is final: the bank's own programs cannot write, change or remove it", async () => {
  await comeBack();
  await makeStatements(world.app);
  const { db } = world.app;
  await expect(
    db.updateTable("account_statement").set({ closing_centavos: 0n }).execute(),
  ).rejects.toThrow(/permission denied/);
  await expect(db.deleteFrom("account_statement").execute()).rejects.toThrow(/permission denied/);
  await expect(db.updateTable("statement_month").set({ ended_at: null }).execute()).rejects.toThrow(
    /permission denied/,
  );
});

test("whatever is booked when, statements hang together and end with the books", async () => {
  let day = "2026-08-15";
  let balance = 1_000_00n;
  for (let step = 0; day < "2026-11-10"; step++) {
    const amount = BigInt(1 + ((step * 7_919) % 20_000));
    const isOut = step % 3 !== 0 && amount <= balance;
    const moment = `${day}T0${step % 10}:00:00Z`;
    await (isOut ? toCard : back)(moment, `M-${step}`, amount);
    balance += isOut ? -amount : amount;
    day = addDays(day, 1 + (step % 4));
  }
  await comeBack();
  await makeStatements(world.app, undefined, 2);
  const rows = (await statements(member.accountNumbers.savings)).toReversed();
  expect(rows.map(({ month }) => month)).toEqual(["2026-08", "2026-09", "2026-10"]);
  for (const [index, row] of rows.entries()) {
    expect(row.opening).toBe(rows[index - 1]?.closing ?? 0n);
    expect(row.closing).toBe(row.opening + row.moneyIn - row.moneyOut);
  }
  at("2026-12-01T02:00:00Z");
  browser = await world.signIn(member);
  await makeStatements(world.app);
  expect((await statements(member.accountNumbers.savings))[0]?.closing).toBe(balance);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
