import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { announceEnded } from "./endSessions.ts";

/** Ends this session and those of the browser's other tabs, which share its cookie. */
export async function logout(app: App, caller: Caller): Promise<void> {
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, caller.memberId);
    const ended = await tx
      .updateTable("session")
      .set({ ended_at: at, ended_reason: "logout" })
      .where("member_id", "=", caller.memberId)
      .where("ended_at", "is", null)
      .where("cookie_hash", "=", (own) =>
        own.selectFrom("session").select("cookie_hash").where("id", "=", caller.sessionId),
      )
      .returning("id")
      .execute();
    await announceEnded(
      tx,
      ended.map(({ id }) => id),
      "logout",
    );
    const from = { sessionId: caller.sessionId };
    await noteActivity(tx, {
      memberId: caller.memberId,
      at,
      kind: "logged_out",
      doer: "member",
      from,
    });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "logout",
      object: `session:${caller.sessionId}`,
      correlationId: caller.correlationId,
    });
  });
}
