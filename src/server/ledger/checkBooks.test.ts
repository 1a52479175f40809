import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as books from "#test/support/ledgerScene.ts";
import { transact } from "#server/db/db.ts";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { checkInvariants, checkBooks } from "./checkInvariants.ts";
import { postJournalEntry } from "./postJournalEntry.ts";

type Scene = books.Scene;
const { from, refundDebit, rollUpAll, stage, takenAway, transferRow } = books;

let world: LedgerWorld;
let scene: Scene;
beforeAll(async () => {
  world = await openLedgerWorld();
});
beforeEach(async () => {
  scene = await stage(world);
});
afterAll(() => world.close());

const turned = (former: string, to: string) => `update posting
  set ledger_account_id = ledger_account_id('ASSOC', '${to}', '')
  where ledger_account_id = ledger_account_id('ASSOC', '${former}', '')`;
const dated = (entry: bigint, day: string) =>
  `update journal_entry set business_date = '${day}' where id = ${entry}`;
const raised = (by: number, postings = 0) =>
  `update ledger_account set balance_centavos = balance_centavos + ${by} where kind = 'control' and code = '2310';
    update ledger_day_total set credit_centavos = credit_centavos + ${by},
      postings = postings + ${postings} where code = '2310'`;
const coded = ({ member }: Scene, code: string) =>
  `update ledger_account set code = '${code}' where id = ${member}`;
const ofCredit = ({ booked }: Scene) => `journal_entry_id = ${booked} and side = 'C'`;
const BALANCE = "control_balance_is_sum_up_to_its_mark";
const DAYS = "day_totals_are_sums_of_postings";
const STAYS = "what_is_final_stays";
const UNBALANCED = ["entry_balances_in_each_book", "book_balances"];

test.each<
  [string, (at: Scene) => { harm: string; heal: string; rules: string[]; isWhole: boolean }]
>([
  [
    "a posting was turned over to another account",
    ({ booked }) => ({
      harm: `${turned("2310", "1120")} and journal_entry_id = ${booked}`,
      heal: `${turned("1120", "2310")} and journal_entry_id = ${booked}`,
      rules: [BALANCE, DAYS],
      isWhole: true,
    }),
  ],
  [
    "an entry was given another day",
    ({ booked }) => ({
      harm: dated(booked, "2026-11-25"),
      heal: dated(booked, "2026-11-21"),
      rules: [DAYS],
      isWhole: true,
    }),
  ],
  [
    "a posting was taken away together with its part of the balance and of the day",
    (at) => ({
      harm: `${takenAway("posting", ofCredit(at))}; ${raised(-300, -1)}`,
      heal: `${refundDebit("posting")}; ${raised(300, 1)}`,
      rules: [...UNBALANCED, "entry_has_postings", STAYS],
      isWhole: true,
    }),
  ],
  [
    "an entry was taken away, and its postings stayed",
    ({ booked }) => ({
      harm: takenAway("journal_entry", `id = ${booked}`),
      heal: refundDebit("journal_entry"),
      rules: ["posting_has_an_entry", DAYS, STAYS],
      isWhole: true,
    }),
  ],
  [
    "a balance and a day's total were raised",
    () => ({ harm: raised(1), heal: raised(-1), rules: [BALANCE, DAYS], isWhole: false }),
  ],
  [
    "a member's account was put under another code",
    (at) => ({ harm: coded(at, "2020"), heal: coded(at, "2010"), rules: [DAYS], isWhole: true }),
  ],
])(
  "R6 sums go on from look to look, and it is found when %s that was summed up long before",
  async (_what, corrupt) => {
    let look = await checkBooks(world.db, { at: world.at });
    expect(look.breaches).toEqual([]);
    for (let looks = 0; looks < 3; looks++) {
      await world.move(scene.member, control("ASSOC", "2310"), 1n);
      if (looks < 2) await rollUpAll(world);
      look = await checkBooks(world.db, from(world, look));
      expect(look).toMatchObject({ breaches: [], isWhole: false });
    }
    const { harm, heal, rules, isWhole } = corrupt(scene);
    await world.tamper(harm);
    const harmed = await checkBooks(world.db, from(world, look));
    expect(harmed.isWhole).toBe(isWhole);
    expect([...new Set(harmed.breaches.map(({ rule }) => rule))].toSorted()).toEqual(
      rules.toSorted(),
    );
    await world.tamper(heal);
    expect(await checkInvariants(world.db)).toEqual([]);
  },
);

