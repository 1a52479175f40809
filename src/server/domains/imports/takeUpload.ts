import { createHash } from "node:crypto";
import { sql } from "kysely";
import { MAX_IMPORT_BYTES } from "#contract/staff/importFile.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { promiseJob } from "./promiseJob.ts";

const PIECE_BYTES = 256 * 1024;

export type Upload = {
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  uploadedBy: string;
  correlationId: string;
};

/**
 * Keeps a file as it comes, piece by piece, and promises its dry run. Refuses an empty one and one beyond
 * 50 MB; a file that breaks off leaves nothing. Answers the guid of the import.
 */
export async function takeUpload(app: App, upload: Upload): Promise<string> {
  const guid = app.random.uuid();
  const at = app.now();
  // Not transact(): what has been read of the network cannot be read again.
  await app.db.transaction().execute(async (tx) => {
    const importId = await drawId(tx);
    const { hash, byteCount } = await keepPieces(tx, importId, upload.bytes);
    await tx
      .insertInto("member_import")
      .values({
        id: importId,
        guid,
        file_name: upload.fileName,
        file_hash: hash,
        byte_count: BigInt(byteCount),
        state: "checking",
        uploaded_by: upload.uploadedBy,
        uploaded_at: at,
      })
      .execute();
    await promiseJob(tx, "check_import", importId, at);
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: upload.uploadedBy,
      action: "import_uploaded",
      object: `import:${guid}`,
      correlationId: upload.correlationId,
      detail: { sha256: hash.toString("hex"), bytes: byteCount },
    });
  });
  return guid;
}

async function drawId(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('member_import', 'id')) as id`.execute(tx);
  const [drawn] = rows;
  if (drawn === undefined) throw new Error("nextval answered nothing");
  return drawn.id;
}

async function keepPieces(tx: Tx, importId: bigint, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let byteCount = 0;
  let position = 0;
  const keep = async () => {
    if (waitingBytes === 0) return;
    await tx
      .insertInto("member_import_chunk")
      .values({ import_id: importId, position, bytes: Buffer.concat(waiting) })
      .execute();
    position += 1;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const piece of bytes) {
    byteCount += piece.length;
    if (byteCount > MAX_IMPORT_BYTES) throw new Refusal("import_too_large");
    hash.update(piece);
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= PIECE_BYTES) await keep();
  }
  await keep();
  if (byteCount === 0) throw new Refusal("import_empty");
  return { hash: hash.digest(), byteCount };
}
