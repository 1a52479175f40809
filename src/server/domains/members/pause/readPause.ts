import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";

/** The member's pause as it runs now, for the screens on which it bites. */
export async function readPause(
  app: App,
  memberId: bigint,
): Promise<{ beganAt: string; endsAt: string; reason: string } | null> {
  const { rows } = await sql<{ paused_at: Date; paused_until: Date; paused_for: string }>`
    select m.paused_at, m.paused_until, m.paused_for from member m
    where m.id = ${memberId} and is_paused(m, ${app.now()})`.execute(app.db);
  const [row] = rows;
  return row === undefined
    ? null
    : {
        beganAt: row.paused_at.toISOString(),
        endsAt: row.paused_until.toISOString(),
        reason: row.paused_for,
      };
}
