import type { Db } from "#server/db/db.ts";
import type { Secrets } from "#server/secrets.ts";
import { findOrphans, findUnsealed } from "./findUnsealed.ts";
import type { Report } from "./findings.ts";
import { type Stream, STREAMS } from "./streams.ts";
import { makeTiming } from "./timing.ts";
import { verifyHeads } from "./verifyHeads.ts";
import { verifySeals, type Walked } from "./verifySeals.ts";

export type Verified = {
  /** Where each chain ended when it was read. */
  ends: Record<Stream["name"], Walked>;
  /** New rows that the sealer had not got to. */
  waiting: number;
};

/**
 * Reads both chains with all their rows, and every head kept in `folders`, and reports all that does
 * not hold (security.md S134). Changes nothing, needs no more than a role that reads, holds a thousand
 * rows at a time, and takes no snapshot, so that it may last: rows and seals only ever come to be.
 */
export async function verifyTrail(
  db: Db,
  secrets: Pick<Secrets, "auditSealKey" | "auditHeadKey">,
  folders: readonly string[],
  report: Report,
): Promise<Verified> {
  const none: Walked = { position: 0n, rows: 0, lastSealedAt: undefined };
  const ends = { audit: none, ledger: none };
  let waiting = 0;
  for (const stream of STREAMS) {
    const timing = makeTiming();
    ends[stream.name] = await verifySeals(db, secrets.auditSealKey, stream, timing, report);
    waiting += await findUnsealed(db, stream, timing, report);
  }
  await findOrphans(db, report);
  for (const folder of folders) {
    await verifyHeads(db, secrets.auditHeadKey, folder, ends, report);
  }
  return { ends, waiting };
}
