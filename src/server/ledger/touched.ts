import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { type Counted, isCounted } from "./counted.ts";

/**
 * The rows of the books that were written since a mark, whoever wrote them, and what they belong to. Lists are
 * arrays as PostgreSQL writes them.
 */
export type Touched = {
  accounts: string;
  /** The members' accounts among them: control accounts are in every entry, and have postings without end. */
  holders: string;
  /** Control accounts whose balance differs from that of the last check plus what was posted since. */
  controls: string;
  entries: string;
  /** Days whose totals differ from those of the last check plus what was posted since. */
  days: string;
  members: string;
  /** Of transfers, and of entries, which may be those of transfers. */
  references: string;
};

/** Up to where the books are known to be right. */
export type Known = {
  /** The mark of the check that found them right (markOf). */
  mark: string;
  /** The figures that it found right (figuresOf). */
  figures: string;
};

/** With more touched rows, a check of all rows is no slower. */
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
 * What the next check continues from, with the mark of this one, as JSON: the counts, and sums over the books
 * in centavos (balances of control accounts and totals of the newest days, each with the posting they go up
 * to). Null where there is nothing to continue from.
 */
export async function figuresOf(tx: Tx, counted: Counted): Promise<string | null> {
  const { rows } = await sql<{ figures: string }>`
    select jsonb_build_object(
      'dayMark', r.day_posting_id,
      'counted', ${JSON.stringify(counted)}::jsonb,
      'controlAccounts', (
        select coalesce(jsonb_agg(
          jsonb_build_array(id, book, code, normal_side, balance_centavos, rolled_up_posting_id)), '[]')
        from ledger_account where kind = 'control'),
      'days', (
        select coalesce(jsonb_agg(jsonb_build_array(day, book, code, debit_centavos, credit_centavos, postings)), '[]')
        from ledger_day_total where day >= ${counted.bounds.firstDay}::date)
    )::text as figures
    from ledger_roll_up r`.execute(tx);
  return rows[0]?.figures ?? null;
}

/** What the check that made the figures counted; undefined when another release counted something else. */
export function countedIn(figures: string): Counted | undefined {
  const { counted } = JSON.parse(figures) as { counted?: unknown };
  return isCounted(counted) ? counted : undefined;
}

