import type { AuditAction } from "#contract/staff/auditActions.ts";
import { type ActivityKind, TOLD_REQUESTS } from "#contract/activity.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { sql } from "kysely";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import type { Facts, RequestDocument, RequestState } from "#contract/staff/requests.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";

/** A request as it lies in the table. */
export type StoredRequest = {
  id: string;
  kind: RequestKind;
  office_id: bigint | null;
  subject: string;
  payload: unknown;
  before: Facts;
  documents: RequestDocument[];
  reason: string;
  payload_hash: string;
  /** What lies there now has the hash it was made with, in the table and in the audit trail. */
  is_as_made: boolean;
  /** The person of the staff it is about, as isAbout reads it; null where it is about nobody of them. */
  about_people: string[];
  maker_staff_id: bigint;
  maker_username: string;
  maker_person_key: string;
  made_at: Date;
  expires_at: Date;
  state: RequestState;
  checker_username: string | null;
  decided_at: Date | null;
  note: string;
};

/** What the record names of a request. */
export type NamedRequest = { id: string; kind: string; subject: string; payload_hash: string };

/** The request, locked until the transaction ends: decisions of one request take turns. */
export async function lockRequest(tx: Tx, requestId: string): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select r.*, staff_request_hash(r) = r.payload_hash and exists (
      select from audit_event e where e.object = 'request:' || r.id and e.action = 'request_made'
        and e.detail ->> 'payload_hash' = r.payload_hash) as is_as_made,
      staff_request_about(r) as about_people
    from staff_request r where r.id = ${requestId} for no key update`.execute(tx);
  return rows[0];
}

/** How a request ended. `by` is the checker where one decided. */
export type Ending = {
  state: Exclude<RequestState, "open">;
  at: Date;
  note?: string;
  by?: { staffId: bigint; username: string; personKey: string };
};

/** Writes down how a request ended; the row is final from then on. */
export async function endRequest(
  tx: Tx,
  requestId: string,
  { state, at, note = "", by }: Ending,
): Promise<void> {
  await tx
    .updateTable("staff_request")
    .set({
      state,
      decided_at: at,
      note,
      ...(by && {
        checker_staff_id: by.staffId,
        checker_username: by.username,
        checker_person_key: by.personKey,
      }),
    })
    .where("id", "=", requestId)
    .where("state", "=", "open")
    .execute();
}

/** What is remembered of a request: who did what to it, with the hash of what it asks for. */
export async function auditRequest(
  tx: Tx,
  app: App,
  request: NamedRequest,
  event: {
    /** 'request_made', 'request_approved'; the kind itself for what it did to its subject. */
    action: AuditAction;
    /** A staff username; the worker otherwise. */
    actor: string | undefined;
    correlationId: string;
    object?: string;
    detail?: Record<string, string>;
  },
): Promise<void> {
  const at = app.now();
  await noteRequest(tx, request, event.action, at);
  await audit(tx, {
    at,
    actorKind: event.actor === undefined ? "system" : "staff",
    actor: event.actor ?? "expireRequests",
    action: event.action,
    object: event.object ?? `request:${request.id}`,
    correlationId: event.correlationId,
    detail: {
      kind: request.kind,
      subject: request.subject,
      payload_hash: request.payload_hash,
      ...event.detail,
    },
  });
}

const toldEndings: Record<string, ActivityKind> = {
  request_made: "request_made",
  request_approved: "request_approved",
  request_rejected: "request_rejected",
  request_withdrawn: "request_ended",
  request_expired: "request_ended",
  request_stale: "request_ended",
  request_failed: "request_ended",
};

/** The member whom a request of the office is about is told of it: what is asked for, never by whom or why. */
async function noteRequest(
  tx: Tx,
  { kind, subject }: NamedRequest,
  action: string,
  at: Date,
): Promise<void> {
  const told = toldEndings[action];
  const guid = /^member:(.+)$/.exec(subject)?.[1];
  if (told === undefined || guid === undefined || !TOLD_REQUESTS.includes(kind)) return;
  const member = await tx
    .selectFrom("member")
    .select("id")
    .where("guid", "=", guid)
    .executeTakeFirst();
  if (member === undefined) return;
  await noteActivity(tx, { memberId: member.id, at, kind: told, doer: "office", about: kind });
}
