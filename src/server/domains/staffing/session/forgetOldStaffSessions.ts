import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/** Ends staff sessions whose time ran out, and deletes them 90 days after their last activity. */
export async function forgetOldStaffSessions(app: App): Promise<void> {
  const { STAFF_IDLE_SECONDS, SESSION_SECONDS } = app.config;
  const at = app.now();
  await sql`
    update staff_session set ended_at = ${at}, ended_reason = 'expired'
    where ended_at is null
      and (last_active_at < ${at}::timestamptz - make_interval(secs => ${STAFF_IDLE_SECONDS})
        or started_at < ${at}::timestamptz - make_interval(secs => ${SESSION_SECONDS}))
  `.execute(app.db);
  await sql`
    delete from staff_session where last_active_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
}