/** Entries of ten days, the first of which are older than those of which a look keeps the totals. */
async function bookOldDays(): Promise<void> {
  for (let day = 10; day < 20; day++) {
    await transact(world.db, (tx) =>
      postJournalEntry(tx, {
        operation: "TEST",
        step: "post",
        reference: `DAY${day}-${scene.member}`,
        businessDate: `2026-11-${day}`,
        bookedAt: world.at,
        actor: "test",
        lines: [
          { account: scene.member, side: "D", amount: 1n },
          { account: control("ASSOC", "2310"), side: "C", amount: 1n },
        ],
      }),
    );
  }
  await rollUpAll(world);
}

const TOTALS = "totals_are_sums_of_transfers";
/** Of yesterday and of a kind that counts toward what its member has sent. */
const SENT = `${transferRow("OT261121-4", "own", "1, '2026-11'", "accepted")};
  update transfer set kind = 'instapay', source_account_id = null, load_month = null,
    accepted_at = '2026-11-20T01:00:00Z' where ref_no = 'OT261121-4';
  insert into transfer_total (member_id, period, sent_centavos) values (1, '2026-11-20', 100), (1, '2026-11', 100)`;

test.each<[string, (at: Scene) => { before?: string; harm: string; heal: string; rule: string }]>([
  [
    "a control account was put into the other book",
    ({ cash }) => ({
      harm: `update ledger_account set book = 'CARD' where id = ${cash}`,
      heal: `update ledger_account set book = 'ASSOC' where id = ${cash}`,
      rule: "account_is_as_the_chart_says",
    }),
  ],
  [
    "two member accounts changed places in the chart",
    ({ member }) => ({
      before: `insert into ledger_account (book, code, subledger, kind, normal_side, opened_at)
        values ('ASSOC', '2020', 'S${member}', 'member', 'C', '2026-01-01')`,
      harm: `update ledger_account set code = case code when '2010' then '2020' else '2010' end
        where id = ${member} or subledger = 'S${member}'`,
      heal: `update ledger_account set code = case code when '2010' then '2020' else '2010' end
        where id = ${member} or subledger = 'S${member}'`,
      rule: DAYS,
    }),
  ],
  [
    "the chart was changed",
    () => ({
      harm: "update chart_account set normal_side = 'D' where code = '2010'",
      heal: "update chart_account set normal_side = 'C' where code = '2010'",
      rule: "account_is_as_the_chart_says",
    }),
  ],
  [
    "the total of an old day was taken away",
    () => ({
      harm: takenAway("ledger_day_total", "day = '2026-11-10' and code = '2310'"),
      heal: refundDebit("ledger_day_total"),
      rule: DAYS,
    }),
  ],
  [
    "an old transfer was put down to another member",
    () => ({
      before: SENT,
      harm: "update transfer set member_id = 2",
      heal: "delete from transfer; delete from transfer_total",
      rule: TOTALS,
    }),
  ],
  [
    "what a member has sent was taken away",
    () => ({
      before: SENT,
      harm: "delete from transfer_total where period = '2026-11-20'",
      heal: "delete from transfer; delete from transfer_total",
      rule: TOTALS,
    }),
  ],
])("R6 everything is looked at, and it is found, when %s", async (_what, corrupt) => {
  await bookOldDays();
  const { before, harm, heal, rule } = corrupt(scene);
  if (before !== undefined) await world.tamper(before);
  const first = await checkBooks(world.db, { at: world.at });
  await world.move(scene.member, control("ASSOC", "2310"), 1n);
  const quiet = await checkBooks(world.db, from(world, first));
  expect(quiet).toMatchObject({ isWhole: false, why: undefined });
  await world.tamper(harm);
  const harmed = await checkBooks(world.db, from(world, quiet));
  expect(harmed).toMatchObject({ isWhole: true, why: expect.any(String) });
  expect(harmed.breaches.map((breach) => breach.rule)).toContain(rule);
  await world.tamper(heal);
});

