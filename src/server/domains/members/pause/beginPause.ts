import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

const HOUR_MS = 60 * 60 * 1000;

/** After what somebody else may be the one who acts as the member: the check of member.paused_for. */
export type PauseReason =
  | "mobile_changed"
  | "email_changed"
  | "password_recovered"
  | "username_recovered"
  | "new_device"
  | "joined_again"
  | "access_reopened"
  | "new_passkey"
  | "passkey_removed"
  | "unfrozen";

/**
 * Begins the member's pause, in the transaction of what changed: for PAUSE_HOURS no new payee is paid, no limit
 * goes up and no locked money is released, since whoever has taken over shall gain nothing at once. Orders are
 * judged by it as they are posted (is_paused, payee_waits), raises and releases as they are asked for
 * (refuseWhilePaused.ts). A pause that runs already begins where it began, so that nobody kept in it counts as a
 * known payee. The member is told its end at once; `former` is the number that was the member's until now, which
 * hears every warning until the end of this pause (textMember).
 */
export async function beginPause(
  tx: Tx,
  app: App,
  {
    memberId,
    reason,
    ...changed
  }: { memberId: bigint; reason: PauseReason; former?: string | null },
): Promise<void> {
  const at = app.now();
  const until = new Date(at.getTime() + app.config.PAUSE_HOURS * HOUR_MS);
  const former = changed.former ?? null;
  // Of two changes in a day the first number is the member's beyond doubt.
  const keepsFormer = sql<boolean>`(${former}::text is null or m.former_mobile_until > ${at})`;
  const { rows } = await sql<{ paused_until: Date; language: string }>`
    update member m set
      paused_at = case when is_paused(m, ${at}) then m.paused_at else ${at} end,
      paused_until = greatest(m.paused_until, ${until}),
      paused_for = ${reason},
      former_mobile_number = case when ${keepsFormer} then m.former_mobile_number else ${former} end,
      former_mobile_until = case when ${keepsFormer} then m.former_mobile_until
        when ${former}::text is null then null else greatest(m.paused_until, ${until}) end
    where m.id = ${memberId}
    returning m.paused_until, m.language`.execute(tx);
  const [row] = rows;
  if (row === undefined || row.paused_until <= at) return;
  const values = { moment: manilaMoment(row.paused_until) };
  await tellMember(tx, app, { memberId, notice: "pause_began", values });
}
