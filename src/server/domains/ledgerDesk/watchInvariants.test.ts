import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { openDb, openPool, transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { transfer } from "#test/support/transferActs.ts";
import { watchInvariants } from "./watchInvariants.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** One run of the checker a minute later: whether it looked at all transfers, and what it found. */
async function look(seconds = 60): Promise<[isWhole: boolean, rules: string[]]> {
  world.passSeconds(seconds);
  await watchInvariants(world.app);
  const run = await world.app.db
    .selectFrom("invariant_run")
    .select(["is_whole", "breaches"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const breaches = run.breaches as { rule: string }[];
  return [run.is_whole, breaches.map(({ rule }) => rule)];
}

/** Behind everybody's back. */
async function tamper(text: string): Promise<void> {
  await asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query(text);
  });
}

const BROKEN = ["transfers_are_booked_as_they_stand"];
const DAY = 86_400;

test("R6 each minute sees what was written since the last look, by whomever and whenever it is committed", async () => {
  const { app, database } = world;
  const member = await world.makeMember({ savings: 5_000_00n });
  const savings = sql<bigint>`(select id from ledger_account where subledger = ${member.accountNumbers.savings})`;
  const { rows } = await sql<{ id: bigint }>`select ${savings} as id`.execute(app.db);
  const id = rows[0]?.id;
  const add = (centavos: number) =>
    `update ledger_account set balance_centavos = balance_centavos + ${centavos} where id = ${id}`;
  const UNEQUAL = ["member_balance_is_sum_of_postings"];
  expect(await look(DAY)).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);

  // Under way during one look, and committed before the next.
  await asAdmin(database.adminUrl, async (admin) => {
    await admin.query("begin");
    await admin.query(add(1));
    // Others come and go meanwhile.
    await sql`select pg_current_xact_id()`.execute(app.db);
    expect(await look()).toEqual([false, []]);
    await admin.query("commit");
  });
  expect(await look()).toEqual([false, UNEQUAL]);
  await tamper(add(-1));
  expect(await look()).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);

  // A posting taken away leaves no row that was written; the totals of the day count it.
  await expect
    .poll(async () => {
      await rollUpControlBalances(app.db);
      const { rows: marks } = await sql<{ is_all: boolean }>`
        select day_posting_id >= (select max(id) from posting) as is_all from ledger_roll_up`.execute(
        app.db,
      );
      return marks[0]?.is_all;
    })
    .toBe(true);
  await tamper(`create table kept as select * from posting where ledger_account_id = ${id};
    delete from posting where ledger_account_id = ${id}`);
  expect(await look()).toEqual([true, expect.arrayContaining(UNEQUAL)]);
  await tamper("insert into posting overriding system value select * from kept; drop table kept");
  expect(await look()).toEqual([true, []]);

  // The books were restored into another cluster, whose transactions are counted from the start.
  await app.db.updateTable("invariant_run").set({ seen_up_to: "900000000000" }).execute();
  expect(await look()).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);
});

test("R6 a look that began before another one found a breach, and ended after it, does not put it out of sight", async () => {
  const { app } = world;
  expect(await look(DAY)).toEqual([true, []]);
  const { seen_up_to } = await app.db
    .selectFrom("invariant_run")
    .select("seen_up_to")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const ended = (is_whole: boolean, breaches: string) => ({
    at: app.now(),
    is_whole,
    seen_up_to,
    breaches,
  });
  await app.db
    .insertInto("invariant_run")
    .values([ended(true, '[{ "rule": "book_balances" }]'), ended(false, "[]")])
    .execute();
  expect(await look()).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);
});

test("R6 what was taken away is told for a day, or until it is put back", async () => {
  const put = `insert into ledger_account (id, book, code, subledger, kind, normal_side, opened_at)
    overriding system value values (900001, 'ASSOC', '2010', 'never-used', 'member', 'C', '2026-01-01')`;
  const take = "delete from ledger_account where id = 900001";
  await tamper(put);
  expect(await look(DAY)).toEqual([true, []]);
  const GONE = ["what_is_final_stays"];
  await tamper(take);
  expect(await look()).toEqual([true, GONE]);
  expect(await look(DAY / 2)).toEqual([true, GONE]);
  await tamper(put);
  expect(await look()).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);

  await tamper(take);
  expect(await look()).toEqual([true, GONE]);
  expect(await look(DAY - 120)).toEqual([true, GONE]);
  // The books as they are are what the next looks count from.
  expect(await look(120)).toEqual([true, []]);
  expect(await look()).toEqual([false, []]);
});

test("R6 books that take longer than a caller waits for are looked at to the end", async () => {
  const pool = openPool(world.database.readonlyUrl, 1);
  const patient = openDb(pool);
  try {
    await sql`set statement_timeout = 1000`.execute(patient);
    await asAdmin(world.database.adminUrl, async (admin) => {
      await admin.query("begin");
      await admin.query("lock table journal_entry in access exclusive mode");
      const looked = checkInvariants(patient);
      await admin.query("select pg_sleep(1.5)");
      await admin.query("commit");
      expect(await looked).toEqual([]);
    });
  } finally {
    await patient.destroy();
  }
});

test("R6 each minute sees transfers that change, however old; a breach stays in sight until it is mended", async () => {
  const member = await world.makeMember({ savings: 5_000_00n, card: {} });
  const browser = await world.signIn(member);
  const refNos: string[] = [];
  for (const amount of [100_00n, 200_00n]) {
    refNos.push(await transfer(world, member, browser, { amount }));
    await drainJobs(world.app);
  }
  const [old = "", other = ""] = refNos;
  const long = "interval '40 days'";
  await tamper(
    `update transfer set accepted_at = accepted_at - ${long}, sent_at = sent_at - ${long},
       credited_at = credited_at - ${long} where ref_no = '${old}'`,
  );
  expect(await look(3 * DAY)).toEqual([true, []]);
  expect(await look(2 * 3600)).toEqual([false, []]);

  const turned = (refNo: string, to: "credited" | "returned") =>
    tamper(`update transfer set state = '${to}', credited_at = returned_at, returned_at = credited_at
      where ref_no = '${refNo}'`);
  // What ended since, without its entry.
  await tamper(
    `update transfer set credited_at = '${world.app.now().toISOString()}' where ref_no = '${other}'`,
  );
  await turned(other, "returned");
  expect(await look()).toEqual([false, BROKEN]);
  expect(await look()).toEqual([true, BROKEN]);
  await turned(other, "credited");
  expect(await look()).toEqual([true, []]);
  expect(await look((3 * DAY) / 4)).toEqual([false, []]);

  // What ended long ago, and it does not get out of sight again.
  await turned(old, "returned");
  expect(await look()).toEqual([false, BROKEN]);
  expect(await look()).toEqual([true, BROKEN]);
  await turned(old, "credited");
  expect(await look()).toEqual([true, []]);

  // An entry for what ended long ago.
  const day = manilaDate(world.app.now());
  await transact(world.app.db, (tx) =>
    postJournalEntry(tx, {
      operation: "OWN_TOPUP",
      step: "fail",
      reference: old,
      businessDate: day,
      bookedAt: world.app.now(),
      actor: "test",
      lines: recipe("OWN_TOPUP", "fail").lines(
        { A: 100_00n },
        {
          source_account: {
            book: "ASSOC",
            code: "2010",
            subledger: member.accountNumbers.savings ?? "",
          },
        },
      ),
    }),
  );
  expect(await look()).toEqual([false, BROKEN]);
});
