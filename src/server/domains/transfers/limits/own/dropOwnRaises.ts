import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

/**
 * Gives up the raises of the member's own limits that do not hold yet, and tells the member: somebody else may
 * have asked for them, and who cannot come in could not stop them. The caller holds the member (holdMember.ts).
 */
export async function dropOwnRaises(
  tx: Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update own_limit l set raised_centavos = null, raised_from = null
    from member m
    where m.id = l.member_id and l.member_id = ${memberId} and l.raised_from is not null
      and not own_limit_is_raised(l, m, ${at}::timestamptz)`.execute(tx);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await notify(tx, { memberId, kind: "own_limit_raise_dropped", params: {}, at });
}
