import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bridge, from, type Scene, stage, transferRow } from "#test/support/ledgerScene.ts";
import { type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { cashCorruptions } from "#test/support/cashCorruptions.ts";
import { earningCorruptions, strayEntries } from "#test/support/earningCorruptions.ts";
import { loanCorruptions } from "#test/support/loanCorruptions.ts";
import { checkInvariants, checkBooks } from "./checkInvariants.ts";
import type { InvariantRule } from "./invariantQueries.ts";
import { recipe } from "./journalTemplates.ts";

let world: LedgerWorld;
let scene: Scene;
beforeAll(async () => {
  world = await openLedgerWorld();
});
beforeEach(async () => {
  scene = await stage(world);
});
afterAll(() => world.close());

/** Each: what is done behind the ledger's back, how it is put right, and who is named. */
const corruptions: Record<
  InvariantRule,
  (at: Scene) => { harm: string; heal: string; account?: string; entryId?: bigint }
> = {
  entry_balances_in_each_book: ({ booked, cash }) => ({
    harm: `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos) values (${booked}, ${cash}, 'D', 1)`,
    heal: `delete from posting where journal_entry_id = ${booked} and ledger_account_id = ${cash}`,
    entryId: booked,
  }),
  book_balances: ({ booked }) => ({
    harm: `update posting set amount_centavos = amount_centavos + 1 where journal_entry_id = ${booked} and side = 'C'`,
    heal: `update posting set amount_centavos = amount_centavos - 1 where journal_entry_id = ${booked} and side = 'C'`,
  }),
  member_balance_is_sum_of_postings: ({ member, name }) => ({
    harm: `update ledger_account set balance_centavos = balance_centavos + 1 where id = ${member}`,
    heal: `update ledger_account set balance_centavos = balance_centavos - 1 where id = ${member}`,
    account: name,
  }),
  control_balance_is_sum_up_to_its_mark: ({ cash }) => ({
    harm: `update ledger_account set balance_centavos = balance_centavos - 1 where id = ${cash}`,
    heal: `update ledger_account set balance_centavos = balance_centavos + 1 where id = ${cash}`,
    account: "ASSOC 1110",
  }),
  hold_is_sum_of_open_holds: ({ member, name }) => ({
    harm: `update ledger_account set hold_centavos = 0 where id = ${member}`,
    heal: `update ledger_account set hold_centavos = 50 where id = ${member}`,
    account: name,
  }),
  member_available_is_not_negative: ({ member, name }) => ({
    harm: `alter table ledger_account drop constraint member_never_negative;
      update ledger_account set hold_centavos = 701 where id = ${member}`,
    heal: `update ledger_account set hold_centavos = 50 where id = ${member};
      alter table ledger_account add constraint member_never_negative check (balance_centavos >= hold_centavos or kind = 'control')`,
    account: name,
  }),
  account_is_as_the_chart_says: ({ card }) => ({
    harm: `update ledger_account set kind = 'control' where id = ${card}`,
    heal: `update ledger_account set kind = 'member' where id = ${card}`,
  }),
  posting_has_an_entry: ({ booked, name }) => ({
    harm: `create table kept as select * from journal_entry where id = ${booked};
      delete from journal_entry where id = ${booked}`,
    heal: `insert into journal_entry overriding system value select * from kept; drop table kept`,
    account: name,
    entryId: booked,
  }),
  posting_has_an_account: ({ booked, member }) => ({
    harm: `update posting set ledger_account_id = -5 where journal_entry_id = ${booked} and ledger_account_id = ${member}`,
    heal: `update posting set ledger_account_id = ${member} where ledger_account_id = -5`,
    account: "id -5",
    entryId: booked,
  }),
  entry_has_postings: ({ booked }) => ({
    harm: `create table kept as select * from posting where journal_entry_id = ${booked};
      delete from posting where journal_entry_id = ${booked}`,
    heal: `insert into posting overriding system value select * from kept; drop table kept`,
    entryId: booked,
  }),
  books_meet_at_the_bridge: ({ toppedUp }) => ({
    harm: `update posting set ledger_account_id = ledger_account_id('ASSOC', '1110', '')
      where journal_entry_id = ${toppedUp} and ledger_account_id = ledger_account_id('ASSOC', '1120', '')`,
    heal: `update posting set ledger_account_id = ledger_account_id('ASSOC', '1120', '')
      where journal_entry_id = ${toppedUp} and ledger_account_id = ledger_account_id('ASSOC', '1110', '')`,
    entryId: toppedUp,
  }),
  balance_after_follows: ({ booked, member, name }) => ({
    harm: `update posting set balance_after_centavos = 701 where journal_entry_id = ${booked} and ledger_account_id = ${member}`,
    heal: `update posting set balance_after_centavos = 700 where journal_entry_id = ${booked} and ledger_account_id = ${member}`,
    account: name,
    entryId: booked,
  }),
  control_posting_has_no_balance_after: ({ funded, cash }) => ({
    harm: `update posting set balance_after_centavos = 1 where journal_entry_id = ${funded} and ledger_account_id = ${cash}`,
    heal: `update posting set balance_after_centavos = null where journal_entry_id = ${funded} and ledger_account_id = ${cash}`,
    account: "ASSOC 1110",
    entryId: funded,
  }),
  reversal_mirrors_its_entry: ({ booked, funded }) => ({
    harm: `update journal_entry set reversal_of = ${funded} where id = ${booked}`,
    heal: `update journal_entry set reversal_of = null where id = ${booked}`,
    entryId: booked,
  }),
  holds_are_open_card_transfers: ({ member, name }) => ({
    harm: `update ledger_hold set reason = 'card_transfer' where ledger_account_id = ${member}`,
    heal: `update ledger_hold set reason = 'test' where ledger_account_id = ${member}`,
    account: name,
  }),
  money_locks_are_open_holds: ({ member, name }) => ({
    harm: `update ledger_hold set reason = 'money_lock' where ledger_account_id = ${member}`,
    heal: `update ledger_hold set reason = 'test' where ledger_account_id = ${member}`,
    account: name,
  }),
  rails_hold_what_is_under_way: () => ({
    harm: transferRow("IP261121-1", "instapay", "null, null", "accepted"),
    heal: `delete from transfer where ref_no = 'IP261121-1'`,
    account: "CARD 2520",
  }),
  transfers_are_booked_as_they_stand: () => ({
    harm: transferRow("OT261121-1", "own", "1, '2026-11'", "credited"),
    heal: `delete from transfer where ref_no = 'OT261121-1'`,
    account: "transfer OT261121-1",
  }),
  totals_are_sums_of_transfers: () => ({
    harm: `insert into transfer_total (member_id, period, sent_centavos) values (7, '2026-11-21', 100)`,
    heal: `delete from transfer_total`,
    account: "member 7",
  }),
  day_totals_are_sums_of_postings: () => ({
    harm: `update ledger_day_total set debit_centavos = debit_centavos + 1 where code = '1110'`,
    heal: `update ledger_day_total set debit_centavos = debit_centavos - 1 where code = '1110'`,
    account: "ASSOC 1110",
  }),
  closed_days_keep_their_totals: () => ({
    harm: `insert into business_day (day, state, begun_by, begun_at, closed_by, closed_at, entries, totals, totals_to_date)
      values ('2026-01-01', 'closed', 'x', now(), 'x', now(), 1, '[]', '[["ASSOC", "1110", "1", "1"]]')`,
    heal: `delete from business_day`,
    account: "ASSOC 1110",
  }),
  ...cashCorruptions,
  ...strayEntries,
  ...earningCorruptions,
  ...loanCorruptions,
};

/** Loans have tests of their own (watchLoans.test.ts); what members earned is written by its functions alone. */
const ONLY_BY_ALL = new Set(Object.keys({ ...loanCorruptions, ...earningCorruptions }));

/** Postings and entries are final: where one was taken away or written to, everything is looked at. */
const ALTERS_WHAT_IS_FINAL = new Set<string>([
  "book_balances",
  "posting_has_an_entry",
  "posting_has_an_account",
  "entry_has_postings",
  "books_meet_at_the_bridge",
  "balance_after_follows",
  "control_posting_has_no_balance_after",
  "reversal_mirrors_its_entry",
] satisfies InvariantRule[]);

describe("R6 a change behind the ledger's back is found and named", () => {
  test.each(Object.entries(corruptions))("R6 %s", async (rule, corrupt) => {
    const { harm, heal, ...named } = corrupt(scene);
    const before = await checkBooks(world.db, { at: world.at });
    expect(before.breaches).toEqual([]);
    await world.tamper(harm);
    const breaches = await checkInvariants(world.db);
    const breach = expect.objectContaining({ rule, ...named });
    expect(breaches).toContainEqual(breach);
    // A look at what was written since finds it as well.
    const since = await checkBooks(world.db, from(world, before));
    const seen = ONLY_BY_ALL.has(rule) ? [] : [breach];
    expect(since.breaches).toEqual(expect.arrayContaining(seen));
    expect(since.isWhole).toBe(ALTERS_WHAT_IS_FINAL.has(rule));
    await world.tamper(heal);
    expect(await checkInvariants(world.db)).toEqual([]);
    const healed = await checkBooks(world.db, from(world, before));
    expect(healed).toMatchObject({ breaches: [], isWhole: ALTERS_WHAT_IS_FINAL.has(rule) });
  });
});

test("the two funding accounts meet in every entry that crosses the books", async () => {
  const card = await world.account(0n, { book: "CARD", code: "2510" });
  const lines = recipe("OWN_TOPUP", "complete").lines({ A: 5n }, { card_account: card });
  expect(lines.map(({ account }) => account)).toEqual(expect.arrayContaining([...bridge]));
});

test("one read-only connection is enough to check", async () => {
  const { openDb, openPool } = await import("#server/db/db.ts");
  const db = openDb(openPool(world.readonlyUrl, 1));
  expect(await checkInvariants(db)).toEqual([]);
  await db.destroy();
});
