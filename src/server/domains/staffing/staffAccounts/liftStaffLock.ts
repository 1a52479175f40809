import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { forgetStaffTries } from "#server/domains/staffing/session/staffTries.ts";
import { lockForEnrolment, requireReach } from "./enrolmentRights.ts";

/**
 * Gives the owner of an account all tries of sign-in, password and enrolment back, wherever they were
 * used up. Refuses one's own account, and one whose roles reach further than the caller's right.
 */
export async function liftStaffLock(app: App, staff: StaffCaller, staffId: bigint): Promise<void> {
  await transact(app.db, async (tx) => {
    const { username, person_key: personKey } = await lockForEnrolment(tx, staffId);
    await requireReach(tx, staff, { id: staffId, personKey });
    await forgetStaffTries(tx, app, { id: staffId, username });
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "staff_lock_lifted",
      object: `staff:${username}`,
      correlationId: staff.correlationId,
    });
  });
}
