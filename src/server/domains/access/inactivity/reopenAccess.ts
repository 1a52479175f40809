import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { staysClosed } from "#server/domains/access/auth/accessRefusal.ts";

/**
 * Counts inactivity anew for a member who proved who they are and set a password, and lifts what
 * inactivity closed: a suspension; a cancellation once the member has a username again, so call it
 * after the new one is stored. What staff closed, or is frozen, stays closed. Answers whether access is open now.
 */
export async function reopenAccess(
  tx: Tx,
  app: Pick<App, "now">,
  memberId: bigint,
  correlationId: string,
): Promise<boolean> {
  const at = app.now();
  const member = await tx
    .selectFrom("member")
    .select(["guid", "status", "access_closed_for", "username_key"])
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const wasClosed = member.access_closed_for !== null;
  if (wasClosed && (staysClosed(member.access_closed_for) || member.username_key === null)) {
    return false;
  }
  await tx
    .updateTable("member")
    .set({ status: "active", access_closed_for: null, last_active_at: at })
    .where("id", "=", memberId)
    .execute();
  if (!wasClosed) return true;
  await audit(tx, {
    at,
    actorKind: "member",
    actor: member.guid,
    action: "access_reopened",
    object: `member:${member.guid}`,
    correlationId,
    detail: { was: member.status },
  });
  await noteActivity(tx, { memberId, at, kind: "access_reopened", doer: "member" });
  return true;
}
