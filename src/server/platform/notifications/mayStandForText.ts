import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * Whether a notice just written is pushed to a browser that may stand for its text: one that the member has had for
 * longer than the pause.
 */
export async function mayStandForText(
  tx: Tx,
  { memberId, notificationId, at }: { memberId: bigint; notificationId: bigint; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from push_notice where notification_id = ${notificationId})
      and exists (
        select from live_push(${memberId}, ${at}) p where p.instead_of_text_from <= ${at}) as may
  `.execute(tx);
  return rows[0]?.may === true;
}
