import { withClient } from "#scripts/restore/scratchCluster.ts";

const BATCH_SIZE = 50_000;

/**
 * Members with a savings and a storage account and an opening entry each: two entries and four postings a
 * member. Written past the ledger's functions, so that a million takes minutes and not hours; every promise of
 * the ledger holds for them, and the worker seals and rolls them up as any others.
 */
export async function fillMembers(adminUrl: string, count: number): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query("set work_mem = '128MB'; set jit = off");
    await client.query(`create temporary table drill_account
      (n integer, membership_no text, product text, code text, account_number text, centavos bigint)`);
    await client.query("set session_replication_role = replica");
    for (let from = 1; from <= count; from += BATCH_SIZE) {
      const to = Math.min(count, from + BATCH_SIZE - 1);
      await client.query("begin");
      for (const statement of STATEMENTS) {
        await client.query(statement, statement.includes("$1") ? [from, to] : []);
      }
      await client.query("commit");
    }
    await client.query("set session_replication_role = origin");
    await client.query("analyze");
  });
}

/** First the accounts by themselves, with statistics, so that the joins that follow are looked up by their keys. */
const STATEMENTS = [
  "delete from drill_account",

  `insert into drill_account
   select n, '98' || lpad(n::text, 14, '0'), product, code, prefix || lpad(n::text, 8, '0'),
     100000 + (n::bigint * 7919) % 50000000
   from generate_series($1::int, $2::int) n,
     (values ('savings', '2010', '1098'), ('storage', '2020', '1099')) as p (product, code, prefix)`,

  "analyze drill_account",

  `insert into member (guid, membership_no, username, username_key, first_name, last_name, mobile_number, office_id,
     line_1, municipality_city, created_at)
   select gen_random_uuid(), membership_no, 'drill' || lpad(n::text, 8, '0'), 'drill' || lpad(n::text, 8, '0'),
     'Member ' || n, 'Drill', '+6399' || lpad(n::text, 8, '0'), (select min(id) from office),
     n || ' Session Road', 'Baguio', now()
   from drill_account where product = 'savings' order by n`,

  `insert into ledger_account (book, code, subledger, kind, normal_side, balance_centavos, opened_at)
   select 'ASSOC', code, account_number, 'member', 'C', centavos, now() from drill_account order by n, code`,

  `insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
   select m.id, a.product, a.account_number, l.id, now()
   from drill_account a
   join member m on m.membership_no = a.membership_no
   join ledger_account l on l.book = 'ASSOC' and l.code = a.code and l.subledger = a.account_number
   order by a.n, a.code`,

  `insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
   select 'DRILL_OPENING', 'post', account_number, (now() at time zone 'Asia/Manila')::date, now(), 'drill'
   from drill_account order by n, code`,

  `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
   select e.id, case side when 'D' then (select id from ledger_account where (book, code, subledger) = ('ASSOC', '1110', ''))
       else l.id end, side, a.centavos,
     case side when 'C' then a.centavos end
   from drill_account a
   join journal_entry e on e.reference = a.account_number and e.operation = 'DRILL_OPENING' and e.step = 'post'
   join ledger_account l on l.book = 'ASSOC' and l.code = a.code and l.subledger = a.account_number
   cross join (values ('D'), ('C')) as s (side)
   order by e.id, side`,
];
