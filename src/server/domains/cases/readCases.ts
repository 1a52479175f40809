import type {
  CASE_REASONS,
  CASE_STATES,
  CaseWaitsFor,
  MemberCase,
} from "#contract/transferCases.ts";
import type { App, Caller } from "#server/platform/app.ts";

const LATEST = 100;

/** The caller's cases, newest first; of one transfer, where it is named. What staff note stays theirs. */
export async function readCases(
  app: App,
  caller: Caller,
  of: { refNo?: string | undefined },
): Promise<MemberCase[]> {
  const { refNo } = of;
  const cases = await app.db
    .selectFrom("transfer_case")
    .selectAll()
    .where("member_id", "=", caller.memberId)
    .$if(refNo !== undefined, (query) => query.where("ref_no", "=", refNo ?? ""))
    .orderBy("id", "desc")
    .limit(LATEST)
    .execute();
  if (cases.length === 0) return [];
  const events = await app.db
    .selectFrom("transfer_case_event")
    .select(["case_id", "at", "what", "words"])
    .where(
      "case_id",
      "in",
      cases.map(({ id }) => id),
    )
    .where("what", "in", ["reported", "added", "answered", "resolved"])
    .orderBy("id")
    .execute();
  return cases.map((one) => ({
    caseNo: one.case_no,
    refNo: one.ref_no,
    // The table's checks allow exactly these.
    reason: one.reason as (typeof CASE_REASONS)[number],
    state: one.state as (typeof CASE_STATES)[number],
    waitsFor: one.waits_for as CaseWaitsFor | null,
    reportedAt: one.reported_at.toISOString(),
    respondBy: one.respond_by.toISOString(),
    isLate: one.is_late,
    events: events
      .filter((event) => event.case_id === one.id)
      .map(({ at, what, words }) => ({
        at: at.toISOString(),
        what: what as MemberCase["events"][number]["what"],
        words,
      })),
  }));
}
