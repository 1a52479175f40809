import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { hourOf } from "./heads.ts";
import { keepHeads } from "./keepHeads.ts";
import { MARKS, NO_HASH, rowMac, sealHash } from "./sealMac.ts";
import { noteProgress, readProgress } from "./sealProgress.ts";
import { BATCH_ROWS, type Stream, STREAMS } from "./streams.ts";
import { BOUND_MS } from "./timing.ts";

/** Any number, the same in every process: one seals at a time. */
const SEALER_LOCK = 5_142_004;

/**
 * Seals every committed row of audit and ledger that has no seal yet, in the order of their ids, each
 * batch in a transaction of its own, and keeps the heads outside the database. In the first run of each
 * hour, and `now` when asked, it adds a mark to both chains and signs their heads. False when another process is at it,
 * unless `lock` says to wait for that one.
 * May be killed at any moment and run again: a row is sealed once, by its place in the seal's index.
 */
export async function sealTrail(
  app: App,
  marks: "hourly" | "now" = "hourly",
  lock: "try" | "wait" = "try",
): Promise<boolean> {
  return app.db.connection().execute(async (db) => {
    if (!(await takeLock(db, lock))) return false;
    try {
      for (const stream of STREAMS) {
        await sealStream(app, db, stream, marks);
        await keepHeads(app, db, stream, marks);
      }
    } finally {
      await sql`select pg_advisory_unlock(${SEALER_LOCK})`.execute(db);
    }
    return true;
  });
}

async function takeLock(db: Db, lock: "try" | "wait"): Promise<boolean> {
  if (lock === "wait") {
    await sql`select pg_advisory_lock(${SEALER_LOCK})`.execute(db);
    return true;
  }
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${SEALER_LOCK}) as mine`.execute(db);
  return rows[0]?.mine === true;
}

async function sealStream(
  app: App,
  db: Db,
  stream: Stream,
  marks: "hourly" | "now",
): Promise<void> {
  const startedAt = app.now();
  const progress = await readProgress(db, stream);
  if (await isWiped(db, stream, progress.sealedThrough)) {
    app.log.error({ stream: stream.name }, "the chain is gone, and is not begun anew");
    return;
  }
  if (await isClockUnnoted(app, db, stream, startedAt)) {
    app.log.error({ stream: stream.name }, "the clock was set back behind the last seal");
    const mark = { id: null, contents: MARKS.clockMoved };
    await db.transaction().execute((tx) => appendSeals(app, tx, stream, [mark], startedAt));
  }
  const isLong = progress.sealedThrough < progress.drawn && (await sealRows());
  const lastMark = await lastMarkOf(db, stream);
  if (isLong || marks === "now" || lastMark === undefined || hourOf(startedAt) > hourOf(lastMark)) {
    const mark = { id: null, contents: MARKS.plain };
    await db.transaction().execute((tx) => appendSeals(app, tx, stream, [mark], startedAt));
  }

  /** True when it took more than one batch. */
  async function sealRows(): Promise<boolean> {
    let after: bigint | undefined = progress.sealedThrough;
    for (let batches = 1; ; batches++) {
      const from: bigint = after;
      after = await db.transaction().execute((tx) => sealBatch(app, tx, stream, from, startedAt));
      if (after === undefined) {
        await noteProgress(db, stream, progress);
        return batches > 1;
      }
    }
  }
}

/**
 * Whether rows were sealed and no seal is there. Beginning anew would seal whatever stands in the rows
 * now; a chain is begun anew by people (docs/audit.md).
 */
async function isWiped(db: Db, stream: Stream, sealedThrough: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_wiped: boolean }>`
    select not exists (select from ${stream.seals})
      and exists (select from ${stream.rows} as "row" where "row".id <= ${sealedThrough}) as is_wiped`.execute(
    db,
  );
  return rows[0]?.is_wiped === true;
}

/** Whether the clock is further behind the last seal than clocks may differ, and no mark says so yet. */
async function isClockUnnoted(app: App, db: Db, stream: Stream, now: Date): Promise<boolean> {
  const tail = await tailOf(db, stream);
  if (now.getTime() >= tail.sealedAt - BOUND_MS) return false;
  const noted = rowMac(app.secrets.auditSealKey, stream.name, null, MARKS.clockMoved);
  const { rows } = await sql`
    select from ${stream.seals}
    where row_id is null and row_mac = ${noted} and sealed_at = ${new Date(tail.sealedAt)}
    limit 1`.execute(db);
  return rows.length === 0;
}

type Row = { id: bigint; contents: string };

/** Seals up to BATCH_ROWS rows with an id above `after`; answers the last when there may be more. */
async function sealBatch(
  app: App,
  tx: Tx,
  stream: Stream,
  after: bigint,
  at: Date,
): Promise<bigint | undefined> {
  // A row whose id was never drawn did not come from the application: it gets no seal.
  const { rows } = await sql<Row>`
    select "row".id, ${stream.contents} as contents from ${stream.rows} as "row"
    where "row".id > ${after} and "row".id <= (select pg_sequence_last_value(${stream.sequence}::regclass))
      and not exists (select from ${stream.seals} s where s.row_id = "row".id)
    order by "row".id limit ${BATCH_ROWS}`.execute(tx);
  if (rows.length > 0) await appendSeals(app, tx, stream, rows, at);
  return rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.id;
}

/** Adds seals behind the last one. Their time never runs backwards. */
async function appendSeals(
  app: App,
  tx: Tx,
  stream: Stream,
  rows: (Row | { id: null; contents: string })[],
  at: Date,
): Promise<void> {
  const key = app.secrets.auditSealKey;
  const tail = await tailOf(tx, stream);
  const sealedAt = Math.max(at.getTime(), tail.sealedAt);
  let former = tail.hash;
  const seals = rows.map(({ id, contents }, index) => {
    const mac = rowMac(key, stream.name, id, contents);
    const seal = { position: tail.position + BigInt(index) + 1n, rowId: id, sealedAt, rowMac: mac };
    former = sealHash(key, stream.name, former, seal);
    return { ...seal, hash: former };
  });
  await sql`
    insert into ${stream.seals} (position, row_id, sealed_at, row_mac, hash)
    select u.position, u.row_id, ${new Date(sealedAt)}::timestamptz, u.row_mac, u.hash
    from unnest(
      ${seals.map(({ position }) => position)}::bigint[], ${seals.map(({ rowId }) => rowId)}::bigint[],
      ${seals.map((seal) => seal.rowMac)}::bytea[], ${seals.map(({ hash }) => hash)}::bytea[]
    ) as u (position, row_id, row_mac, hash)`.execute(tx);
}

type Tail = { position: bigint; hash: Buffer; sealedAt: number };

async function tailOf(db: Db, stream: Stream): Promise<Tail> {
  const { rows } = await sql<{ position: bigint; hash: Buffer; sealed_at: Date }>`
    select position, hash, sealed_at from ${stream.seals} order by position desc limit 1`.execute(
    db,
  );
  const [last] = rows;
  if (last === undefined) return { position: 0n, hash: NO_HASH, sealedAt: 0 };
  return { position: last.position, hash: last.hash, sealedAt: Number(last.sealed_at) };
}

async function lastMarkOf(db: Db, stream: Stream): Promise<Date | undefined> {
  const { rows } = await sql<{ sealed_at: Date }>`
    select sealed_at from ${stream.seals} where row_id is null order by position desc limit 1`.execute(
    db,
  );
  return rows[0]?.sealed_at;
}
