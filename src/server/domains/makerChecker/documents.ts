import type { RequestDocument } from "#contract/staff/requests.ts";
import type { StaffCaller } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * The documents that this account sent for a request, in the order asked for, locked until the transaction
 * ends. Refuses request_document_missing for one that is not there, somebody else's, or used already.
 */
export async function attachDocuments(
  tx: Tx,
  staff: StaffCaller,
  ids: readonly string[],
): Promise<RequestDocument[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("staff_document")
    .select(({ fn }) => [
      "id",
      "name",
      "media_type",
      "sha256",
      fn<number>("octet_length", ["bytes"]).as("size"),
    ])
    .where("id", "in", [...ids])
    .where("uploaded_by", "=", staff.staffId)
    .where("request_id", "is", null)
    .forUpdate()
    .execute();
  return ids.map((id) => {
    const row = rows.find((document) => document.id === id);
    if (row === undefined) throw new Refusal("request_document_missing");
    const { name, media_type: mediaType, size, sha256 } = row;
    return { id, name, mediaType, size, sha256 };
  });
}