/** Whether a mark is of this database; else its transactions have other numbers. */
export async function isOwnMark(tx: Tx, mark: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${mark}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as is_own`.execute(tx);
  return rows[0]?.is_own === true;
}

/**
 * What was written since the known state, by the transaction that each row names. Undefined where that is not
 * enough: a control account differs from what it was, or too much was written. The caller then checks
 * everything, as it does when the counts or the mark cannot be trusted.
 */
export async function readTouched(tx: Tx, { mark, figures }: Known): Promise<Touched | undefined> {
  // As a value of its own, so that a plan knows how little is newer.
  const { dayMark } = JSON.parse(figures) as { dayMark: number };
  const newest = sql`${dayMark}::bigint`;
  const { rows } = await sql<Touched & { is_told: boolean; size: bigint }>`
    with bound as materialized (
      select age(${mark}::xid8::xid) as most, ${figures}::jsonb as known
    ), posted as materialized (
      select p.id, p.journal_entry_id, p.ledger_account_id from posting p
      where age(p.xmin) between 0 and (select most from bound)
    ), entered as materialized (
      select e.id, e.business_date, e.reference from journal_entry e
      where age(e.xmin) between 0 and (select most from bound)
    ), dated as materialized (
      select p.id, e.business_date as day
      from posted p
      cross join lateral (select business_date from journal_entry e where e.id = p.journal_entry_id offset 0) e
    ), accounts as materialized (
      select ledger_account_id as id from posted
      union select id from ledger_account where age(xmin) between 0 and (select most from bound)
    ), entries as materialized (
      select journal_entry_id as id from posted union select id from entered
    ), moved as materialized (
      select member_id, ref_no from transfer where age(xmin) between 0 and (select most from bound)
    ), members as materialized (
      select member_id as id from moved
      union select member_id from transfer_total where age(xmin) between 0 and (select most from bound)
    ), counted as materialized (
      select (select count(*) from accounts) + (select count(*) from entries) + (select count(*) from members)
        + (select count(*) from moved) as size
    ), ${knownControls}, ${doubtedControls}, ${doubtedDays(newest)}
    select c.size, ${isTold} as is_told,
      ${listOf(sql`id from accounts`)} as accounts,
      ${listOf(sql`a.id from accounts t join ledger_account a on a.id = t.id where a.kind = 'member'`)} as holders,
      ${listOf(sql`id from doubted_controls`)} as controls,
      ${listOf(sql`id from entries`)} as entries,
      ${listOf(sql`day from doubted_days`)} as days,
      ${listOf(sql`id from members`)} as members,
      ${listOf(sql`ref_no from moved union select reference from entered`)} as "references"
    from counted c`.execute(tx);
  const [found] = rows;
  if (!found?.is_told || found.size > MOST) return undefined;
  const { accounts, holders, controls, entries, days, members, references } = found;
  return { accounts, holders, controls, entries, days, members, references };
}

/** A control account that became another takes its old postings with it. */
const isTold = sql`not exists (
    select from known_controls k left join ledger_account a using (id, book, code, normal_side) where a.kind is distinct from 'control'
  )`;

const knownControls = sql`known_controls as materialized (
      select (line ->> 0)::bigint as id, line ->> 1 as book, line ->> 2 as code, line ->> 3 as normal_side,
        (line ->> 4)::bigint as balance, (line ->> 5)::bigint as mark
      from bound cross join jsonb_array_elements(known -> 'controlAccounts') line
    )`;

/** Not known, or not moved by what was posted between the marks, or with an older posting that came since. */
const doubtedControls = sql`doubted_controls as materialized (
      select a.id
      from ledger_account a left join known_controls k on k.id = a.id
      cross join lateral (
        select coalesce(sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end), 0) as moved
        from posting p where p.ledger_account_id = a.id and p.id > k.mark and p.id <= a.rolled_up_posting_id
      ) n
      where a.kind = 'control'
        and (k.id is null or a.rolled_up_posting_id < k.mark or a.balance_centavos <> k.balance + n.moved)
      union
      select p.ledger_account_id from posted p join known_controls k on k.id = p.ledger_account_id where p.id <= k.mark
    )`;

/** Touched and not known, or not moved by what was posted between the marks, or with an older posting that came since. */
const doubtedDays = (mark: RawBuilder<unknown>) => sql`known_days as materialized (
      select (line ->> 0)::date as day, line ->> 1 as book, line ->> 2 as code, (line ->> 3)::bigint as debit,
        (line ->> 4)::bigint as credit, (line ->> 5)::bigint as postings
      from bound cross join jsonb_array_elements(known -> 'days') line
    ), posted_days as materialized (
      select t.day, t.book, t.code, t.debit, t.credit, t.postings
      from ledger_roll_up r cross join lateral ledger_totals_between(${mark}, r.day_posting_id) t
    ), doubted_days as materialized (
      select n.day
      from (
        select business_date as day from entered
        union select day from dated
        union select day from ledger_day_total where age(xmin) between 0 and (select most from bound)
      ) n
      where n.day not in (select day from known_days)
      union
      select day from dated where id <= ${mark}
      union
      select day
      from (select * from ledger_day_total where day in (select day from known_days)) t
      full join known_days k using (day, book, code)
      full join posted_days n using (day, book, code)
      where (coalesce(t.debit_centavos, 0), coalesce(t.credit_centavos, 0), coalesce(t.postings, 0))
        <> (coalesce(k.debit, 0) + coalesce(n.debit, 0), coalesce(k.credit, 0) + coalesce(n.credit, 0),
          coalesce(k.postings, 0) + coalesce(n.postings, 0))
    )`;

/** As text; null when there are too many for the memory of a process. */
function listOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when c.size <= ${MOST} then array(select ${rows})::text else '{}' end`;
}
