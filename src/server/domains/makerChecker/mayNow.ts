import { sql } from "kysely";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Whether this account's roles allow the action in the branch at this moment (null: what is no branch's).
 * A change of the roles waits until this transaction has ended, so what was checked stays true for the action.
 */
export async function mayNow(
  tx: Tx,
  staffId: bigint,
  action: StaffAction,
  officeId: bigint | null,
): Promise<boolean> {
  const { rows } = await sql`
    select a.action from staff s
    join staff_role r on r.staff_id = s.id and r.ended_at is null
    join role_action a on a.role = r.role and a.action = ${action}
    where s.id = ${staffId} and s.state = 'active'
      and (a.scope = 'all' or r.office_id is null or r.office_id = ${officeId}::bigint)
    for share of s, r`.execute(tx);
  return rows.length > 0;
}
