import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { recordMemberLook, seesContact } from "./readRequest.ts";
import { summarize, summaryQuery } from "./summary.ts";

const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/pdf": "pdf",
};

/**
 * A document of a request, to be kept as a file and never shown in the page. The look at the member is
 * recorded first. Refuses whoever sees the number and address of the request masked: a document has more.
 */
export async function readDocument(
  app: App,
  staff: StaffCaller,
  { requestId, documentId }: { requestId: string; documentId: string },
): Promise<FileAnswer> {
  await recordMemberLook(app, staff, requestId);
  const document = await transact(app.db, async (tx) => {
    const row = await summaryQuery(tx).where("r.id", "=", requestId).executeTakeFirst();
    if (row === undefined) throw new Refusal("not_found");
    const { verdict } = summarize(row, staff, app.now());
    if (!seesContact(staff, row, verdict)) throw new Refusal("not_your_role");
    return tx
      .selectFrom("staff_document")
      .select(["id", "bytes", "media_type"])
      .where("id", "=", documentId)
      .where("request_id", "=", requestId)
      .executeTakeFirst();
  });
  if (document === undefined) throw new Refusal("not_found");
  const { id, bytes, media_type: mediaType } = document;
  return {
    // The name it came with is what the maker called it, and no header's business.
    name: `request-document-${id.slice(0, 8)}.${ENDINGS[mediaType] ?? "bin"}`,
    parts: inOne(bytes),
    mediaType,
  };
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