/** Whoever takes an entry away with all that came of it leaves books of which every sum is right. */
const withoutEntry = (id: bigint) => `
  delete from posting where journal_entry_id = ${id};
  delete from journal_entry where id = ${id};
  update ledger_account set balance_centavos = balance_centavos - 5 where kind = 'control' and code in ('1110', '2310');
  update ledger_day_total set debit_centavos = debit_centavos - 5, postings = postings - 1
    where day = '2026-11-21' and code = '1110';
  update ledger_day_total set credit_centavos = credit_centavos - 5, postings = postings - 1
    where day = '2026-11-21' and code = '2310'`;

test.each<[string, string[], () => Promise<string>]>([
  [
    "an entry with its postings, their part of the balances and of the day",
    ["postings", "entries"],
    async () => {
      const booked = await world.post([
        { account: control("ASSOC", "1110"), side: "D", amount: 5n },
        { account: control("ASSOC", "2310"), side: "C", amount: 5n },
      ]);
      await rollUpAll(world);
      return withoutEntry(booked);
    },
  ],
  [
    "a transfer that was to be sent",
    ["transfers"],
    async () => {
      await world.tamper(`${transferRow("OT261121-5", "own", "1, '2026-11'", "accepted")};
        update transfer set accepted_at = '2026-11-20T01:00:00Z'`);
      return "delete from transfer";
    },
  ],
  [
    "an account that was never used",
    ["accounts"],
    async () => {
      const unused = await world.account(0n);
      await world.tamper(`update ledger_account set opened_at = '2026-01-01' where id = ${unused}`);
      return `delete from ledger_account where id = ${unused}`;
    },
  ],
])(
  "R6 %s cannot be taken away, however well the rest is made to fit, without being told",
  async (_what, tables, prepare) => {
    const harm = await prepare();
    const before = await checkBooks(world.db, { at: world.at });
    // As many come as go.
    await world.move(control("ASSOC", "1110"), control("ASSOC", "2310"), 7n);
    await world.tamper(harm);
    const { known } = from(world, before);
    const { mark, figures } = known;
    for (const given of [known, { mark, figures }]) {
      const look = await checkBooks(world.db, { known: given, at: world.at });
      expect(look.isWhole).toBe(true);
      const told = look.breaches.filter(({ rule }) => rule === STAYS);
      expect(told.map(({ detail }) => detail.split(":")[0])).toEqual(tables);
    }
  },
);

test("R6 books without the mark of the roll-up are looked at, and nothing goes on from them", async () => {
  await world.tamper(takenAway("ledger_roll_up", "true"));
  const look = await checkBooks(world.db, { at: world.at });
  expect(look).toMatchObject({ isWhole: true, seen: { figures: null } });
  await world.tamper(refundDebit("ledger_roll_up"));
});

test("R6 a look after an upgrade does not go on from figures of the former release, nor that from these", async () => {
  const { seen } = await checkBooks(world.db, { at: world.at });
  const figures = JSON.parse(seen.figures ?? "") as Record<string, unknown>;
  const { counted: _, ...summed } = figures;
  const former = { ...summed, postings: 1, entries: 1, transfers: 0, accounts: [], controls: [] };
  for (const kept of [former, summed, { ...figures, counted: { bounds: {}, counts: {} } }, {}]) {
    const known = { mark: seen.mark, figures: JSON.stringify(kept), since: world.at };
    const look = await checkBooks(world.db, { known, at: world.at });
    expect(look).toMatchObject({ breaches: [], isWhole: true, why: expect.any(String) });
  }
  // What the former one reads as lists and moments of its own.
  const READ_BEFORE = ["controls", "accounts", "accountsUntil", "transfers", "transfersUntil"];
  expect(Object.keys(figures).filter((key) => READ_BEFORE.includes(key))).toEqual([]);
});
