import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";

/**
 * Closes a member's online access at once and tells the member; one that staff closed before stays as it
 * is, and nobody is told twice. Closing protects and takes one person, opening again takes two (request kind
 * reactivate_member). Sessions, sockets, codes, the counter's too, recoveries and known browsers end. Accounts,
 * cards and loans go on, and money still comes in: only who would act through the portal is kept out.
 */
export async function closeMemberAccess(
  app: App,
  staff: StaffCaller,
  { memberGuid, reason }: { memberGuid: string; reason: string },
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { id, status, access_closed_for: closedFor } = await lockMember(tx, memberGuid);
    if (closedFor === "staff") return;
    // Once the member's row is taken: no order of a session that ends here is accepted later.
    const at = app.now();
    // Before the change of status, so that each session says who ended it.
    const ended = await endAccess(tx, { memberId: id, at, reason: "staff" });
    await tx
      .updateTable("member")
      .set({ status: status === "active" ? "suspended" : status, access_closed_for: "staff" })
      .where("id", "=", id)
      .execute();
    await tx
      .updateTable("first_time_code")
      .set({ closed_at: at })
      .where("member_id", "=", id)
      .where("closed_at", "is", null)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "access_closed",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { reason, sessions: ended.length },
    });
    await noteActivity(tx, { memberId: id, at, kind: "access_closed", doer: "office" });
    await tellMember(tx, app, { memberId: id, notice: "access_closed" });
  });
  pokeRelay(app);
}
