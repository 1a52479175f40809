import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { announceEnded } from "#server/auth/endSessions.ts";
import { transact } from "#server/db/db.ts";
import { holdMember } from "#server/members/holdMember.ts";
import { Refusal } from "#server/refusal.ts";
import { findMember } from "./findMember.ts";

/**
 * Ends one session of a member, or all that stand: the next call of each is refused, and the portal is
 * told at once. Answers how many ended. Refuses not_found for a session that is another member's, unknown
 * or over.
 */
export async function endMemberSessions(
  app: App,
  staff: StaffCaller,
  { memberGuid, sessionId }: { memberGuid: string; sessionId?: string },
): Promise<number> {
  const { id } = await findMember(app, memberGuid);
  return transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, id);
    const ended = await tx
      .updateTable("session")
      .set({ ended_at: at, ended_reason: "staff" })
      .where("member_id", "=", id)
      .where("ended_at", "is", null)
      .$if(sessionId !== undefined, (query) => query.where("id", "=", BigInt(sessionId ?? 0)))
      .returning("id")
      .execute();
    if (sessionId !== undefined && ended.length === 0) throw new Refusal("not_found");
    const ids = ended.map((session) => session.id);
    await announceEnded(tx, ids, "staff");
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
