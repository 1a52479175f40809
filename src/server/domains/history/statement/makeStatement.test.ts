import { referenceText } from "#common/reference.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { formatPesos, toDecimal } from "#common/money.ts";
import type { Browser } from "#test/support/browser.ts";
import { gate } from "#test/support/gate.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let member: TestMember;
let browser: Browser;

const OPENED = new Date("2026-09-01T02:00:00Z");
const TODAY = new Date("2026-11-21T02:00:00Z");

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(OPENED);
  member = await world.makeMember({ card: { balance: 1_000_00n } });
});

/** At a moment, with this member's card. */
async function spend(at: string, amount: string, more: object = {}) {
  world.setTime(new Date(at));
  const transactions = [{ tranDate: at, amount: `-${amount}`, tranDesc: "POS Purchase" }];
  const event = issuer.purchase(member, amount, { transactions, ...more });
  expect(await issuer.send(event)).toBe(200);
}

async function withdraw(at: string) {
  const line = (amount: string, tranDesc: string) => ({ tranDate: at, amount, tranDesc });
  await spend(at, "200.00", {
    kind: "withdrawal",
    fee: "18.00",
    merchant: "ATM Ayala",
    transactions: [line("-200.00", "ATM Withdrawal"), line("-18.00", "ATM Withdrawal Fee")],
  });
}

async function comeBack() {
  world.setTime(TODAY);
  browser = await world.signIn(member);
}

/** The file of some days, as it came. */
async function fileOf(startDate: string, endDate: string, more = "", guid = member.guid) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.server.inject({
    method: "GET",
    url: `/api/members/${guid}/card/downloadTransactionHistory?startDate=${startDate}&endDate=${endDate}${more}`,
    headers: { host: "localhost", cookie, authorization: `Bearer ${browser.token}` },
  });
  return { httpStatus: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const errorsOf = ({ bytes }: { bytes: Buffer }) =>
  (JSON.parse(bytes.toString()) as { errors: { param: string; msg: string }[] }).errors;

/** What the books have on the member's card account, each posting with what it left. */
async function postings() {
  const { rows } = await sql<{ at: Date; reference: string; amount: bigint; balance: bigint }>`
    select e.booked_at as at, e.reference,
      case p.side when 'C' then p.amount_centavos else -p.amount_centavos end as amount,
      p.balance_after_centavos as balance
    from posting p join journal_entry e on e.id = p.journal_entry_id
    join ledger_account a on a.id = p.ledger_account_id
    where a.code = '2510' and a.subledger = ${member.cardAccountNo}
    order by p.id`.execute(world.app.db);
  return rows;
}

test("R05 S117 T38 the document says what the ledger says, posting by posting, with its own name", async () => {
  await spend("2026-10-31T15:50:00.000Z", "1.00");
  await spend("2026-10-31T16:00:00.000Z", "123.45", { merchant: "Niño's Karinderya (Ñ) /JS" });
  await withdraw("2026-11-02T02:00:00.000Z");
  await spend("2026-11-20T15:50:00.000Z", "0.55");
  await spend("2026-11-20T16:00:00.000Z", "2.00");
  await comeBack();
  const { httpStatus, headers, bytes } = await fileOf("2026-11-01", "2026-11-20");
  expect(httpStatus).toBe(200);
  expect(headers["content-type"]).toBe("application/pdf");
  expect(headers["content-disposition"]).toBe(
    'attachment; filename="Card Transaction History - 2026-11-01 to 2026-11-20.pdf"',
  );
  const said = pdfText(bytes).split("\n");
  const booked = (await postings()).filter(({ at }) => {
    const day = manilaDate(at);
    return day >= "2026-11-01" && day <= "2026-11-20";
  });
  expect(booked).toHaveLength(3);
  let at = said.indexOf("Opening balance", said.indexOf("Balance"));
  expect(said[at + 1]).toBe("₱999.00");
  for (const { reference, amount, balance } of booked) {
    at = said.indexOf(`REF: ${referenceText(reference)}`, at);
    expect(at).toBeGreaterThan(0);
    expect(said.slice(at, at + 4)).toContain(formatPesos(amount));
    expect(said.slice(at, at + 4)).toContain(formatPesos(balance));
  }
  expect(said.slice(said.indexOf("ATM Withdrawal"))).toContain("−₱18.00");
  expect(said).toContain("Niño's Karinderya (Ñ) /JS");
  at = said.lastIndexOf("Closing balance");
  expect(said[at + 1]).toBe("₱657.00");
  expect(bytes.toString("latin1")).not.toMatch(/\/(JS|OpenAction|Launch|URI)\b/);
});

test("R05 the closing balance of some days is the opening balance of the next, and today's is that of the ledger", async () => {
  await spend("2026-11-10T02:00:00Z", "10.00");
  await spend("2026-11-15T02:00:00Z", "20.00");
  await comeBack();
  const balances = async (from: string, to: string) => {
    const lines = (await fileOf(from, to, "&format=csv")).bytes.toString().trim().split("\r\n");
    return [lines[1], lines.at(-1)].map((line) => line?.split(",").at(-1));
  };
  expect(await balances("2026-10-15", "2026-11-12")).toEqual(["1000.00", "990.00"]);
  expect(await balances("2026-11-13", "2026-11-21")).toEqual([
    "990.00",
    toDecimal(await issuer.cardBalance(member)),
  ]);
});

test("S114 the CSV has the same entries, and no text that a spreadsheet would run", async () => {
  for (const merchant of ['=HYPERLINK("http://x")', "+639", "-2+3", "@sum", "Plain, Inc."]) {
    await spend("2026-11-10T02:00:00Z", "1.00", { merchant });
  }
  await comeBack();
  const { headers, bytes } = await fileOf("2026-11-10", "2026-11-10", "&format=csv");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toContain(
    'filename="Card Transaction History - 2026-11-10 to 2026-11-10.csv"',
  );
  const text = bytes.toString();
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const details = text.split("\r\n").slice(2, 7).join("\n");
  expect(details).toContain(`,"'=HYPERLINK(""http://x"")",`);
  for (const safe of [",'+639,", ",'-2+3,", ",'@sum,", ',"Plain, Inc.",']) {
    expect(details).toContain(safe);
  }
  expect(details).toMatch(/2026-11-10,2026-11-10,POS Purchase,.*,Posted,0\.00,-1\.00,999\.00/);
});

test.each([
  ["2026-11-21", "2026-11-20", "endDate", "before the start date"],
  ["2026-10-22", "2026-11-21", "endDate", "You can only select dates within 30 days"],
  ["2026-11-20", "2026-11-22", "endDate", "cannot be after today"],
  ["2026-08-31", "2026-09-02", "startDate", "opened on Sep 1, 2026"],
  ["", "2026-11-21", "startDate", "This field is required"],
  ["2026-02-30", "2026-03-01", "startDate", "This is not valid"],
  ["0000-01-01", "0000-01-02", "startDate", "opened on"],
])(
  "R04 R06 S117 S118 from %s to %s is refused as JSON, at its field",
  async (from, to, param, msg) => {
    await comeBack();
    const answer = await fileOf(from, to);
    expect(answer.httpStatus).toBe(422);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["content-disposition"]).toBeUndefined();
    const [first] = errorsOf(answer);
    expect(first?.param).toBe(param);
    expect(first?.msg).toContain(msg);
  },
);

