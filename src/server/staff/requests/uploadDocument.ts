import {
  DOCUMENT_TYPES,
  type DocumentType,
  MAX_DOCUMENT_BYTES,
} from "#contract/staff/requestDocuments.ts";
import { KINDS_WITH_DOCUMENTS } from "#contract/staff/requestPayloads.ts";
import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** How a file of each type begins. */
const BEGINNINGS: Record<DocumentType, Buffer> = {
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "application/pdf": Buffer.from("%PDF-"),
};

/**
 * Keeps a paper for a request that this account is about to make. What the file is, its first bytes say,
 * not its name. Refuses one that is empty, larger than 5 MB, or neither JPEG, PNG nor PDF, and a caller
 * who may ask for nothing that takes papers. Answers its id; unused, it is forgotten after a day.
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
  const bytes = await gather(upload);
  const mediaType = DOCUMENT_TYPES.find((type) => {
    const beginning = BEGINNINGS[type];
    return bytes.subarray(0, beginning.length).equals(beginning);
  });
  if (mediaType === undefined) throw new Refusal("document_unreadable");
  const id = app.random.uuid();
  const at = app.now();
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
