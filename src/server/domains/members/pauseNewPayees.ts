import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";

const HOUR_MS = 60 * 60 * 1000;

/** After what somebody else may be the one who acts as the member: the check of member.payees_paused_for. */
export type PauseReason =
  | "mobile_changed"
  | "email_changed"
  | "password_recovered"
  | "username_recovered"
  | "new_device"
  | "joined_again"
  | "access_reopened";

/**
 * Has new payees of this member wait for NEW_PAYEE_PAUSE_HOURS, in the transaction of what changed: whoever
 * has taken over shall not pay himself at once. Orders are judged by it as they are posted (payee_paused,
 * payee_waits). A pause that runs already begins where it began, so that nobody kept in it counts as known.
 */
export async function pauseNewPayees(
  tx: Tx,
  app: App,
  { memberId, reason }: { memberId: bigint; reason: PauseReason },
): Promise<void> {
  const at = app.now();
  const until = new Date(at.getTime() + app.config.NEW_PAYEE_PAUSE_HOURS * HOUR_MS);
  await sql`
    update member m set
      payees_paused_at = case when new_payees_wait(m, ${at}) then m.payees_paused_at else ${at} end,
      payees_paused_until = greatest(m.payees_paused_until, ${until}),
      payees_paused_for = ${reason}
    where m.id = ${memberId}`.execute(tx);
}
