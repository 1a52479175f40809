import type { Stage } from "./stage.ts";

const ENTRIES = 500_000;
const ACCOUNTS = 1_000;
const DAYS = 90;
const LAST_DAY = "2026-10-31";

/**
 * A million postings of half a million entries on 90 days, and the totals of days that the worker would
 * have kept. Written past the ledger's functions, so that it takes half a minute and not an hour; the
 * balances of the accounts stay as they were, which no trial balance reads. Answers the last day.
 */
export async function fillBooks({ admin }: Stage): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query(
      `select ledger_open_account('ASSOC', '2010', 'bench-' || n, now()) from generate_series(1, $1::int) n`,
      [ACCOUNTS],
    );
    await client.query("select ledger_open_account('ASSOC', '1110', '', now())");
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
       select 'BENCH', 'post', 'bench-' || n, $2::date - $3::int + (n * $3::int / $1::int), now(), 'bench'
       from generate_series(1, $1::int) n order by n`,
      [ENTRIES, LAST_DAY, DAYS],
    );
    await client.query(
      `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
       select e.id, case side when 'D' then cash.id else member.id end, side, 100 + e.id % 100000,
         case side when 'C' then 0 end
       from journal_entry e
       cross join (values ('D'), ('C')) as s (side)
       join ledger_account cash on cash.book = 'ASSOC' and cash.code = '1110'
       join ledger_account member on member.subledger = 'bench-' || (1 + e.id % $1::int)
       where e.operation = 'BENCH' order by e.id`,
      [ACCOUNTS],
    );
    await client.query("set session_replication_role = origin");
    await client.query("vacuum analyze journal_entry, posting");
    // One step behind by design: the second moves what the first saw.
    for (let step = 0; step < 2; step++) await client.query("select ledger_roll_up()");
  } finally {
    client.release();
  }
  return LAST_DAY;
}
