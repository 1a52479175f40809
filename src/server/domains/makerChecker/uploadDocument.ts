import { MAX_PICTURE_BYTES } from "#contract/staff/cardDesk.ts";
import { MAX_DOCUMENT_BYTES } from "#contract/staff/requestDocuments.ts";
import { KINDS_WITH_DOCUMENTS } from "#contract/staff/requestPayloads.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { beginsAsPicture, redrawPicture } from "#server/platform/pictures/redrawPicture.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";

/** Two a minute at a busy counter. */
const DOCUMENTS_AN_HOUR = 120;
const PDF = Buffer.from("%PDF-");

/**
 * Keeps a document for a request that this account is about to make. What the file is, its first bytes say,
 * not its name; a picture is drawn anew. Refuses one that is empty, a PDF larger than 5 MB, a picture larger
 * than 2 MB, what is neither, more than 120 in an hour, and a caller who may ask for nothing that takes documents.
 * Answers its id; unused, it is forgotten after a day.
 */
export async function uploadDocument(
  app: App,
  staff: StaffCaller,
  name: string,
  upload: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (!KINDS_WITH_DOCUMENTS.some((kind) => staff.may(`request.${kind}`))) {
    throw new Refusal("not_your_role");
  }
  const at = app.now();
  const key = String(staff.staffId);
  const limit = DOCUMENTS_AN_HOUR;
  await requireWithin(app.db, { scope: "staff_document", key, limit, window: "1 hour", at });
  const { bytes, mediaType } = await readDocumentFile(app, staff.staffId, await gather(upload));
  const id = app.random.uuid();
  return transact(app.db, async (tx) => {
    const { sha256 } = await tx
      .insertInto("staff_document")
      .values({
        id,
        name,
        media_type: mediaType,
        bytes,
        uploaded_by: staff.staffId,
        uploaded_at: at,
      })
      .returning("sha256")
      .executeTakeFirstOrThrow();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "document_uploaded",
      object: `document:${id}`,
      correlationId: staff.correlationId,
      detail: { sha256, bytes: bytes.length },
    });
    return id;
  });
}

async function readDocumentFile(
  app: App,
  staffId: bigint,
  file: Buffer,
): Promise<{ bytes: Buffer; mediaType: string }> {
  if (file.subarray(0, PDF.length).equals(PDF)) {
    return { bytes: file, mediaType: "application/pdf" };
  }
  if (beginsAsPicture(file) && file.length > MAX_PICTURE_BYTES) {
    throw new Refusal("picture_too_large", { param: "documents" });
  }
  const bytes = await redrawPicture(app, staffId, file);
  if (bytes === undefined) throw new Refusal("document_unreadable");
  return { bytes, mediaType: "image/jpeg" };
}

async function gather(upload: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of upload) {
    length += piece.length;
    if (length > MAX_DOCUMENT_BYTES) throw new Refusal("document_too_large");
    pieces.push(piece);
  }
  if (length === 0) throw new Refusal("document_empty");
  return Buffer.concat(pieces);
}
