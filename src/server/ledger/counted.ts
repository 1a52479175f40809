import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** The bounds within which a check counted. */
type Bounds = {
  /** The first transaction that it did not see completely. */
  mark: string;
  /** The newest posting and entry that it saw. */
  posting: string;
  entry: string;
  /** A row that says it was made before this moment had been committed. */
  until: string;
  /** The first day whose totals the check kept. */
  firstDay: string | null;
};

/** What is within the bounds: numbers of rows, and a fingerprint of their immutable columns. */
type Counts = Record<(typeof COUNTS)[number], string | null>;

/**
 * What became of the rows that an earlier check counted. `gone` names tables from which rows that nobody
 * deletes were deleted; `why` is the first reason not to trust that only newer rows have changed, undefined
 * where there is none.
 */
export type Changes = { gone: string[]; why: string | undefined };

/** What a check counted, and what a later one counts again. */
export type Counted = { bounds: Bounds; counts: Counts };

const COUNTS = [
  // Transactions that were under way may add some, never remove any.
  "postings",
  "entries",
  // Those that the transactions before the mark wrote. A row that was written again is not one of them.
  "settled postings",
  "settled entries",
  "transfers",
  "what transfers say",
  "accounts",
  "what accounts say",
  "chart",
  "days",
  "totals",
] as const;

/** Never deleted, by anybody. */
const STAYING = ["postings", "entries", "transfers", "accounts"] as const;
/** More of them is normal. */
const GROWING = new Set<string>(["postings", "entries", "days", "totals"]);

/** A transfer and an account say when they came, and are written some time after it, less than this. */
const LATE_MS = 10 * 60 * 1000;

/** A newer day may have entries before it begins, and an older one after it ended: so many of the newest are kept. */
const DAYS_KEPT = 7;

/**
 * Counts the rows of the books at this moment, with its mark, and again what an earlier check counted, in one
 * reading. `at` is the time by the clock of the writing processes.
 */
export async function countBooks(
  tx: Tx,
  { mark, at, before }: { mark: string; at: Date; before: Counted | undefined },
): Promise<{ counted: Counted; changes: Changes }> {
  const { rows } = await sql<Pick<Bounds, "posting" | "entry" | "firstDay">>`
    select coalesce((select max(id) from posting), 0)::text as posting,
      coalesce((select max(id) from journal_entry), 0)::text as entry,
      (select min(day)::text from (
        select distinct day from ledger_day_total order by day desc limit ${DAYS_KEPT}) newest) as "firstDay"`.execute(
    tx,
  );
  const [newest] = rows;
  if (newest === undefined) throw new Error("nothing is newest");
  const bounds = { ...newest, mark, until: new Date(at.getTime() - LATE_MS).toISOString() };
  const within = before === undefined ? [bounds] : [bounds, before.bounds];
  const [counts, again] = await countWithin(tx, within);
  if (counts === undefined) throw new Error("nothing was counted");
  const changes = before && again ? changesOf(before.counts, again) : { gone: [], why: undefined };
  return { counted: { bounds, counts }, changes };
}

function changesOf(before: Counts, now: Counts): Changes {
  const isFewer = (of: (typeof COUNTS)[number]) => BigInt(now[of] ?? 0) < BigInt(before[of] ?? 0);
  const changed = COUNTS.find((of) => (GROWING.has(of) ? isFewer(of) : now[of] !== before[of]));
  return {
    gone: STAYING.filter(isFewer).map(
      (of) => `${of}: there were ${before[of]}, and ${now[of]} of them are left`,
    ),
    why: changed && `${changed}: ${before[changed]} before, ${now[changed]} now`,
  };
}

/** Whether a stored value is what this release counts. */
export function isCounted(value: unknown): value is Counted {
  const { bounds, counts } = (value ?? {}) as Partial<Counted>;
  return bounds !== undefined && isAll(counts ?? {});
}

const isAll = (counts: object): counts is Counts => COUNTS.every((name) => name in counts);

/** Of the age of a row: whether it was there at a mark. Below 0 from before the numbers of transactions came round. */
const isOld = (mark: string) => sql`not age(xmin) between 0 and age(${mark}::xid8::xid)`;

/** One reading of each table, however many bounds. */
async function countWithin(tx: Tx, within: readonly Bounds[]): Promise<Counts[]> {
  const of = (table: RawBuilder<unknown>, counts: (bounds: Bounds) => RawBuilder<unknown>) =>
    sql`(select jsonb_build_array(${sql.join(within.map(counts))}) from ${table})`;
  const finals = (name: string, newest: "posting" | "entry") => (bounds: Bounds) =>
    sql`jsonb_build_object(
    ${name}::text, (count(*) filter (where id <= ${bounds[newest]}::bigint))::text,
    ${`settled ${name}`}::text, (count(*) filter (where ${isOld(bounds.mark)}))::text)`;
  const printed = (name: string) => (bounds: Bounds) =>
    sql`jsonb_build_object(
    ${name}::text, (count(*) filter (where came < ${bounds.until}::timestamptz))::text,
    ${`what ${name} say`}::text, (bit_xor(print) filter (where came < ${bounds.until}::timestamptz))::text)`;
  const { rows } = await sql<{ tables: Partial<Counts>[][] }>`
    select jsonb_build_array(
      ${of(sql`posting`, finals("postings", "posting"))},
      ${of(sql`journal_entry`, finals("entries", "entry"))},
      ${of(sql`(select accepted_at as came, ${ofTransfer} as print from transfer offset 0) t`, printed("transfers"))},
      ${of(sql`(select opened_at as came, ${ofAccount} as print from ledger_account offset 0) a`, printed("accounts"))},
      ${of(
        sql`ledger_day_total`,
        ({ firstDay }) => sql`jsonb_build_object(
        'days', (count(*) filter (where day < ${firstDay}::date))::text)`,
      )},
      ${of(
        sql`(select 1) one`,
        () => sql`jsonb_build_object(
        'chart', (select bit_xor(hashtextextended(c::text, 0))::text from chart_account c),
        'totals', (select count(*)::text from transfer_total))`,
      )}
    ) as tables`.execute(tx);
  return within.map((_, place) => {
    const counts = Object.assign({}, ...(rows[0]?.tables ?? []).map((table) => table[place]));
    if (!isAll(counts)) throw new Error("something was not counted");
    return counts;
  });
}

/** What never changes of them: whose a transfer is and of how much, and where an account stands in the chart. */
const ofTransfer = sql`hashint8extended(member_id, hashint8extended(amount_centavos, hashtextextended(ref_no, 0)))`;
const ofAccount = sql`hashint8extended(id,
  hashtextextended(concat_ws(' ', book, code, normal_side, kind, subledger), 0))`;
