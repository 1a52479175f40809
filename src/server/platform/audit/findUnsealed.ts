import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import type { Report } from "./findings.ts";
import type { Stream } from "./streams.ts";
import { BOUND_MS, type Timing } from "./timing.ts";

const ROW_BATCH_SIZE = 50_000;
/** Below every id that a row can be given. */
const LEAST = -(2n ** 63n);

/**
 * Reports rows without a seal that the sealer would have sealed, had the application written them.
 * Answers how many others there are: they are new and wait for their seal. Fifty thousand rows are
 * looked at together.
 */
export async function findUnsealed(
  db: Db,
  stream: Stream,
  timing: Timing,
  report: Report,
): Promise<number> {
  let waiting = 0;
  for (let after: bigint | null = LEAST; after !== null;) {
    const { last, unsealed } = await readNext(db, stream, after);
    for (const row of unsealed) {
      const misfit = row.isDrawn ? timing.misfitUnsealed(row) : "its id was never drawn";
      if (misfit === undefined) waiting += 1;
      else {
        const detail = `it has no seal: ${misfit}`;
        report({
          stream: stream.name,
          kind: "inserted",
          rowId: row.id,
          position: undefined,
          detail,
        });
      }
    }
    after = last;
  }
  return waiting;
}

type Unsealed = { id: bigint; at: number; isDrawn: boolean };
type Read = {
  last: bigint | null;
  rows: bigint;
  id: bigint | null;
  at: Date | null;
  is_drawn: boolean | null;
};

/** The unsealed among the next rows, and the last id of these; null when there are no more. */
async function readNext(
  db: Db,
  stream: Stream,
  after: bigint,
): Promise<{ last: bigint | null; unsealed: Unsealed[] }> {
  const { rows } = await sql<Read>`
    with next as materialized (
      select "row".id, ${stream.at} as at from ${stream.rows} as "row"
      where "row".id > ${after} order by "row".id limit ${ROW_BATCH_SIZE}
    ), unsealed as (
      select next.id, next.at, next.id between 1
        and coalesce((select pg_sequence_last_value(${stream.sequence}::regclass)), 0) as is_drawn
      from next where not exists (select from ${stream.seals} s where s.row_id = next.id)
    )
    select whole.last, whole.rows, unsealed.id, unsealed.at, unsealed.is_drawn
    from (select max(id) as last, count(*) as rows from next) whole
    left join unsealed on true order by unsealed.id`.execute(db);
  const unsealed = rows.flatMap(({ id, at, is_drawn: isDrawn }) =>
    id === null ? [] : [{ id, at: Number(at), isDrawn: isDrawn === true }],
  );
  const [first] = rows;
  const isWhole = first !== undefined && first.rows === BigInt(ROW_BATCH_SIZE);
  return { last: isWhole ? first.last : null, unsealed };
}

/**
 * Reports a chain without a seal whose rows are older than the sealer ever leaves them: it never ran, or
 * what it made is gone. Names the first of the rows.
 */
export async function findUnchained(
  db: Db,
  stream: Stream,
  now: Date,
  report: Report,
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select "row".id from ${stream.rows} as "row"
    where ${stream.at} < ${new Date(now.getTime() - BOUND_MS)} order by "row".id limit 1`.execute(
    db,
  );
  const [first] = rows;
  if (first === undefined) return;
  const detail = "there are rows from here on and no seal at all";
  report({
    stream: stream.name,
    kind: "no_seals",
    rowId: first.id,
    position: undefined,
    detail,
  });
}

/** Reports postings whose entry is not there and never was sealed; of a sealed one its absence is told. */
export async function findOrphans(db: Db, report: Report): Promise<void> {
  let after = -1n;
  for (;;) {
    const { rows } = await sql<{ entry_id: bigint }>`
      select distinct p.journal_entry_id as entry_id from public.posting p
      where p.journal_entry_id > ${after}
        and not exists (select from public.journal_entry e where e.id = p.journal_entry_id)
        and not exists (select from public.ledger_seal s where s.row_id = p.journal_entry_id)
      order by 1 limit 1000`.execute(db);
    for (const { entry_id: rowId } of rows) {
      const detail = "there are postings of an entry that is not there";
      report({ stream: "ledger", kind: "inserted", rowId, position: undefined, detail });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < 1000) return;
    after = last.entry_id;
  }
}
