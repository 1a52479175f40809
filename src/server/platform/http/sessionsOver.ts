import type { App } from "#server/platform/app.ts";
import { sessionLimits } from "./session.ts";

/**
 * Those of these sessions that are over, however they came to be over, and why. One parameter for all: each
 * by itself, thousands would be read anew with every question, and above 65,535 none would be answered.
 */
export async function findSessionsOver(
  app: App,
  sessionIds: readonly bigint[],
): Promise<{ id: bigint; reason: string }[]> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const now = app.now().getTime();
  const { rows } = await app.pool.query<{ id: bigint; reason: string }>({
    name: "sessions_over",
    text: `select id, coalesce(ended_reason, 'expired') as reason from session
      where id = any ($1::bigint[]) and (ended_at is not null or last_active_at <= $2 or started_at <= $3)`,
    values: [
      sessionIds.map(String),
      new Date(now - idleSeconds * 1000),
      new Date(now - lifeSeconds * 1000),
    ],
  });
  return rows;
}
