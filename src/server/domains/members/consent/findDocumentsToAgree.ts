import { sql } from "kysely";
import { type DocumentName, documentName, documentVersions } from "#contract/documents.ts";
import type { App } from "#server/platform/app.ts";

/** The texts of which a member agreed to an older version and not yet to the one in force. */
export async function findDocumentsToAgree(app: App, memberId: bigint): Promise<DocumentName[]> {
  const newest = await app.db
    .selectFrom("consent")
    .select(["document", sql<string>`max(version)`.as("version")])
    .where("member_id", "=", memberId)
    .groupBy("document")
    .execute();
  return newest
    .map(({ document, version }) => ({ document: documentName.parse(document), version }))
    .filter(({ document, version }) => version < documentVersions[document])
    .map(({ document }) => document);
}
