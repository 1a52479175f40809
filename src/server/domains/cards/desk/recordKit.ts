import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";

/** Records what somebody did with a card kit, in the transaction that does it. */
export async function recordKit(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  serial: string,
  event: { action: AuditAction; detail?: Record<string, string | number> },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action: event.action,
    object: `kit:${serial}`,
    correlationId: staff.correlationId,
    ...(event.detail && { detail: event.detail }),
  });
}
