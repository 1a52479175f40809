import type { FileAnswer } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";

/** Of one member or one of the staff: for reading a statement over and over, none for a machine. */
const DOCUMENTS_AN_HOUR = 60;

/** Who asks, as the budget counts them: 'member:7', 'staff:3'. */
type Reader = { reader: string; applicationNo: string; memberId?: bigint };

/**
 * The statement of an application's newest offer, as it was made; undefined without an offer. With a
 * member's id, only of their own. Refuses loan_statement_not_ready while it is drawn, and too_many_requests
 * beyond 60 documents an hour.
 */
export async function readDisclosure(
  app: App,
  { reader, applicationNo, memberId }: Reader,
): Promise<FileAnswer | undefined> {
  const found = await app.db
    .selectFrom("loan_offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .leftJoin("loan_disclosure as d", "d.offer_id", "o.id")
    .select(["d.bytes", "o.disclosure_no"])
    .where("a.application_no", "=", applicationNo)
    .$if(memberId !== undefined, (query) => query.where("a.member_id", "=", memberId ?? 0n))
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { bytes, disclosure_no: number } = found;
  if (bytes === null) throw new Refusal("loan_statement_not_ready");
  // Only a document that is given counts.
  const rate = { scope: "loan_disclosure", key: reader, limit: DOCUMENTS_AN_HOUR };
  await requireWithin(app.db, { ...rate, window: "1 hour", at: app.now() });
  return { name: `disclosure-${number}.pdf`, mediaType: "application/pdf", parts: once(bytes) };
}
