import type { Db } from "#server/db/db.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { findOrphans, findUnchained, findUnsealed } from "./findUnsealed.ts";
import type { Report } from "./findings.ts";
import { type Stream, STREAMS } from "./streams.ts";
import { BOUND_MS, makeTiming } from "./timing.ts";
import { verifyHeads } from "./verifyHeads.ts";
import { verifySeals, type Walked } from "./verifySeals.ts";

export type Verified = {
  /** Where each chain ended when it was read. */
  ends: Record<Stream["name"], Walked>;
  /** New rows that the sealer had not got to. */
  waiting: number;
};

/** What is kept outside the database. */
export type Kept = {
  secrets: Pick<Secrets, "auditSealKey" | "auditHeadKey">;
  /** Where heads are. */
  folders: readonly string[];
  /** The bank's time. */
  now: Date;
};

/**
 * Reads both chains with all their rows, and every head kept in `folders`, and reports all that does
 * not hold (docs/security.md S134). Changes nothing, needs no more than a role that reads, holds a thousand
 * rows at a time, and takes no snapshot, so that it may last: rows and seals only ever come to be.
 */
export async function verifyTrail(
  db: Db,
  { secrets, folders, now }: Kept,
  report: Report,
): Promise<Verified> {
  const none: Walked = { position: 0n, rows: 0, lastSealedAt: undefined, isClockNoted: false };
  const ends = { audit: none, ledger: none };
  let waiting = 0;
  for (const stream of STREAMS) {
    const timing = makeTiming();
    const end = await verifySeals(db, secrets.auditSealKey, stream, timing, report);
    ends[stream.name] = end;
    if (end.position === 0n) await findUnchained(db, stream, now, report);
    if (isBehind(now, end)) {
      reportBehind(stream.name, now, end, report);
      timing.clockMoved();
    }
    waiting += await findUnsealed(db, stream, timing, report);
  }
  await findOrphans(db, report);
  for (const folder of folders) {
    await verifyHeads(db, secrets.auditHeadKey, folder, ends, report);
  }
  return { ends, waiting };
}

/** Whether the clock goes so far behind the chain's end that rows written now would look old. */
function isBehind(now: Date, { lastSealedAt, isClockNoted }: Walked): boolean {
  if (lastSealedAt === undefined || isClockNoted) return false;
  return now.getTime() < lastSealedAt.getTime() - BOUND_MS;
}

function reportBehind(
  stream: Stream["name"],
  now: Date,
  { position, lastSealedAt }: Walked,
  report: Report,
): void {
  const detail = `the clock is at ${now.toISOString()}, behind the last seal (${lastSealedAt?.toISOString()})`;
  report({ stream, kind: "clock_moved", rowId: undefined, position, detail });
}
