import { sql } from "kysely";
import type { Device } from "#contract/safety.ts";
import { oldestSeen } from "#server/domains/access/auth/devices.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { sessionLimits } from "#server/platform/http/session.ts";

/** More than anybody uses. Those beyond are older still, and 'sign out everywhere else' forgets them as well. */
const MOST_SHOWN = 100;

/** The browsers in which the caller signs in without a code: this one, then the last used first. */
export async function readDevices(
  app: App,
  caller: Caller,
  { source }: { source: string },
): Promise<Device[]> {
  const at = app.now();
  const mark = sourceMark(app, source);
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { rows } = await sql<{
    id: string;
    name: string | null;
    browser: string;
    system: string;
    first_seen_at: Date;
    last_used_at: Date;
    source_mark: string | null;
    is_this: boolean;
    is_signed_in: boolean;
  }>`
    select d.id, d.name, d.browser, d.system, d.first_seen_at, d.source_mark,
      device_last_used(d) as last_used_at,
      coalesce(s.is_this, false) as is_this, coalesce(s.is_signed_in, false) as is_signed_in
    from device d
    left join lateral (
      select bool_or(s.id = ${caller.sessionId}) as is_this,
        bool_or(session_verdict(s, s.cookie_hash, ${at}, ${idleSeconds}, ${lifeSeconds}) = 'ok') as is_signed_in
      from session s where s.member_id = d.member_id and s.device_id = d.id
    ) s on true
    where d.member_id = ${caller.memberId} and d.forgotten_at is null and d.last_seen_at > ${oldestSeen(at)}
    order by is_this desc, last_used_at desc, d.id
    limit ${MOST_SHOWN}`.execute(app.db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? "",
    browser: row.browser,
    system: row.system,
    firstUsedAt: row.first_seen_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    place: row.source_mark === null ? "unknown" : row.source_mark === mark ? "here" : "other",
    isThis: row.is_this,
    isSignedIn: row.is_signed_in,
  }));
}