test("R04 V01 thirty days that end today in Manila are given, the day after begins at 16:00 UTC", async () => {
  await comeBack();
  expect((await fileOf("2026-10-23", "2026-11-21")).httpStatus).toBe(200);
  world.setTime(new Date("2026-11-21T15:50:00Z"));
  browser = await world.signIn(member);
  expect((await fileOf("2026-11-22", "2026-11-22")).httpStatus).toBe(422);
  world.setTime(new Date("2026-11-21T16:00:00Z"));
  browser = await world.signIn(member);
  expect((await fileOf("2026-11-22", "2026-11-22")).httpStatus).toBe(200);
});

test("S117 of balances that do not follow no document is made: it is said at the date field, and is no bug", async () => {
  await asAdmin(world.database.ownerUrl, (client) =>
    client.query(`
      alter table posting disable trigger user;
      update posting set balance_after_centavos = balance_after_centavos + 1 where id = (
        select max(p.id) from posting p join card c on c.ledger_account_id = p.ledger_account_id
        where c.member_id = ${member.id});
      alter table posting enable trigger user;`),
  );
  await comeBack();
  const end = await fileOf("2026-09-01", "2026-09-10");
  expect(end.httpStatus).toBe(503);
  expect(errorsOf(end)[0]).toMatchObject({ param: "endDate" });
});

test("S117 nobody has another member's file, and a member without a card account none", async () => {
  await comeBack();
  const own = member;
  const other = await world.makeMember({ card: null });
  expect((await fileOf("2026-11-20", "2026-11-21", "", other.guid)).httpStatus).toBe(404);
  browser = await world.signIn(other);
  expect((await fileOf("2026-11-20", "2026-11-21", "", own.guid)).httpStatus).toBe(404);
  const none = await fileOf("2026-11-20", "2026-11-21", "", other.guid);
  expect(none.httpStatus).toBeLessThan(500);
  expect(none.headers["content-type"]).toMatch(/^application\/json/);
});

test("S117 S118 while two documents are made, a hundred more hear at the date field when to come again", async () => {
  await comeBack();
  const drawing = gate();
  const held = [1, 2].map(() => world.app.pdf.inTurn(member.guid, () => drawing.opened));
  const ends = await Promise.all(
    Array.from({ length: 100 }, () => fileOf("2026-11-01", "2026-11-21")),
  );
  for (const answer of ends) {
    expect(answer.httpStatus).toBe(503);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(errorsOf(answer)[0]).toEqual({
      param: "endDate",
      msg: "We are busy right now. Please try again in a moment.",
    });
  }
  drawing.open();
  await Promise.all(held);
  expect((await fileOf("2026-11-01", "2026-11-21")).httpStatus).toBe(200);
});
