import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";

/** Ends this session and those of the browser's other tabs, which share its cookie; another browser's go on. */
export async function staffLogout(app: App, staff: StaffCaller): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    await tx
      .updateTable("staff_session")
      .set({ ended_at: at, ended_reason: "logout" })
      .where("staff_id", "=", staff.staffId)
      .where("ended_at", "is", null)
      .where("cookie_hash", "=", (own) =>
        own.selectFrom("staff_session").select("cookie_hash").where("id", "=", staff.sessionId),
      )
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "staff_logout",
      object: `staff_session:${staff.sessionId}`,
      correlationId: staff.correlationId,
    });
  });
}
