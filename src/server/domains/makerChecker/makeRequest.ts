import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  KINDS_NEEDING_DOCUMENTS,
  KINDS_WITH_DOCUMENTS,
  type RequestKind,
} from "#contract/staff/requestPayloads.ts";
import type { RequestDocument } from "#contract/staff/requests.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { isTaken, transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { attachDocuments } from "./documents.ts";
import { endOverdue } from "./expireRequests.ts";
import { isAbout } from "./samePerson.ts";
import { keepRequest } from "./keepRequest.ts";
import { type BoundRequest, type RequestKinds, ruleOf } from "./requestRule.ts";
import { isSameState } from "./staleness.ts";

export type NewRequest = {
  kind: RequestKind;
  payload: unknown;
  reason: string;
  /** Ids of documents that this account sent before. */
  documents: string[];
  idempotencyKey: string;
};

export type MadeRequest = { requestId: string; payloadHash: string; expiresAt: string };

/**
 * Writes down what somebody asks for, with the state it would change, for another person to decide. A
 * repeat with the same key gets the first answer. Refuses what the caller may not ask for or is about the
 * caller, what does not
 * apply as things stand, what needs a document and has none, and a second open request of a kind about the
 * same thing.
 */
export async function makeRequest(
  app: App,
  kinds: RequestKinds,
  staff: StaffCaller,
  request: NewRequest,
): Promise<MadeRequest> {
  if (!staff.may(`request.${request.kind}`)) throw new Refusal("not_your_role");
  // What is wrong with the fields is said before a document is asked for.
  const bound = ruleOf(kinds, request.kind)(request.payload, staff.language);
  if (request.documents.length > 0 && !KINDS_WITH_DOCUMENTS.includes(request.kind)) {
    throw new Refusal("invalid_parameters", { param: "documents" });
  }
  if (request.documents.length === 0 && KINDS_NEEDING_DOCUMENTS.includes(request.kind)) {
    throw new Refusal("request_document_needed");
  }
  try {
    return await transact(app.db, (tx) => make(tx, app, staff, request, bound));
  } catch (error) {
    const isRepeat = isTaken(error, "staff_request_maker_staff_id_idempotency_key_key");
    if (!isRepeat && !isTaken(error, "staff_request_one_open")) throw error;
    const first = await transact(app.db, (tx) => findRepeat(tx, staff, request, bound));
    if (first === undefined) throw new Refusal("request_open_already");
    return first;
  }
}

async function make(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  request: NewRequest,
  bound: BoundRequest,
): Promise<MadeRequest> {
  const first = await findRepeat(tx, staff, request, bound);
  if (first !== undefined) return first;
  const at = app.now();
  const officeId = await bound.readOffice(tx);
  // Another branch's member is nobody's; what is no branch's takes a role in all of them.
  if (!staff.may(`request.${request.kind}`, officeId)) {
    throw new Refusal(officeId === null ? "not_your_role" : "not_found");
  }
  const before = await bound.readBefore(tx, at);
  if (isSameState(bound.after(before), before)) throw new Refusal("request_does_not_apply");
  await bound.mustHold(tx, at);
  await endOverdue(tx, app, { kind: request.kind, subject: bound.subject });
  const documents = await attachDocuments(tx, staff, request.documents);
  const { kind, reason, idempotencyKey } = request;
  const made = await keepRequest(tx, app, staff, {
    kind,
    bound,
    officeId,
    before,
    reason,
    documents,
    idempotencyKey,
  });
  // It would stand in the way of what others ask for.
  if (isAbout(made.about_people, staff.personKey)) throw new Refusal("request_about_you");
  await keepDocuments(tx, made.id, documents);
  return told(made);
}

async function keepDocuments(tx: Tx, requestId: string, documents: RequestDocument[]) {
  if (documents.length === 0) return;
  await tx
    .updateTable("staff_document")
    .set({ request_id: requestId })
    .where(
      "id",
      "in",
      documents.map(({ id }) => id),
    )
    .execute();
}

/** The answer that this key got before. Refuses idempotency_key_reused when it was for something else. */
async function findRepeat(
  tx: Tx,
  staff: StaffCaller,
  request: NewRequest,
  bound: BoundRequest,
): Promise<MadeRequest | undefined> {
  const first = await tx
    .selectFrom("staff_request")
    .select(["id", "kind", "payload", "documents", "reason", "payload_hash", "expires_at"])
    .where("maker_staff_id", "=", staff.staffId)
    .where("idempotency_key", "=", request.idempotencyKey)
    .executeTakeFirst();
  if (first === undefined) return undefined;
  // Written by make(), from the same type.
  const documents = (first.documents as RequestDocument[]).map(({ id }) => id);
  const isSame = isDeepStrictEqual(
    [first.kind, first.payload, first.reason, documents],
    [request.kind, bound.wire, request.reason, request.documents],
  );
  if (!isSame) throw new Refusal("idempotency_key_reused");
  // It tells of a request that the standby may not have yet.
  await sql`select wait_like_a_write()`.execute(tx);
  return told(first);
}

const told = (made: { id: string; payload_hash: string; expires_at: Date }): MadeRequest => ({
  requestId: made.id,
  payloadHash: made.payload_hash,
  expiresAt: made.expires_at.toISOString(),
});
