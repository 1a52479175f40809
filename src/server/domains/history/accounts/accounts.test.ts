import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatPesos } from "#common/money.ts";
import { referenceText } from "#common/reference.ts";
import { getAccount, getMovements } from "#contract/accounts.ts";
import { movementKindNames, movementText } from "#contract/movementKinds.ts";
import { transact } from "#server/db/db.ts";
import { reverseJournalEntry } from "#server/ledger/reverseJournalEntry.ts";
import { type BookedLine, bookForMember } from "#test/support/bookForMember.ts";
import type { Browser } from "#test/support/browser.ts";
import { savingsOf, sendInward } from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { send, toBank } from "#test/support/sendActs.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import { pdfText } from "#test/support/pdfText.ts";

let world: World;
let member: TestMember;
let browser: Browser;

const OPENED = new Date("2026-07-31T15:30:00Z");
const TODAY = new Date("2026-11-21T02:00:00Z");

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(OPENED);
  member = await world.makeMember({
    savings: 1_000_00n,
    storage: 0n,
    capital: { withdrawable: 900_00n, fixed: 100_00n },
    card: null,
  });
});

const comeBack = async () => {
  world.setTime(TODAY);
  browser = await world.signIn(member);
};

/** Booked while it is that moment. */
function book(at: string, reference: string, named: string, lines: BookedLine[]): Promise<bigint> {
  world.setTime(new Date(at));
  return bookForMember(world, member, { at, reference, named, lines });
}

const toCard = (at: string, reference: string, amount: bigint) =>
  book(at, reference, "OWN_TOPUP accept", [
    ["D", "2010", amount],
    ["C", "2310", amount],
  ]);

const deposit = (at: string, reference: string, fixed: bigint, withdrawable: bigint) =>
  book(at, reference, "CAPITAL_DEPOSIT post", [
    ["D", "1310", fixed + withdrawable],
    ["C", "3010", fixed],
    ["C", "2030", withdrawable],
  ]);

const params = (accountNo: string | undefined, guid = member.guid) => ({
  guid,
  accountNo: accountNo ?? "none",
});

