import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/** A code is with the gateway within a second or two; beyond this it is late. */
export const LATE_SECONDS = 30;

/**
 * Whether codes are late right now: one of the last ten minutes waits longer than half a minute or never
 * left, and none has left since. One look-up in the index of the newest texts.
 */
export async function isSmsDelayed(app: Pick<App, "db" | "now">): Promise<boolean> {
  const at = app.now();
  const { rows } = await sql<{ delayed: boolean }>`
    select exists (
      select from text_message t
      where t.kind = 'code' and t.created_at <= ${at}::timestamptz - make_interval(secs => ${LATE_SECONDS})
        and t.created_at > ${at}::timestamptz - interval '10 minutes'
        and t.handed_over_at is null
        and (t.state in ('queued', 'expired') or t.state = 'in_doubt' and t.expires_at > ${at})
        and not exists (
          select from text_message later
          where later.kind = 'code' and later.handed_over_at > t.created_at + make_interval(secs => ${LATE_SECONDS})
            and later.handed_over_at <= ${at}::timestamptz
            and later.created_at > ${at}::timestamptz - interval '10 minutes')
    ) as delayed
  `.execute(app.db);
  return rows[0]?.delayed === true;
}
