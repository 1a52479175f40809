import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/** Deletes what happened more than five years ago. */
export async function forgetOldActivity(app: App): Promise<void> {
  await sql`
    delete from member_activity where at < ${app.now()}::timestamptz - interval '5 years'
  `.execute(app.db);
}
