import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact } from "#server/db/db.ts";

/** Ends this session; one in another browser goes on. */
export async function staffLogout(app: App, staff: StaffCaller): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    await tx
      .updateTable("staff_session")
      .set({ ended_at: at, ended_reason: "logout" })
      .where("id", "=", staff.sessionId)
      .where("ended_at", "is", null)
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
