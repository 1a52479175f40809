import type { DocumentName } from "#contract/documents.ts";
import type { Tx } from "#server/db/db.ts";

export type Consent = {
  memberId: bigint;
  document: DocumentName;
  /** yyyy-MM-dd: the version that was shown (documents.ts), never a newer one. */
  version: string;
  at: Date;
};

/**
 * Remembers in the caller's transaction that a member agreed to a text (RA 10173). A version agreed to
 * before keeps its first time. Rows are never changed or deleted.
 */
export async function recordConsent(
  tx: Tx,
  { memberId, document, version, at }: Consent,
): Promise<void> {
  await tx
    .insertInto("consent")
    .values({ member_id: memberId, document, version, agreed_at: at })
    .onConflict((same) => same.columns(["member_id", "document", "version"]).doNothing())
    .execute();
}
