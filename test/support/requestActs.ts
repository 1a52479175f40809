import type { Answer } from "#contract/endpoint.ts";
import { uploadRequestDocument } from "#contract/staff/requestDocuments.ts";
import { KINDS_NEEDING_DOCUMENTS, type RequestKind } from "#contract/staff/requestPayloads.ts";
import {
  decideRequest,
  getRequest,
  makeRequest,
  type RequestDetails,
} from "#contract/staff/requests.ts";
import type { TestStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";

export type Draft = {
  kind: RequestKind;
  payload: Record<string, unknown>;
  documents?: string[];
};

/** For these a test that names no identity document means one that was seen. */
const SEEN_AT_THE_COUNTER: readonly RequestKind[] = [
  "change_mobile",
  "change_email",
  "reactivate_member",
  "release_money_lock",
];

let lastKey = 0;
/** A key that no other order of the tests has. */
export const newKey = (): string => `request-key-${++lastKey}`;

/** Sends a document; undefined for whoever may send none. */
async function sendDocument(maker: TestStaff): Promise<string | undefined> {
  const upload = { query: { name: "form.pdf" }, body: "%PDF-1.7 signed" };
  const { body } = await maker.callRaw(uploadRequestDocument, upload);
  // By the contract.
  return (body["result"] as { documentId: string } | undefined)?.documentId;
}

/** Asks for something, as the console does: with the documents that are needed where none is named. */
export async function ask(
  maker: TestStaff,
  { kind, payload, documents }: Draft,
  idempotencyKey = newKey(),
): Promise<Answer<typeof makeRequest>> {
  const needsDocument = documents === undefined && KINDS_NEEDING_DOCUMENTS.includes(kind);
  const document = needsDocument ? await sendDocument(maker) : undefined;
  const attached = documents ?? (document === undefined ? [] : [document]);
  const seen = SEEN_AT_THE_COUNTER.includes(kind) ? { identityDocument: "UMID ending 1234" } : {};
  const body = {
    kind,
    payload: { ...seen, ...payload },
    reason: "The member came to the counter",
    documents: attached,
  };
  return maker.call(makeRequest, { body }, { idempotencyKey });
}

/** The id of a request that was made; throws when it was refused. */
export async function asked(maker: TestStaff, request: Draft): Promise<string> {
  const answer = await ask(maker, request);
  if (!answer.status) throw new Error(`${request.kind}: ${answer.code} ${answer.message}`);
  return answer.result.requestId;
}

/** The request as this person sees it. */
export async function look(staff: TestStaff, requestId: string): Promise<RequestDetails> {
  const answer = await staff.call(getRequest, { params: { requestId } });
  if (!answer.status) throw new Error(`look: ${answer.code}`);
  return answer.result;
}

/** Decides what this person sees. */
export async function decide(
  staff: TestStaff,
  requestId: string,
  decision: "approve" | "reject" = "approve",
  { note = decision === "reject" ? "Not proved" : "", payloadHash = "" } = {},
): Promise<Answer<typeof decideRequest>> {
  const hash = payloadHash || (await look(staff, requestId)).payloadHash;
  const body = { decision, payloadHash: hash, note };
  return staff.call(decideRequest, { params: { requestId }, body });
}

/** Approves, or throws. */
export async function approve(staff: TestStaff, requestId: string): Promise<void> {
  const answer = await decide(staff, requestId);
  if (!answer.status) throw new Error(`approve: ${answer.code} ${answer.message}`);
}

/** What the audit trail says of an object, oldest first, as 'actor: action'. */
export async function trail(world: World, object: string): Promise<string[]> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "action"])
    .where("object", "=", object)
    .orderBy("id")
    .execute();
  return events.map(({ actor, action }) => `${actor}: ${action}`);
}
