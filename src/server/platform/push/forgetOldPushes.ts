import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/** After 90 days nobody asks what became of a pushed notice, or of a browser that none goes to any more. */
export async function forgetOldPushes(app: App): Promise<void> {
  const at = app.now();
  await sql`
    delete from push_notice where created_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
  await sql`
    delete from push_subscription where ended_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
}
