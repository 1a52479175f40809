import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { OddFile, PesonetFile } from "#server/platform/gateways/rails/pesonet.ts";
import { later } from "./inquiryTimes.ts";
import { movePosition } from "./pesonetPosition.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";

/** Why a file could not be applied. */
export type FileException =
  | "it cannot be fetched"
  | "it was fetched and could not be taken"
  /** Its bytes have another hash than the list says. Waiting does not mend that. */
  | "it is not the file that was listed";

/** A file that fails for this long is queued for review. */
const PATIENCE_MS = 15 * 60 * 1000;
/** Each retry waits one minute longer, up to a quarter of an hour. */
const WAIT_SECONDS = 60;
const LONGEST_SECONDS = 15 * 60;

/**
 * Sets a listed file that failed aside, so that those behind it need not wait, and records each failed
 * attempt. A file with another hash than listed, and one that has failed for a quarter of an hour, is queued
 * for review.
 */
export async function leaveFile(
  app: App,
  file: PesonetFile,
  trouble: FileException,
): Promise<void> {
  const at = app.now();
  const { cursor, name, kind, sha256 } = file;
  await transact(app.db, async (tx) => {
    const { rows } = await sql<{ left_at: Date }>`
      insert into pesonet_file_left as f (cursor, name, kind, sha256, left_at, failed_at, next_try_at)
      values (${String(cursor)}::bigint, ${name}, ${kind}, ${sha256}, ${at}, ${at}, ${later(at, WAIT_SECONDS)})
      on conflict (cursor, name) do update set failed_at = excluded.failed_at where f.taken_at is null
      returning f.left_at`.execute(tx);
    await movePosition(tx, cursor, at);
    const [left] = rows;
    // Another process has taken it meanwhile.
    if (left === undefined) return;
    const isLong = at.getTime() - left.left_at.getTime() >= PATIENCE_MS;
    if (!isLong && trouble !== "it is not the file that was listed") return;
    await queueForReview(tx, {
      refNo: name,
      kind: "unreadable",
      via: "file",
      correlationId: correlationIdOf(file),
      at,
      detail: { rail: "pesonet", reason: trouble },
    });
  });
}

/**
 * Claims a file that was set aside and is due for a retry; undefined when there is none. Its next retry is set
 * first, so that a process that dies over it leaves it due again.
 */
export async function claimLeftFile(app: App): Promise<PesonetFile | undefined> {
  const at = app.now();
  const { rows } = await sql<{
    cursor: string;
    name: string;
    kind: PesonetFile["kind"];
    sha256: string;
  }>`
    update pesonet_file_left f set tries = f.tries + 1,
      next_try_at = ${at}::timestamptz + least((f.tries + 1) * ${WAIT_SECONDS}::integer, ${LONGEST_SECONDS}) * interval '1 second'
    where (f.cursor, f.name) = (
      select d.cursor, d.name from pesonet_file_left d where d.next_try_at <= ${at}
      order by d.next_try_at, d.cursor, d.name limit 1 for no key update skip locked)
    returning f.cursor::text as cursor, f.name, f.kind, f.sha256`.execute(app.db);
  const [row] = rows;
  return row === undefined ? undefined : { ...row, cursor: Number(row.cursor) };
}

/** Records that a file that was set aside is applied, and resolves its exception. */
export async function endLeftFile(app: App, file: PesonetFile): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const ended = await tx
      .updateTable("pesonet_file_left")
      .set({ taken_at: at, next_try_at: null })
      .where("cursor", "=", BigInt(file.cursor))
      .where("name", "=", file.name)
      .where("taken_at", "is", null)
      .returning("left_at")
      .executeTakeFirst();
    if (ended !== undefined) await resolveFileException(tx, file, at);
  });
}

async function resolveFileException(tx: Tx, file: PesonetFile, at: Date): Promise<void> {
  const ended = await tx
    .updateTable("transfer_exception")
    .set({ resolved_at: at, resolved_by: "system", resolution: "The file was taken later." })
    .where("ref_no", "=", file.name)
    .where("kind", "=", "unreadable")
    .where("resolved_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return;
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "file",
    action: "resolve_exception",
    object: `exception:transfer-${ended.id}`,
    correlationId: correlationIdOf(file),
    detail: { file: file.name },
  });
}

/**
 * Skips an entry of the list that is not a file we can apply, and queues it for review: a person asks the
 * clearing house what it is. It may be about any transfer, so until it is resolved no transfer is refunded by
 * the clock (isClearingHouseSilent).
 */
export async function setEntryAside(app: App, { cursor, reason }: OddFile): Promise<void> {
  const at = app.now();
  const refNo = cursor === undefined ? "file-list" : correlationIdOf({ cursor });
  app.log.error({ cursor, reason }, "an entry of the PESONet list is no file we know");
  await transact(app.db, async (tx) => {
    await queueForReview(tx, {
      refNo,
      kind: "unreadable",
      via: "file",
      correlationId: refNo,
      at,
      detail: { rail: "pesonet", reason },
    });
    if (cursor !== undefined) await movePosition(tx, cursor, at);
  });
}

/** The correlation id under which the audit trail has what a file reported. */
export function correlationIdOf({ cursor }: Pick<PesonetFile, "cursor">): string {
  return `file-${cursor}`;
}
