import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/**
 * Deletes sessions 90 days after their last activity. That moment is kept with the member where it is
 * the newest known: inactivity is counted from it.
 */
export async function forgetOldSessions(app: App): Promise<void> {
  await sql`
    with gone as (
      delete from session where last_active_at < ${app.now()}::timestamptz - interval '90 days'
      returning member_id, last_active_at
    ), newest as (
      select member_id, max(last_active_at) as at from gone group by member_id
    )
    update member set last_active_at = newest.at
    from newest where member.id = newest.member_id and member.inactive_since < newest.at
  `.execute(app.db);
}
