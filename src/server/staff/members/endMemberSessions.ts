import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { forgetDevices } from "#server/auth/devices.ts";
import { endAccess } from "#server/auth/endAccess.ts";
import { announceEnded } from "#server/auth/endSessions.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/members/holdMember.ts";
import { Refusal } from "#server/refusal.ts";
import { findMember } from "./findMember.ts";

/**
 * Ends one session of a member and forgets its browser, or ends everything by which somebody could go on
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
        : [await endOne(tx, { memberId: id, sessionId: BigInt(sessionId), at })];
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "sessions_ended",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { sessions: ids.join(" ") },
    });
    return ids.length;
  });
}

async function endOne(
  tx: Tx,
  { memberId, sessionId, at }: { memberId: bigint; sessionId: bigint; at: Date },
): Promise<bigint> {
  const ended = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: "staff" })
    .where("id", "=", sessionId)
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning("device_id")
    .executeTakeFirst();
  if (ended === undefined) throw new Refusal("not_found");
  await announceEnded(tx, [sessionId], "staff");
  await forgetDevices(tx, { memberId, at, onlyDevice: ended.device_id });
  return sessionId;
}
