import type { MoneyLocks } from "#contract/moneyLock.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { Refusal } from "#server/refusal.ts";
import { readLocks } from "./readLocks.ts";

/** Takes back a release that is yet to come. Refuses one that is free, or not the caller's (not_found). */
export async function keepOwnLock(
  app: App,
  { memberId, sessionId, memberGuid, correlationId }: Caller,
  releaseId: string,
): Promise<MoneyLocks> {
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    const { numUpdatedRows } = await tx
      .updateTable("money_lock")
      .set({ asked_at: null, free_from: null })
      .where("hold_id", "=", BigInt(releaseId))
      .where("member_id", "=", memberId)
      .where("free_from", "is not", null)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("not_found");
    await noteActivity(tx, {
      memberId,
      at,
      kind: "lock_release_taken_back",
      doer: "member",
      from: { sessionId },
    });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: memberGuid,
      action: "lock_release_taken_back",
      object: `hold:${releaseId}`,
      correlationId,
    });
  });
  return readLocks(app, memberId);
}
