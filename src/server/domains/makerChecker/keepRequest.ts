import { sql } from "kysely";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import type { Facts, RequestDocument } from "#contract/staff/requests.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { auditRequest } from "./openRequest.ts";
import type { BoundRequest } from "./requestRule.ts";

export type NewOpenRequest = {
  kind: RequestKind;
  bound: BoundRequest;
  officeId: bigint | null;
  before: Facts;
  reason: string;
  documents: RequestDocument[];
  idempotencyKey: string;
};

/** Who asks. */
export type Maker = {
  staffId: bigint;
  username: string;
  personKey: string;
  correlationId: string;
};

/** Writes an open request down with its record; what may be asked was decided before. */
export async function keepRequest(
  tx: Tx,
  app: App,
  maker: Maker,
  { kind, bound, officeId, before, reason, documents, idempotencyKey }: NewOpenRequest,
): Promise<{ id: string; payload_hash: string; expires_at: Date; about_people: string[] }> {
  const at = app.now();
  const made = await tx
    .insertInto("staff_request")
    .values({
      id: app.random.uuid(),
      kind,
      office_id: officeId,
      subject: bound.subject,
      payload: JSON.stringify(bound.wire),
      documents: JSON.stringify(documents),
      before: JSON.stringify(before),
      reason,
      maker_staff_id: maker.staffId,
      maker_username: maker.username,
      maker_person_key: maker.personKey,
      made_at: at,
      expires_at: new Date(at.getTime() + app.config.STAFF_REQUEST_HOURS * 3_600_000),
      // The trigger's to write.
      payload_hash: "",
      idempotency_key: idempotencyKey,
    })
    .returning(["id", "kind", "subject", "payload_hash", "expires_at"])
    .returning(sql<string[]>`staff_request_about(staff_request)`.as("about_people"))
    .executeTakeFirstOrThrow();
  await auditRequest(tx, app, made, {
    action: "request_made",
    actor: maker.username,
    correlationId: maker.correlationId,
    detail: { reason },
  });
  return made;
}
