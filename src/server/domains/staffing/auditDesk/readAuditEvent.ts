import type * as z from "zod/mini";
import type { getAuditEvent } from "#contract/staff/audit.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { isOfOffices } from "./auditQuery.ts";
import { shownEvent } from "./listAuditEvents.ts";

/** One event with its figures and its seal. Refuses with not_found, also what is another branch's. */
export async function readAuditEvent(
  app: App,
  staff: StaffCaller,
  eventId: string,
): Promise<z.output<typeof getAuditEvent.result>> {
  const offices = staff.offices("audit.view");
  let query = app.db
    .selectFrom("audit_event")
    .leftJoin("audit_seal", "audit_seal.row_id", "audit_event.id")
    .selectAll("audit_event")
    .select(["audit_seal.position", "audit_seal.sealed_at"])
    .where("audit_event.id", "=", BigInt(eventId));
  if (offices !== "all") query = query.where(isOfOffices(offices));
  const event = await query.executeTakeFirst();
  if (event === undefined) throw new Refusal("not_found");
  const { position, sealed_at: sealedAt } = event;
  return {
    ...shownEvent(event),
    // audit() writes an object.
    detail: event.detail as Record<string, unknown>,
    seal:
      position === null || sealedAt === null
        ? null
        : { position: position.toString(), sealedAt: sealedAt.toISOString() },
  };
}
