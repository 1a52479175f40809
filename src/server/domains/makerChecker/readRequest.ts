import { maskEmail, maskMobile } from "#common/mask.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import {
  type Facts,
  REQUEST_EVENTS,
  type RequestDetails,
  type RequestEvent,
} from "#contract/staff/requests.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { lockRequest } from "./openRequest.ts";
import { type RequestKinds, ruleOf } from "./requestRule.ts";
import { isStillAsSeen } from "./staleness.ts";
import { summarize, summaryQuery } from "./summary.ts";
import { isSamePerson } from "./samePerson.ts";

/**
 * One request with what it would change, its documents and its history. `isStale` says that the state has
 * moved on since: what the decision would find, without making it. A look at what is asked for a member
 * is recorded first; number and address are masked for whoever neither decides it, made it, nor sees them
 * in the member's file.
 */
export async function readRequest(
  app: App,
  kinds: RequestKinds,
  staff: StaffCaller,
  requestId: string,
): Promise<RequestDetails> {
  await recordMemberLook(app, staff, requestId);
  return transact(app.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    const row = await summaryQuery(tx).where("r.id", "=", requestId).executeTakeFirst();
    if (request === undefined || row === undefined) throw new Refusal("not_found");
    const bound = ruleOf(kinds, request.kind)(request.payload, staff.language);
    const summary = summarize(row, staff, app.now());
    const isOpen = seesContact(staff, row, summary.verdict);
    const shown = (facts: Facts): Facts => (isOpen ? facts : maskContact(facts));
    return {
      ...summary,
      payloadHash: request.payload_hash,
      before: shown(request.before),
      after: shown(bound.after(request.before)),
      deciders: await readDeciders(tx, request.kind),
      isStale: request.state === "open" && !(await isStillAsSeen(tx, bound, request, app.now())),
      documents: request.documents,
      note: request.note,
      history: await readHistory(tx, requestId),
    };
  });
}

/** Whether the number and address of a request, and its documents, may be seen by this person. */
export function seesContact(
  staff: StaffCaller,
  { maker_person_key, office_id }: { maker_person_key: string; office_id: bigint | null },
  verdict: RequestDetails["verdict"],
): boolean {
  const isOwn = isSamePerson(maker_person_key, staff.personKey);
  return isOwn || verdict === "may_decide" || staff.may("member.view_contact", office_id);
}

/** Opening what is asked for a member, or its documents, is a look at that member's file (docs/security.md S133). */
export async function recordMemberLook(
  app: App,
  staff: StaffCaller,
  requestId: string,
): Promise<void> {
  const request = await app.db
    .selectFrom("staff_request")
    .select("subject")
    .where("id", "=", requestId)
    .executeTakeFirst();
  const guid = /^member:(.+)$/.exec(request?.subject ?? "")?.[1];
  if (guid !== undefined) await recordView(app, staff, guid, "request");
}

function maskContact(facts: Facts): Facts {
  const masks: Record<string, (value: string) => string> = {
    mobileNumber: (value) => (value === "" ? "" : maskMobile(value)),
    emailAddress: maskEmail,
  };
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, masks[name]?.(value) ?? value]),
  );
}

async function readDeciders(tx: Tx, kind: RequestKind): Promise<RequestDetails["deciders"]> {
  const rows = await tx
    .selectFrom("role_action")
    .select(["role", "scope"])
    .where("action", "=", `decide.${kind}`)
    .orderBy("role")
    .execute();
  // The table's checks allow exactly these.
  return rows as RequestDetails["deciders"];
}

async function readHistory(tx: Tx, requestId: string): Promise<RequestDetails["history"]> {
  const events = await tx
    .selectFrom("audit_event")
    .select(["at", "actor", "action"])
    .where("object", "=", `request:${requestId}`)
    .where("action", "in", REQUEST_EVENTS)
    .orderBy("id")
    .limit(100)
    .execute();
  return events.map(({ at, actor, action }) => ({
    at: at.toISOString(),
    who: actor,
    // Asked for above.
    action: action as RequestEvent,
  }));
}
