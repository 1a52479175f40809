import type { Frozen } from "#contract/frozen.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { afterFreeze, freezeMember } from "./freezeMember.ts";

/**
 * Freezes a member who called the hotline or stands at an office, any office's. Protecting takes one person, ending
 * the freeze takes two (request kind lift_freeze).
 */
export async function freezeByStaff(
  app: App,
  staff: StaffCaller,
  wish: { memberGuid: string; channel: "hotline" | "office"; reason: string },
): Promise<Frozen> {
  const { id: memberId } = await findMember(app, wish.memberGuid);
  const done = await transact(app.db, (tx) =>
    freezeMember(tx, app, {
      memberId,
      by: wish.channel,
      way: "staff",
      actor: staff.username,
      reason: wish.reason,
      sourceMark: null,
      correlationId: staff.correlationId,
    }),
  );
  return afterFreeze(app, done);
}
