import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import type { Stream } from "./streams.ts";

/** Where to look for rows without a seal, as known before looking. */
export type SealProgress = {
  /** Every row up to this id is sealed, or never came to be. */
  sealedThrough: bigint;
  /** The last id drawn by then. */
  drawn: bigint;
  /** What may be noted as `sealedThrough` once the rows seen from now on are sealed. */
  provenThrough: bigint;
  next: { through: bigint; waitsFor: string[] };
};

type Noted = {
  sealed_through: bigint;
  next_through: bigint;
  waits_for: string[];
  drawn: bigint | null;
};

/**
 * Ids are drawn before their transaction ends, so a lower id may appear after a higher one was sealed.
 * A transaction that writes a row locks the table against changes of its shape (RowExclusiveLock)
 * before it draws the id, and gives that up only once its commit is seen by everybody. So: note the
 * last id drawn, then who holds that lock. Once none of those does any more, every row up to the noted
 * id is there to be seen, or will never be. Nobody waits for anybody. (The
 * transaction's number, as in ledger_roll_up(), would not do: a statement may draw its id before its
 * transaction has a number.)
 */
export async function readProgress(db: Db, stream: Stream): Promise<SealProgress> {
  const { rows } = await sql<Noted>`
    select p.sealed_through, p.next_through, p.waits_for,
      pg_sequence_last_value(${stream.sequence}::regclass) as drawn
    from public.seal_progress p where p.stream = ${stream.name}`.execute(db);
  const [noted] = rows;
  if (noted === undefined) throw new Error(`seal_progress has no row for ${stream.name}`);
  const drawn = noted.drawn ?? 0n;
  const next = { through: noted.next_through, waitsFor: noted.waits_for };
  const sealedThrough = noted.sealed_through;
  if (sealedThrough >= drawn) return { sealedThrough, drawn, provenThrough: sealedThrough, next };

  const writers = await writersOf(db, stream);
  if (noted.waits_for.some((each) => writers.includes(each))) {
    return { sealedThrough, drawn, provenThrough: sealedThrough, next };
  }
  const provenThrough = noted.next_through > sealedThrough ? noted.next_through : sealedThrough;
  return { sealedThrough, drawn, provenThrough, next: { through: drawn, waitsFor: writers } };
}

/** Keeps what was proven, once every row seen since `readProgress` is sealed. */
export async function noteProgress(db: Db, stream: Stream, progress: SealProgress): Promise<void> {
  if (progress.sealedThrough >= progress.drawn) return;
  await sql`
    update public.seal_progress set sealed_through = ${progress.provenThrough},
      next_through = ${progress.next.through}, waits_for = ${progress.next.waitsFor}::text[]
    where stream = ${stream.name}`.execute(db);
}

/** The transactions that may have drawn an id and not ended, by the name they have in pg_locks. */
async function writersOf(db: Db, stream: Stream): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct l.virtualtransaction as writer from pg_catalog.pg_locks l
    where l.locktype = 'relation' and l.relation = ${stream.table}::regclass
      and l.mode = 'RowExclusiveLock' and l.granted
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())`.execute(
    db,
  );
  return rows.map(({ writer }) => writer);
}
