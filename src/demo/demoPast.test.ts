import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { readRecipients } from "#server/domains/transfers/recipients/readRecipients.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SPAN_DAYS = 90;

let bank: DemoBank;
let app: App;

beforeAll(async () => {
  bank = await openDemoBank();
  app = bank.app;
});

afterAll(() => bank.close());

type Span = { of: string; first: Date; last: Date };

/** Each of whom `from` tells: when it began, and when it was last. */
async function spansOf(from: RawBuilder<{ of: string; at: Date }>): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select x.of, min(x.at) as first, max(x.at) as last from (${from}) x group by x.of`.execute(
    app.db,
  );
  return rows;
}

const daysOf = ({ first, last }: Span) => (last.getTime() - first.getTime()) / DAY_MS;
const isNow = ({ last }: Span) => app.now().getTime() - last.getTime() < 2 * DAY_MS;

test("each card in use has moved for three months, up to this day or the one before", async () => {
  const cards = await spansOf(sql`
    select c.account_no as of, t.transaction_date as at from card_transaction t join card c on c.id = t.card_id`);
  expect(cards.length).toBeGreaterThan(20);
  expect(cards.filter((span) => daysOf(span) < SPAN_DAYS || !isNow(span))).toEqual([]);
});

test("members were told of it for three months", async () => {
  const told = await spansOf(sql`
    select m.username as of, n.created_at as at from notification n join member m on m.id = n.member_id
    where exists (select from transfer t where t.member_id = m.id)`);
  expect(told.length).toBeGreaterThan(20);
  expect(told.filter((span) => daysOf(span) < SPAN_DAYS)).toEqual([]);
});

test.each([
  ["the audit trail", sql`select '' as of, at from audit_event`],
  ["the ledger", sql`select '' as of, booked_at as at from journal_entry`],
  ["loan applications", sql`select '' as of, filed_at as at from loan_application`],
  ["requests of the staff", sql`select '' as of, made_at as at from staff_request`],
] as const)("%s goes back three months, up to this day", async (_what, from) => {
  const [span] = await spansOf(from as RawBuilder<{ of: string; at: Date }>);
  expect(span).toBeDefined();
  expect(span && [daysOf(span) >= SPAN_DAYS, isNow(span)]).toEqual([true, true]);
});

test("loan applications stand in every stage that lasts", async () => {
  const applications = await app.db.selectFrom("loan_application").select("state").execute();
  expect([...new Set(applications.map(({ state }) => state))].toSorted()).toEqual([
    "cancelled",
    "for_approval",
    "for_documents",
    "for_signing",
    "for_verification",
    "rejected",
    "submitted",
  ]);
});

test("members keep payees, some by a name of their own", async () => {
  for (const [username, kept] of [
    ["florante.yambao01", 3],
    ["amado.laxamana36", 2],
  ] as const) {
    const { memberId } = await demoMember(app, username);
    const payees = await readRecipients(app.db, memberId);
    expect({ username, payees: payees.length }).toEqual({ username, payees: kept });
    expect(payees.some(({ nickname }) => nickname !== "")).toBe(true);
  }
});

test("requests of several kinds wait, none of them its maker's own to decide", async () => {
  const open = await app.db
    .selectFrom("staff_request")
    .select(["kind", "maker_username as maker"])
    .where("state", "=", "open")
    .execute();
  expect([...new Set(open.map(({ kind }) => kind))].toSorted()).toEqual([
    "change_mobile",
    "holiday",
    "lift_freeze",
    "release_money_lock",
    "transfer_setting",
  ]);
  const fraud = await demoStaff(app, "fraud.demo");
  expect(open.filter(({ maker }) => maker === fraud.username)).toEqual([]);
});
