import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Who has only the member's phone shall not pay himself at once (refusePausedPayee.ts). */
export async function pauseNewPayees(tx: Tx, app: App, memberId: bigint): Promise<void> {
  const until = new Date(app.now().getTime() + app.config.NEW_PAYEE_PAUSE_HOURS * HOUR_MS);
  await tx
    .updateTable("member")
    .set({ payees_paused_until: until })
    .where("id", "=", memberId)
    .execute();
}