async function movements(accountNo: string | undefined, query = {}) {
  const answer = await world.call(getMovements, { params: params(accountNo), query }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function fileOf(accountNo: string | undefined, query: string) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${accountNo}/statement?${query}`,
    headers: { host: "localhost", cookie, authorization: `Bearer ${browser.token}` },
  });
  return { httpStatus: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

test("an account shows every movement since it was opened, each with what it left", async () => {
  await toCard("2026-08-10T02:00:00Z", "OT260810-0000000001", 250_00n);
  await book("2026-08-10T02:00:05Z", "OT260810-0000000001", "OWN_TOPUP fail", [
    ["D", "2310", 250_00n],
    ["C", "2010", 250_00n],
  ]);
  const last = await toCard("2026-11-20T16:10:00Z", "OT261121-0000000002", 1n);
  await transact(world.app.db, (tx) =>
    reverseJournalEntry(tx, {
      entryId: last,
      businessDate: "2026-11-21",
      bookedAt: new Date("2026-11-20T16:20:00Z"),
      actor: "test",
    }),
  );
  await comeBack();
  const rows = await movements(member.accountNumbers.savings);
  expect(
    rows.map(({ kind, refNo, amount, balance, bookedAt }) => [
      movementText(kind, "en"),
      refNo,
      amount,
      balance,
      bookedAt,
    ]),
  ).toEqual([
    ["Correction", "OT261121-0000000002", 1n, 1_000_00n, "2026-11-20T16:20:00.000Z"],
    ["To your card", "OT261121-0000000002", -1n, 999_99n, "2026-11-20T16:10:00.000Z"],
    ["Back from your card", "OT260810-0000000001", 250_00n, 1_000_00n, "2026-08-10T02:00:05.000Z"],
    ["To your card", "OT260810-0000000001", -250_00n, 750_00n, "2026-08-10T02:00:00.000Z"],
    [
      expect.any(String),
      `OPEN-2010-${member.accountNumbers.savings}`,
      1_000_00n,
      1_000_00n,
      expect.stringMatching(/^2026-07-31T15:30/),
    ],
  ]);
  const account = await world.call(
    getAccount,
    { params: params(member.accountNumbers.savings) },
    browser,
  );
  expect(account).toMatchObject({
    status: true,
    result: { type: "savings", outstandingBalance: 1_000_00n, since: "2026-07-31" },
  });
  expect(await movements(member.accountNumbers.storage)).toEqual([]);
});

test("the capital contribution is one account: an entry that moves both its parts is one movement", async () => {
  await deposit("2026-08-13T02:00:00Z", "CC-1", 50_00n, 450_05n);
  await book("2026-09-13T02:00:00Z", "DIV-1", "DIVIDEND credit", [
    ["D", "2150", 60_00n],
    ["C", "2030", 60_00n],
  ]);
  await comeBack();
  const rows = await movements(member.accountNumbers.me);
  expect(rows.map(({ refNo, amount, balance }) => [refNo, amount, balance])).toEqual([
    ["DIV-1", 60_00n, 1_560_05n],
    ["CC-1", 500_05n, 1_500_05n],
    [expect.stringMatching(/^OPEN-3010/), 100_00n, 1_000_00n],
    [expect.stringMatching(/^OPEN-2030/), 900_00n, 900_00n],
  ]);
});

test("pages go on without a gap or a repeat, from any day on, and a search looks through all of them", async () => {
  for (let day = 1; day <= 45; day++) {
    const at = new Date(Date.parse("2026-08-01T02:00:00Z") + day * 86_400_000).toISOString();
    await deposit(at, `CM-${day}`, BigInt(day) * 10n, BigInt(day) * 90n);
  }
  await comeBack();
  const all: string[] = [];
  let lastTranId = "";
  for (;;) {
    const page = await movements(member.accountNumbers.me, { lastTranId });
    all.push(...page.map(({ refNo }) => refNo));
    lastTranId = page.at(-1)?.id ?? "";
    if (page.length < 20) break;
  }
  expect(all.slice(0, 45)).toEqual(Array.from({ length: 45 }, (_, index) => `CM-${45 - index}`));
  expect(all).toHaveLength(47);
  const august = await movements(member.accountNumbers.me, { toDate: "2026-08-31" });
  expect(august[0]?.refNo).toBe("CM-30");
  const found = async (search: string) =>
    (await movements(member.accountNumbers.me, { search })).map(({ refNo }) => refNo);
  expect(await found("cm-2")).toHaveLength(11);
  expect(await found("CM-7")).toEqual(["CM-7"]);
  expect(await found("capital contribution")).toHaveLength(20);
  expect(await found("₱900")).toEqual([expect.stringMatching(/^OPEN-2030/)]);
  expect(await found("%")).toEqual([]);
});

test("what another bank sent says by whom, in the movements, to a search and in the files", async () => {
  world.setTime(new Date("2026-11-20T02:00:00Z"));
  const inward = {
    txId: "TX-1",
    account: savingsOf(member),
    sender: "Ma. Luz Pe\u00F1a 09171234567",
  };
  expect(await sendInward(world, inward)).toBe("ACSC");
  await comeBack();
  const { savings } = member.accountNumbers;
  expect((await movements(savings)).map(({ kind, party }) => [kind, party])).toEqual([
    ["INWARD_CREDIT account", "Ma Luz Pe\u00F1a"],
    [expect.stringMatching(/^OPENING/), null],
  ]);
  expect(await movements(savings, { search: "luz pe\u00F1a" })).toHaveLength(1);
  expect(await movements(savings, { search: "juan" })).toEqual([]);
  const days = "startDate=2026-11-20&endDate=2026-11-21";
  const fileIn = async (format: string) =>
    (await fileOf(savings, `${days}&format=${format}`)).bytes;
  expect((await fileIn("csv")).toString()).toContain("From another bank,Ma Luz Pe\u00F1a,IN2611");
  expect((await fileIn("ofx")).toString()).toContain("<NAME>Ma Luz Pe\u00F1a</NAME>");
  expect(pdfText(await fileIn("pdf"))).toContain("Ma Luz Pe\u00F1a");
});

test("what went to another bank says to whom, in the movements, to a search and in the files", async () => {
  world.setTime(new Date("2026-11-20T02:00:00Z"));
  browser = await world.signIn(member);
  const { savings = "" } = member.accountNumbers;
  const order = toBank("instapay", "100.00", { name: "Nena Ocampo", from: savings });
  const refNo = await send(world, member, browser, order);
  expect((await movements(savings))[0]).toMatchObject({ refNo, party: "Nena Ocampo" });
  expect(await movements(savings, { search: "ocampo" })).toHaveLength(1);
  const csv = await fileOf(savings, "startDate=2026-11-20&endDate=2026-11-20&format=csv");
  expect(csv.bytes.toString()).toContain("Nena Ocampo");
});

test("S240 nobody sees or downloads an account of somebody else, and the answer is that of no account", async () => {
  const other = await world.makeMember({ savings: 5_00n, card: null });
  await comeBack();
  for (const accountNo of [other.accountNumbers.savings, "0000000"]) {
    for (const endpoint of [getAccount, getMovements]) {
      const { httpStatus, body } = await world.callRaw(
        endpoint,
        { params: params(accountNo), query: {} },
        browser,
      );
      expect([httpStatus, body["code"]]).toEqual([404, "not_found"]);
    }
    const file = await fileOf(accountNo, "startDate=2026-11-01&endDate=2026-11-21");
    expect(file.httpStatus).toBe(404);
  }
});

test("a statement of any days says what the books say, as PDF, CSV and OFX", async () => {
  await toCard("2026-08-31T15:59:00Z", "OT260831-0000000001", 10_00n);
  await toCard("2026-08-31T16:00:00Z", "OT260901-0000000002", 20_50n);
  await toCard("2026-10-31T15:59:59Z", "OT261031-0000000003", 5n);
  await comeBack();
  const days = "startDate=2026-09-01&endDate=2026-10-31";
  const { httpStatus, headers, bytes } = await fileOf(member.accountNumbers.savings, days);
  expect(httpStatus).toBe(200);
  expect(headers["content-disposition"]).toContain(
    'filename="Savings Deposit - 2026-09-01 to 2026-10-31.pdf"',
  );
  expect(pdfMistakes(bytes)).toEqual([]);
  const said = pdfText(bytes).split("\n");
  expect(said).toContain("Account Statement");
  expect(said).not.toContain("Fee in amount");
  expect(said[said.indexOf("Opening balance", said.indexOf("Balance")) + 1]).toBe("₱990.00");
  expect(said[said.lastIndexOf("Closing balance") + 1]).toBe("₱969.45");
  for (const [refNo, amount, left] of [
    ["OT260901-0000000002", -20_50n, 969_50n],
    ["OT261031-0000000003", -5n, 969_45n],
  ] as const) {
    const at = said.indexOf(`REF: ${referenceText(refNo)}`);
    expect(said.slice(at, at + 3)).toEqual([
      expect.any(String),
      formatPesos(amount),
      formatPesos(left),
    ]);
  }
  expect(said.join(" ")).not.toContain(referenceText("OT260831-0000000001"));

  const csv = (await fileOf(member.accountNumbers.savings, `${days}&format=csv`)).bytes.toString();
  expect(csv).toMatch(
    /2026-09-01,2026-09-01,To your card,,OT260901-0000000002,Posted,0\.00,-20\.50,969\.50/,
  );

  const ofx = await fileOf(member.accountNumbers.savings, `${days}&format=ofx`);
  expect(ofx.headers["content-type"]).toBe("application/x-ofx");
  const text = ofx.bytes.toString();
  expect([...text.matchAll(/<TRNAMT>([^<]*)/g)].map(([, amount]) => amount)).toEqual([
    "-20.50",
    "-0.05",
  ]);
  expect(text).toContain("<DTPOSTED>20260901000000[+8:PHT]");
  expect(text).toContain("<BALAMT>969.45");
  expect(new Set([...text.matchAll(/<FITID>([^<]*)/g)].map(([, id]) => id)).size).toBe(2);
});

test("days that no statement can be had of are refused at their field", async () => {
  await comeBack();
  for (const [query, param, code] of [
    ["startDate=2026-11-02&endDate=2026-11-01", "endDate", "statement_reversed"],
    ["startDate=2026-11-02&endDate=2026-11-22", "endDate", "statement_in_future"],
    ["startDate=2026-07-30&endDate=2026-11-21", "startDate", "statement_before_opening"],
  ]) {
    const { httpStatus, bytes } = await fileOf(member.accountNumbers.savings, String(query));
    expect(httpStatus).toBe(422);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code, errors: [{ param }] });
  }
});

test("every recipe that moves an account of a member has a name in both languages", () => {
  const { templates } = JSON.parse(readFileSync("data/live/journal-templates.json", "utf8")) as {
    templates: { operation: string; step: string; lines: { account: string }[] }[];
  };
  const own = new Set(["2010", "2020", "2030", "3010"]);
  for (const { operation, step, lines } of templates) {
    if (!lines.some(({ account }) => own.has(account))) continue;
    const names = [operation, `${operation} ${step}`];
    expect(
      names.some((name) => movementKindNames.includes(name)),
      names.join(", "),
    ).toBe(true);
  }
});
