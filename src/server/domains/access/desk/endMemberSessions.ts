import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { forgetBrowser } from "#server/domains/access/auth/endSessions.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { Refusal } from "#server/refusal.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

/**
 * Ends one session of a member with those of its browser's other tabs, and forgets that browser, or ends everything by which somebody could go on
 * acting as the member: the next call of each is refused, and the portal is told at once. Whoever comes in
 * again proves it by code. Answers how many ended. Refuses not_found for a session that is another
 * member's, unknown or over.
 */
export async function endMemberSessions(
  app: App,
  staff: StaffCaller,
  { memberGuid, sessionId }: { memberGuid: string; sessionId?: string },
): Promise<number> {
  const { id } = await findMember(app, memberGuid);
  return transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, id);
    const ids =
      sessionId === undefined
        ? await endAccess(tx, { memberId: id, at, reason: "staff" })
        : await endBrowser(tx, { memberId: id, sessionId: BigInt(sessionId), at });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "sessions_ended",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { sessions: ids.join(" ") },
    });
    await noteActivity(tx, { memberId: id, at, kind: "sessions_ended", doer: "office" });
    return ids.length;
  });
}

async function endBrowser(
  tx: Tx,
  { memberId, sessionId, at }: { memberId: bigint; sessionId: bigint; at: Date },
): Promise<bigint[]> {
  const named = await tx
    .selectFrom("session")
    .select("device_id")
    .where("id", "=", sessionId)
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (named === undefined) throw new Refusal("not_found");
  return forgetBrowser(tx, { memberId, deviceId: named.device_id, at, reason: "staff" });
}
