import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Removes what is kept of a limit for a recipient that was raised to none. Refuses while one holds, or a raise
 * has not come yet (recipient_limited). The caller holds the member.
 */
export async function forgetLimit(
  tx: Tx,
  { memberId, recipientId, at }: { memberId: bigint; recipientId: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ id: bigint; is_held: boolean }>`
    select l.id, own_limit_holds(l, m, ${at}::timestamptz) is not null as is_held
    from own_limit l join member m on m.id = l.member_id
    where l.member_id = ${memberId} and l.recipient_id = ${recipientId}::uuid`.execute(tx);
  if (rows.some(({ is_held: isHeld }) => isHeld)) throw new Refusal("recipient_limited");
  for (const { id } of rows) {
    await tx.deleteFrom("own_limit").where("id", "=", id).execute();
  }
}
