import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { isOneOf } from "#server/domains/makerChecker/samePerson.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { lockForEnrolment, requireReach } from "./enrolmentRights.ts";

/**
 * Opens an account whose owner has set password and authenticator: the caller says that they saw the
 * person, an identity document and the phone. Refuses whoever asked for the account or handed out its
 * code, so that no one person can make themselves a second one.
 */
export async function confirmEnrolment(
  app: App,
  staff: StaffCaller,
  staffId: bigint,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const account = await lockForEnrolment(tx, staffId);
    if (account.state !== "enrolled") throw new Refusal("enrolment_not_done");
    await requireReach(tx, staff, { id: staffId, personKey: account.person_key });
    const { enrolment_issued_by: issuer, enrolment_asked_by: maker } = account;
    if (isOneOf(staff.personKey, [issuer, maker])) throw new Refusal("enrolment_handled_by_you");
    await tx
      .updateTable("staff")
      .set({
        state: "active",
        enrolment_asked_by: null,
        enrolment_approved_by: null,
        enrolment_issued_by: null,
      })
      .where("id", "=", staffId)
      .execute();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "enrolment_confirmed",
      object: `staff:${account.username}`,
      correlationId: staff.correlationId,
    });
  });
}
