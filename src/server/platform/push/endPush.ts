import { transact } from "#server/db/db.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/** Pushes nothing to a browser of the caller's any more; what it stood for goes by text again. */
export async function endPush(app: App, caller: Caller, id: string): Promise<void> {
  const { memberId } = caller;
  await transact(app.db, async (tx) => {
    const at = app.now();
    const own = await tx
      .selectFrom("push_subscription")
      .select(["device_id", "ended_at"])
      .where("id", "=", id)
      .where("member_id", "=", memberId)
      .forUpdate()
      .executeTakeFirst();
    if (own === undefined) throw new Refusal("not_found");
    if (own.ended_at !== null) return;
    await tx
      .updateTable("push_subscription")
      .set({ ended_at: at, end_reason: "member" })
      .where("id", "=", id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "push_turned_off",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { device: own.device_id.slice(0, 8) },
    });
    const from = { sessionId: caller.sessionId };
    await noteActivity(tx, { memberId, at, kind: "push_turned_off", doer: "member", from });
  });
}
