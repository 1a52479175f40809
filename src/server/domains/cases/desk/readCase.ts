import type { CaseFile } from "#contract/staff/transferCases.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { cases, toCaseRow } from "./casesQuery.ts";

/** One case with everything that was said and done. Refuses with not_found. */
export async function readCase(app: App, staff: StaffCaller, caseNo: string): Promise<CaseFile> {
  const found = await cases(app).where("k.case_no", "=", caseNo).executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  const events = await app.db
    .selectFrom("transfer_case_event")
    .select(["at", "what", "actor", "words", "to_owner"])
    .where("case_id", "=", found.id)
    .orderBy("id")
    .execute();
  return {
    ...toCaseRow(found),
    // The table's checks allow exactly these.
    waitsFor: found.waits_for as CaseFile["waitsFor"],
    events: events.map(({ at, what, actor, words, to_owner: toOwner }) => ({
      at: at.toISOString(),
      what: what as CaseFile["events"][number]["what"],
      actor: actor === found.guid ? listName(found) : actor,
      isMember: actor === found.guid,
      words,
      toOwner,
    })),
    mayWork: found.state !== "resolved" && staff.may("transfer_case.work", found.office_id),
  };
}
