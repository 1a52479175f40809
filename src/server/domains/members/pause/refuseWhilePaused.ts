import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Until when the member's pause runs; null when none does. Holds the member's row until the transaction ends: a
 * pause that begins meanwhile begins after what is done here. Taken before the member's card, as orders take them.
 */
export async function holdPause(
  tx: Tx,
  app: Pick<App, "now">,
  memberId: bigint,
): Promise<Date | null> {
  const { rows } = await sql<{ paused_until: Date | null }>`
    select m.paused_until from member m where m.id = ${memberId} for share`.execute(tx);
  const until = rows[0]?.paused_until ?? null;
  return until !== null && until > app.now() ? until : null;
}

type PausedCode = "raise_paused" | "release_paused" | "pin_reset_paused";

/** The no of a pause to a higher limit, to the release of locked money or to a new PIN, with its end. */
export function pausedRefusal(code: PausedCode, until: Date): Refusal {
  return new Refusal(code, { values: { from: manilaMoment(until) } });
}

/** Refuses a raise or a release in the member's pause; holds the member's row (holdPause). */
export async function refuseWhilePaused(
  tx: Tx,
  app: Pick<App, "now">,
  { memberId, code }: { memberId: bigint; code: PausedCode },
): Promise<void> {
  const until = await holdPause(tx, app, memberId);
  if (until !== null) throw pausedRefusal(code, until);
}
