import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/db/db.ts";
import { appendHead, headDirs, putAside, readLatest, replaceLatest } from "./headFiles.ts";
import { type Head, headReader, hourOf, signHead } from "./heads.ts";
import type { Stream } from "./streams.ts";

type Seal = { position: bigint; row_id: bigint | null; sealed_at: Date; hash: Buffer };

/**
 * Brings each folder of heads up to the chain: the newest head is replaced, and the first mark of an
 * hour, or the one just made (`now`), gets a line that stays. What is behind is found by looking, so a folder that was away gets
 * what it missed. A newest head that the chain no longer has is evidence of a cut tail: it gets a line,
 * which verification will find, before it is replaced; one that cannot be read is put aside, for the same.
 */
export async function keepHeads(
  app: App,
  db: Db,
  stream: Stream,
  marks: "hourly" | "now",
): Promise<void> {
  const { rows } = await sql<Seal & { is_mark: boolean }>`
    (select position, row_id, sealed_at, hash, false as is_mark
      from ${stream.seals} order by position desc limit 1)
    union all
    (select position, row_id, sealed_at, hash, true
      from ${stream.seals} where row_id is null order by position desc limit 1)`.execute(db);
  const tail = rows.find(({ is_mark: isMark }) => !isMark);
  const mark = rows.find(({ is_mark: isMark }) => isMark);
  if (tail === undefined) return;
  for (const folder of headDirs(app.config)) {
    try {
      await keepIn(app, db, stream, folder, { tail, mark, isLineDue: marks === "now" });
    } catch (error) {
      app.log.error({ err: error, folder }, "a head of the audit could not be kept outside");
    }
  }
}

async function keepIn(
  app: App,
  db: Db,
  stream: Stream,
  folder: string,
  { tail, mark, isLineDue }: { tail: Seal; mark: Seal | undefined; isLineDue: boolean },
): Promise<void> {
  const seed = app.secrets.auditHeadKey;
  const text = await readLatest(folder, stream.name);
  const latest = text === undefined ? undefined : headReader(seed)(text);
  if (text !== undefined && latest === undefined) {
    const aside = await putAside(folder, stream.name, app.now());
    app.log.error({ stream: stream.name, file: aside }, "the newest head cannot be read");
  }
  let known = latest === undefined ? 0n : BigInt(latest.position);
  let hour = latest === undefined ? -1 : hourOf(new Date(latest.at));
  if (latest !== undefined && !(await isInChain(db, stream, latest))) {
    app.log.error({ stream: stream.name, head: latest }, "the chain has lost a sealed tail");
    await appendHead(folder, latest);
    known = 0n;
    hour = -1;
  }
  const isNewHour = mark !== undefined && hourOf(mark.sealed_at) > hour;
  if (mark !== undefined && mark.position > known && (isNewHour || isLineDue)) {
    await appendHead(folder, headOf(seed, stream, mark));
  }
  if (tail.position > known) await replaceLatest(folder, headOf(seed, stream, tail));
}

async function isInChain(db: Db, stream: Stream, head: Head): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from ${stream.seals} where position = ${BigInt(head.position)}`.execute(db);
  return rows[0]?.hash.toString("hex") === head.hash;
}

function headOf(seed: Buffer, stream: Stream, seal: Seal): Head {
  return signHead(seed, {
    stream: stream.name,
    position: seal.position.toString(),
    rowId: seal.row_id?.toString() ?? null,
    hash: seal.hash.toString("hex"),
    at: seal.sealed_at.toISOString(),
  });
}
