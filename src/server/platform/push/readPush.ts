import type { PushState } from "#contract/push.ts";
import { sql } from "kysely";
import type { App, Caller } from "#server/platform/app.ts";
import { presentPushKey } from "#server/platform/gateways/push/pushKeys.ts";

/** The browsers that the caller's notices are pushed to, this one first, then the last added. */
export async function readPush(app: App, caller: Caller): Promise<PushState> {
  const { rows } = await sql<{
    id: string;
    name: string | null;
    browser: string;
    system: string;
    created_at: Date;
    last_pushed_at: Date | null;
    is_this: boolean;
  }>`
    select p.id, d.name, d.browser, d.system, p.created_at, p.last_pushed_at,
      p.device_id = (select device_id from session where id = ${caller.sessionId}) as is_this
    from live_push(${caller.memberId}, ${app.now()}) p join device d on d.id = p.device_id
    order by is_this desc, p.created_at desc, p.id`.execute(app.db);
  const { push_shows_amounts: showsAmounts } = await app.db
    .selectFrom("member")
    .select("push_shows_amounts")
    .where("id", "=", caller.memberId)
    .executeTakeFirstOrThrow();
  return {
    applicationServerKey: presentPushKey(app.secrets).publicKey,
    showsAmounts,
    browsers: rows.map((row) => ({
      id: row.id,
      name: row.name ?? "",
      browser: row.browser,
      system: row.system,
      since: row.created_at.toISOString(),
      lastPushedAt: row.last_pushed_at?.toISOString() ?? null,
      isThis: row.is_this,
    })),
  };
}
