import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Up to where a look counted. */
type Bounds = {
  /** The transaction from which on it did not see everything. */
  mark: string;
  /** The newest posting and entry that it saw. */
  posting: string;
  entry: string;
  /** What says that it came before this moment had been committed. */
  until: string;
  /** The first day of which the look kept the totals. */
  firstDay: string | null;
};

/** What is there within the bounds, as numbers of rows and as a fingerprint of what they say for good. */
type Counts = Record<(typeof COUNTS)[number], string | null>;

/** What a look counted, and what a later one counts again. */
export type Counted = { bounds: Bounds; counts: Counts };

const COUNTS = [
  // They may become more, by what was under way, and never fewer.
  "postings",
  "entries",
  // Those that the transactions before the mark wrote. A row that was written again is not one of them.
  "settledPostings",
  "settledEntries",
  "transfers",
  "transfersAre",
  "accounts",
  "accountsAre",
  "chartIs",
  "days",
  "totals",
] as const;

/** Never taken away, by anybody. */
const STAYING = ["postings", "entries", "transfers", "accounts"] as const;
/** More of them is nothing strange. */
const GROWING = new Set<string>(["postings", "entries", "days", "totals"]);

/** A transfer and an account say when they came, and are written some time after it, less than this. */
const LATE_MS = 10 * 60 * 1000;

/** A newer day may have entries before it begins, and an older one after it ended: so many of the newest are kept. */
const DAYS_KEPT = 7;

/** Counts what is in the books at this moment, with the mark of it; `at` is the time by the clock of those who write. */
export async function countKept(tx: Tx, mark: string, at: Date): Promise<Counted> {
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
  return { bounds, counts: await countWithin(tx, bounds) };
}

/**
 * What became of what an earlier look counted. `gone` names what was taken away that nobody takes away; `why` is the
 * first reason not to trust that only what was written since has changed, undefined where there is none.
 */
export async function countAgain(
  tx: Tx,
  { bounds, counts: before }: Counted,
): Promise<{ gone: string[]; why: string | undefined }> {
  const now = await countWithin(tx, bounds);
  const isFewer = (of: (typeof COUNTS)[number]) => BigInt(now[of] ?? 0) < BigInt(before[of] ?? 0);
  const changed = COUNTS.find((of) => (GROWING.has(of) ? isFewer(of) : now[of] !== before[of]));
  return {
    gone: STAYING.filter(isFewer).map(
      (of) => `${of}: there were ${before[of]}, and ${now[of]} of them are left`,
    ),
    why: changed && `${changed}: ${before[changed]} before, ${now[changed]} now`,
  };
}

/** Whether a kept value is what this release counts. */
export function isCounted(value: unknown): value is Counted {
  const { bounds, counts } = (value ?? {}) as Partial<Counted>;
  return bounds !== undefined && counts !== undefined && COUNTS.every((name) => name in counts);
}

/** Of the age of a row: whether it was there at a mark. Below 0 from before the numbers of transactions came round. */
const isOld = (mark: string) => sql`not age(xmin) between 0 and age(${mark}::xid8::xid)`;

async function countWithin(tx: Tx, bounds: Bounds): Promise<Counts> {
  const { mark, posting, entry, until, firstDay } = bounds;
  const { rows } = await sql<Counts>`
    select postings.*, entries.*, transfers.*, accounts.*,
      (select bit_xor(hashtextextended(c::text, 0))::text from chart_account c) as "chartIs",
      (select count(*)::text from ledger_day_total where day < ${firstDay}::date) as days,
      (select count(*)::text from transfer_total) as totals
    from (
      select (count(*) filter (where id <= ${posting}::bigint))::text as postings,
        (count(*) filter (where ${isOld(mark)}))::text as "settledPostings"
      from posting
    ) postings cross join (
      select (count(*) filter (where id <= ${entry}::bigint))::text as entries,
        (count(*) filter (where ${isOld(mark)}))::text as "settledEntries"
      from journal_entry
    ) entries cross join (
      select count(*)::text as transfers, bit_xor(${ofTransfer})::text as "transfersAre"
      from transfer where accepted_at < ${until}::timestamptz
    ) transfers cross join (
      select count(*)::text as accounts, bit_xor(${ofAccount})::text as "accountsAre"
      from ledger_account where opened_at < ${until}::timestamptz
    ) accounts`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error("nothing was counted");
  return found;
}

/** What never changes of them: whose a transfer is and of how much, and where an account stands in the chart. */
const ofTransfer = sql`hashint8extended(member_id, hashint8extended(amount_centavos, hashtextextended(ref_no, 0)))`;
const ofAccount = sql`hashint8extended(id,
  hashtextextended(concat_ws(' ', book, code, normal_side, kind, subledger), 0))`;
