import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

/**
 * Takes back the releases of locked money that are yet to come, and tells the member: somebody else may have asked
 * for them, and who cannot come in could not stop them. The caller holds the member (holdMember.ts).
 */
export async function dropReleases(
  tx: Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("money_lock")
    .set({ asked_at: null, free_from: null })
    .where("member_id", "=", memberId)
    .where("free_from", "is not", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await notify(tx, { memberId, kind: "lock_release_dropped", params: {}, at });
}
