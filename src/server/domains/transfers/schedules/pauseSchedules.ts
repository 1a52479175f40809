import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

/**
 * Pauses the schedules of a member, with what is announced of them, and tells the member: somebody else may have made
 * them, and who cannot come in could not stop them. Nothing leaves by them until the member resumes each. The caller
 * holds the member (holdMember.ts).
 */
export async function pauseSchedules(
  tx: Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    with paused as (
      update transfer_schedule t set state = 'paused', paused_for = 'access'
      where t.member_id = ${memberId} and t.state = 'active' returning t.id
    ), stopped as (
      update transfer_schedule_day y set state = 'stopped' from paused p
      where y.schedule_id = p.id and y.state = 'announced'
    )
    select id from paused`.execute(tx);
  if (rows.length === 0) return;
  await notify(tx, { memberId, kind: "schedules_paused", params: {}, at });
}

/** How many schedules of the member the end of their access has paused, which nobody has resumed or ended. */
export async function countPaused(tx: Tx, memberId: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom("transfer_schedule")
    .select((is) => is.fn.countAll<bigint>().as("count"))
    .where("member_id", "=", memberId)
    .where("paused_for", "=", "access")
    .executeTakeFirstOrThrow();
  return Number(count);
}
