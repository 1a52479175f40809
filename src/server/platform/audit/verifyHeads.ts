import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import type { Report } from "./findings.ts";
import { storedHeads } from "./headFiles.ts";
import { type Head, headReader } from "./heads.ts";
import { type Stream, STREAMS } from "./streams.ts";
import type { Walked } from "./verifySeals.ts";

type From = { head: Head; from: string };

const HEAD_BATCH_SIZE = 500;

/**
 * Compares both chains with every head that was kept outside the database: a head whose place is beyond
 * the chain's end shows that a tail was cut, one with another hash that a chain was made anew.
 */
export async function verifyHeads(
  db: Db,
  seed: Buffer,
  folder: string,
  ends: Record<Stream["name"], Walked>,
  report: Report,
): Promise<void> {
  const read = headReader(seed);
  const furthest: Partial<Record<Stream["name"], From>> = {};
  let batch: From[] = [];
  const beyond: From[] = [];
  for await (const { text, from } of storedHeads(folder)) {
    const head = read(text);
    if (head === undefined) {
      reportUnreadable(from, report);
      continue;
    }
    const former = furthest[head.stream];
    if (former === undefined || BigInt(head.position) > BigInt(former.head.position)) {
      furthest[head.stream] = { head, from };
    }
    if (BigInt(head.position) > ends[head.stream].position) beyond.push({ head, from });
    else batch.push({ head, from });
    if (batch.length === HEAD_BATCH_SIZE) {
      await compare(db, batch, report);
      batch = [];
    }
  }
  await compare(db, batch, report);
  for (const { name: stream } of STREAMS) {
    // The sealer went on while the chain was read; what it sealed was there before its head was written.
    const end = await lastPosition(db, stream, ends[stream].position);
    const last = furthest[stream];
    const since = beyond.filter(({ head }) => head.stream === stream);
    await compare(
      db,
      since.filter(({ head }) => BigInt(head.position) <= end),
      report,
    );
    if (last === undefined && end > 0n) {
      const detail = `${folder} has no head of this chain: a cut tail would not be seen`;
      report({ stream, kind: "no_heads", rowId: undefined, position: undefined, detail });
    }
    if (last !== undefined && BigInt(last.head.position) > end) {
      reportCut(stream, end, last, report);
    }
  }
}

/** Where a chain ends now; never before `walked`. */
async function lastPosition(db: Db, name: Stream["name"], walked: bigint): Promise<bigint> {
  const [stream] = STREAMS.filter((each) => each.name === name);
  if (stream === undefined) throw new Error(`there is no stream ${name}`);
  const { rows } = await sql<{ position: bigint | null }>`
    select max(position) as position from ${stream.seals}`.execute(db);
  const now = rows[0]?.position ?? 0n;
  return now > walked ? now : walked;
}

async function compare(db: Db, heads: readonly From[], report: Report): Promise<void> {
  for (const { name: stream, seals } of STREAMS) {
    const ofStream = heads.filter(({ head }) => head.stream === stream);
    if (ofStream.length === 0) continue;
    const positions = ofStream.map(({ head }) => BigInt(head.position));
    const { rows } = await sql<{ position: bigint; hash: Buffer }>`
      select position, hash from ${seals} where position = any (${positions}::bigint[])`.execute(
      db,
    );
    const hashes = new Map(rows.map(({ position, hash }) => [position, hash.toString("hex")]));
    for (const { head, from } of ofStream) {
      const position = BigInt(head.position);
      if (hashes.get(position) === head.hash) continue;
      const rowId = head.rowId === null ? undefined : BigInt(head.rowId);
      const detail = `not the seal that was signed at ${head.at} (${from})`;
      report({ stream, kind: "head_differs", rowId, position, detail });
    }
  }
}

function reportUnreadable(from: string, report: Report): void {
  report({
    stream: "audit",
    kind: "head_unreadable",
    rowId: undefined,
    position: undefined,
    detail: `${from}: not a head that we signed`,
  });
}

function reportCut(
  stream: Stream["name"],
  end: bigint,
  { head, from }: From,
  report: Report,
): void {
  const rowId = head.rowId === null ? undefined : BigInt(head.rowId);
  const gone = `seals ${end + 1n} to ${head.position} are gone`;
  const detail = `${gone}: the last was signed at ${head.at} (${from})`;
  report({ stream, kind: "cut_tail", rowId, position: end + 1n, detail });
}
