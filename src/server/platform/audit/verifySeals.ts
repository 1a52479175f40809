import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import type { Report } from "./findings.ts";
import { MARKS, NO_HASH, rowMac, type SealText, sealHash } from "./sealMac.ts";
import type { Stream } from "./streams.ts";
import { reportSwaps, type Altered } from "./swaps.ts";
import type { Timing } from "./timing.ts";

const ROW_BATCH_SIZE = 1_000;

/** More altered rows than this are named one by one, without looking which was exchanged for which. */
const MOST_PAIRED = 200;

export type Walked = {
  position: bigint;
  rows: number;
  lastSealedAt: Date | undefined;
  /** The last seals were made while the clock went behind them, and a mark says so. */
  isClockNoted: boolean;
};

type Read = {
  position: bigint;
  row_id: bigint | null;
  sealed_at: Date;
  row_mac: Buffer;
  hash: Buffer;
  is_there: boolean;
  at: Date | null;
  contents: string | null;
};

/** What the walk carries from seal to seal. */
type Walk = {
  key: Buffer;
  stream: Stream["name"];
  timing: Timing;
  report: Report;
  at: Walked;
  /** What the hash of the former seal may be: as stored, and as it should be. Empty: unknown. */
  formers: Buffer[];
  altered: Altered[];
};

/**
 * Walks a chain from its first seal to its last, a thousand at a time, and reports every seal and every
 * sealed row that is not as it was, is gone, or was sealed though it cannot have been written when it
 * claims. `timing` learns of every seal that holds.
 */
export async function verifySeals(
  db: Db,
  key: Buffer,
  stream: Stream,
  timing: Timing,
  report: Report,
): Promise<Walked> {
  const at: Walked = { position: 0n, rows: 0, lastSealedAt: undefined, isClockNoted: false };
  const walk: Walk = {
    key,
    stream: stream.name,
    timing,
    report,
    at,
    formers: [NO_HASH],
    altered: [],
  };
  for (;;) {
    const seals = await readSeals(db, stream, at.position);
    for (const seal of seals) {
      checkPlace(walk, seal);
      checkSeal(walk, seal);
      if (seal.row_id === null) checkMark(walk, seal);
      else checkRow(walk, seal, seal.row_id);
      at.position = seal.position;
      at.lastSealedAt = seal.sealed_at;
    }
    if (seals.length < ROW_BATCH_SIZE) break;
  }
  reportSwaps(key, stream.name, walk.altered, report);
  return at;
}

function checkPlace(walk: Walk, { position, row_id: rowId }: Read): void {
  const expected = walk.at.position + 1n;
  if (position === expected) return;
  walk.formers = [];
  walk.report({
    stream: walk.stream,
    kind: "seal_missing",
    rowId: undefined,
    position: expected,
    detail: `seals ${expected} to ${position - 1n} are gone; the next is of ${rowId ?? "no row"}`,
  });
}

function checkSeal(walk: Walk, seal: Read): void {
  const text = textOf(seal);
  const should = walk.formers.map((former) => sealHash(walk.key, walk.stream, former, text));
  // Behind a gap nothing can be said of the hash; the row has its own proof.
  if (should.length === 0 || should.some((hash) => hash.equals(seal.hash))) {
    walk.timing.pass({ rowId: seal.row_id, sealedAt: text.sealedAt });
    walk.formers = [seal.hash];
    return;
  }
  walk.formers = [seal.hash, ...should];
  walk.report({
    stream: walk.stream,
    kind: "seal_changed",
    rowId: seal.row_id ?? undefined,
    position: seal.position,
    detail: "the seal is not the one that was made",
  });
}

function checkMark({ key, stream, timing, report, at }: Walk, seal: Read): void {
  const isLater = at.lastSealedAt === undefined || seal.sealed_at > at.lastSealedAt;
  if (isLater) at.isClockNoted = false;
  if (!rowMac(key, stream, null, MARKS.clockMoved).equals(seal.row_mac)) return;
  timing.clockMoved();
  at.isClockNoted = true;
  const detail = `the clock was set back behind ${seal.sealed_at.toISOString()}: rows sealed with that time may be older`;
  report({ stream, kind: "clock_moved", rowId: undefined, position: seal.position, detail });
}

function checkRow(
  { key, stream, timing, report, at, altered }: Walk,
  seal: Read,
  rowId: bigint,
): void {
  const { position } = seal;
  if (at.lastSealedAt !== undefined && seal.sealed_at > at.lastSealedAt) at.isClockNoted = false;
  at.rows += 1;
  if (!seal.is_there) {
    report({ stream, kind: "deleted", rowId, position, detail: "the sealed row is gone" });
    return;
  }
  const contents = seal.contents ?? "";
  if (!rowMac(key, stream, rowId, contents).equals(seal.row_mac)) {
    const row = { rowId, position, contents, sealedMac: seal.row_mac };
    if (altered.length < MOST_PAIRED) altered.push(row);
    else reportSwaps(key, stream, [row], report);
    return;
  }
  const sealedAt = Number(seal.sealed_at);
  const misfit = timing.misfit({ id: rowId, at: Number(seal.at), sealedAt });
  if (misfit !== undefined) report({ stream, kind: "inserted", rowId, position, detail: misfit });
}

function textOf({ position, row_id: rowId, sealed_at: at, row_mac: mac }: Read): SealText {
  return { position, rowId, sealedAt: Number(at), rowMac: mac };
}

async function readSeals(db: Db, stream: Stream, after: bigint): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select s.position, s.row_id, s.sealed_at, s.row_mac, s.hash, "row".id is not null as is_there,
      ${stream.at} as at, case when "row".id is not null then ${stream.contents} end as contents
    from (
      select * from ${stream.seals} where position > ${after} order by position limit ${ROW_BATCH_SIZE}
    ) s left join ${stream.rows} as "row" on "row".id = s.row_id
    order by s.position`.execute(db);
  return rows;
}
