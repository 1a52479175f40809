import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { loanCorruptions } from "#test/support/loanCorruptions.ts";
import { transact } from "#server/db/db.ts";
import { checkInvariants, type Look, lookAtBooks } from "./checkInvariants.ts";
import { placeHold } from "./holds.ts";
import type { InvariantRule } from "./invariantQueries.ts";
import { recipe } from "./journalTemplates.ts";
import { rollUpControlBalances } from "./rollUpControlBalances.ts";
import type { Known } from "./touched.ts";

type Scene = {
  member: bigint;
  name: string;
  card: bigint;
  cash: bigint;
  funded: bigint;
  booked: bigint;
  toppedUp: bigint;
};

let world: LedgerWorld;
let scene: Scene;
beforeAll(async () => {
  world = await openLedgerWorld();
});
beforeEach(async () => {
  scene = await stage();
});
afterAll(() => world.close());

const bridge = [control("ASSOC", "1120"), control("CARD", "1510")] as const;

/** A member with money, a hold and a topped-up card, and control accounts that were rolled up. */
async function stage(): Promise<Scene> {
  const [member, card] = [
    await world.account(1_000n),
    await world.account(0n, { book: "CARD", code: "2510" }),
  ];
  const booked = await world.move(member, control("ASSOC", "2310"), 300n);
  const toppedUp = await world.post(
    recipe("OWN_TOPUP", "complete").lines({ A: 300n }, { card_account: card }),
  );
  await transact(world.db, (tx) =>
    placeHold(tx, {
      accountId: member,
      amount: 50n,
      reference: `H${member}`,
      reason: "test",
      at: world.at,
      expiresAt: world.at,
    }),
  );
  const { rows } = await world.pool.query(
    `select ledger_account_id('ASSOC', '1110', '') as cash, subledger,
      (select min(journal_entry_id) from posting where ledger_account_id = $1) as funded
     from ledger_account where id = $1`,
    [member],
  );
  await world.tamper(
    `update ledger_account set opened_at = opened_at - interval '1 hour' where id = ${member}`,
  );
  await rollUpAll();
  return {
    member,
    card,
    booked,
    toppedUp,
    name: `ASSOC 2010 ${rows[0].subledger}`,
    cash: rows[0].cash,
    funded: rows[0].funded,
  };
}

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
  ...loanCorruptions,
};

/** Until control accounts and days are summed up to the newest posting. */
async function rollUpAll(): Promise<void> {
  await expect
    .poll(async () => {
      await rollUpControlBalances(world.db);
      const { rows } = await world.pool.query(
        "select day_posting_id >= (select max(id) from posting) as is_all from ledger_roll_up",
      );
      return rows[0].is_all;
    })
    .toBe(true);
}

/** A transfer of which the ledger knows nothing. */
function transferRow(refNo: string, kind: string, sourceAndMonth: string, state: string): string {
  const ends = state === "credited" ? "null, now()" : "now(), null";
  return `insert into transfer (ref_no, kind, member_id, card_id, source_account_id, load_month,
      source_account_number, source_name, destination_account_number, amount_centavos, fee_centavos, state,
      accepted_at, next_inquiry_at, credited_at, correlation_id)
    values ('${refNo}', '${kind}', 1, 1, ${sourceAndMonth}, '', '', '', 100, 10, '${state}', now(), ${ends}, '')`;
}

/** Loans have tests of their own (watchLoans.test.ts). */
const ONLY_BY_ALL = new Set(Object.keys(loanCorruptions));

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
    const before = await lookAtBooks(world.db, undefined);
    expect(before.breaches).toEqual([]);
    await world.tamper(harm);
    const breaches = await checkInvariants(world.db);
    const breach = expect.objectContaining({ rule, ...named });
    expect(breaches).toContainEqual(breach);
    // A look at what was written since finds it as well.
    const since = await lookAtBooks(world.db, from(before));
    const seen = ONLY_BY_ALL.has(rule) ? [] : [breach];
    expect(since.breaches).toEqual(expect.arrayContaining(seen));
    expect(since.isWhole).toBe(ALTERS_WHAT_IS_FINAL.has(rule));
    await world.tamper(heal);
    expect(await checkInvariants(world.db)).toEqual([]);
    const healed = await lookAtBooks(world.db, from(before));
    expect(healed).toMatchObject({ breaches: [], isWhole: ALTERS_WHAT_IS_FINAL.has(rule) });
  });
});

