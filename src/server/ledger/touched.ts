import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * What rows of the books were written since a mark, whoever wrote them, and what they belong to. Lists are
 * arrays as PostgreSQL writes them.
 */
export type Touched = {
  accounts: string;
  /** Of the accounts those of members: control accounts are in every entry, and have postings without end. */
  holders: string;
  entries: string;
  days: string;
  members: string;
};

/** With more, a look at all rows is no slower. */
const MOST = 200_000;

/**
 * The mark of this moment: what was committed by transactions before it is seen now, and whatever is not seen
 * yet has one after it (PostgreSQL, "System Information Functions": pg_snapshot_xmin).
 */
export async function markOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as mark`.execute(tx);
  const mark = rows[0]?.mark;
  if (mark === undefined) throw new Error("no snapshot");
  return mark;
}

/**
 * What was written since `mark`, by the transaction that each row says it is of. Undefined where that does not
 * tell: rows were taken away, the mark is of another database, or too much was written. The caller then looks
 * at everything. An age below 0 is that of a row from before the numbers of transactions came round.
 */
export async function readTouched(tx: Tx, mark: string): Promise<Touched | undefined> {
  const { rows } = await sql<Touched & { is_ours: boolean; is_whole: boolean; size: bigint }>`
    with bound as materialized (
      select age(${mark}::xid8::xid) as most, ${mark}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as is_ours
    ), posted as materialized (
      select p.journal_entry_id, p.ledger_account_id from posting p
      where age(p.xmin) between 0 and (select most from bound)
    ), entered as materialized (
      select e.id, e.business_date from journal_entry e
      where age(e.xmin) between 0 and (select most from bound)
    ), accounts as materialized (
      select ledger_account_id as id from posted
      union select id from ledger_account where age(xmin) between 0 and (select most from bound)
    ), entries as materialized (
      select journal_entry_id as id from posted union select id from entered
    ), days as materialized (
      select business_date as day from entered
      union select e.business_date from posted p join journal_entry e on e.id = p.journal_entry_id
      union select day from ledger_day_total where age(xmin) between 0 and (select most from bound)
    ), members as materialized (
      select member_id as id from transfer where age(xmin) between 0 and (select most from bound)
      union select member_id from transfer_total where age(xmin) between 0 and (select most from bound)
    ), counted as materialized (
      select (select count(*) from accounts) + (select count(*) from entries) + (select count(*) from members) as size
    )
    select b.is_ours,
      (select count(*) from posting p where p.id <= r.day_posting_id)
        = (select coalesce(sum(postings), 0) from ledger_day_total) as is_whole,
      c.size,
      ${listOf(sql`id from accounts`)} as accounts,
      ${listOf(sql`a.id from accounts t join ledger_account a on a.id = t.id where a.kind = 'member'`)} as holders,
      ${listOf(sql`id from entries`)} as entries,
      ${listOf(sql`day from days`)} as days,
      ${listOf(sql`id from members`)} as members
    from bound b cross join counted c cross join ledger_roll_up r`.execute(tx);
  const [found] = rows;
  if (!found?.is_ours || !found.is_whole || found.size > MOST) return undefined;
  const { accounts, holders, entries, days, members } = found;
  return { accounts, holders, entries, days, members };
}

/** As text; of too many nothing, whose list might be larger than a process has room for. */
function listOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when c.size <= ${MOST} then array(select ${rows})::text else '{}' end`;
}