/** What the next look goes on from. */
function from({ seen: { mark, figures } }: Look): Known & { since: Date } {
  if (figures === null) throw new Error("a look without figures");
  return { mark, figures, since: world.at };
}

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
const takenAway = (table: string, where: string) =>
  `create table kept as select * from ${table} where ${where}; delete from ${table} where ${where}`;
const putBack = (table: string) =>
  `insert into ${table} overriding system value select * from kept; drop table kept`;
const ofCredit = ({ booked }: Scene) => `journal_entry_id = ${booked} and side = 'C'`;
const BALANCE = "control_balance_is_sum_up_to_its_mark";
const DAYS = "day_totals_are_sums_of_postings";
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
      heal: `${putBack("posting")}; ${raised(300, 1)}`,
      rules: [...UNBALANCED, "entry_has_postings"],
      isWhole: true,
    }),
  ],
  [
    "an entry was taken away, and its postings stayed",
    ({ booked }) => ({
      harm: takenAway("journal_entry", `id = ${booked}`),
      heal: putBack("journal_entry"),
      rules: ["posting_has_an_entry", DAYS],
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
    let look = await lookAtBooks(world.db, undefined);
    expect(look.breaches).toEqual([]);
    for (let looks = 0; looks < 3; looks++) {
      await world.move(scene.member, control("ASSOC", "2310"), 1n);
      if (looks < 2) await rollUpAll();
      look = await lookAtBooks(world.db, from(look));
      expect(look).toMatchObject({ breaches: [], isWhole: false });
    }
    const { harm, heal, rules, isWhole } = corrupt(scene);
    await world.tamper(harm);
    const harmed = await lookAtBooks(world.db, from(look));
    expect(harmed.isWhole).toBe(isWhole);
    expect([...new Set(harmed.breaches.map(({ rule }) => rule))].toSorted()).toEqual(
      rules.toSorted(),
    );
    await world.tamper(heal);
    expect(await checkInvariants(world.db)).toEqual([]);
  },
);

test("R6 everything is looked at when a control account or an old transfer is no longer where it was", async () => {
  const before = await lookAtBooks(world.db, undefined);
  await world.tamper(`update ledger_account set book = 'CARD' where id = ${scene.cash}`);
  expect(await lookAtBooks(world.db, from(before))).toMatchObject({ isWhole: true });
  await world.tamper(`update ledger_account set book = 'ASSOC' where id = ${scene.cash}`);
  await world.tamper(`${transferRow("OT261121-2", "own", "1, '2026-11'", "accepted")};
    ${transferRow("OT261121-3", "own", "1, '2026-11'", "accepted")};
    update transfer set accepted_at = accepted_at - interval '1 hour' where ref_no = 'OT261121-2'`);
  const two = await lookAtBooks(world.db, from(before));
  expect(two).toMatchObject({ isWhole: false });
  await world.tamper("delete from transfer where ref_no = 'OT261121-2'");
  expect(await lookAtBooks(world.db, from(two))).toMatchObject({ isWhole: true });
  await world.tamper("delete from transfer");
});

test("R6 books without the mark of the roll-up are looked at, and nothing goes on from them", async () => {
  await world.tamper(takenAway("ledger_roll_up", "true"));
  const look = await lookAtBooks(world.db, undefined);
  expect(look).toMatchObject({ isWhole: true, seen: { figures: null } });
  await world.tamper(putBack("ledger_roll_up"));
});

test("R6 a look after an upgrade goes on from figures of the former release, or looks at everything", async () => {
  const { seen } = await lookAtBooks(world.db, undefined);
  const figures = { ...(JSON.parse(seen.figures ?? "") as Record<string, unknown>) };
  const { controlAccounts, ...counted } = figures;
  const summedOnly = {
    dayMark: figures["dayMark"],
    days: figures["days"],
    controls: [[String(scene.cash), 1, 1]],
  };
  for (const kept of [{ ...counted, controls: controlAccounts }, summedOnly, {}]) {
    const known = { mark: seen.mark, figures: JSON.stringify(kept), since: world.at };
    const look = await lookAtBooks(world.db, known);
    expect(look).toMatchObject({ breaches: [], isWhole: !("postings" in kept) });
  }
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
