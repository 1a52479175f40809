import type { ScheduleStop } from "#contract/staff/memberSchedules.ts";
import { transact } from "#server/db/db.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { lockSchedule } from "./changeSchedule.ts";
import { endSchedule, pauseSchedule } from "./endSchedule.ts";
import { payeeAccount } from "./makeSchedule.ts";
import { tellOfSchedule } from "./tellOfSchedule.ts";

type Stop = { memberGuid: string; scheduleId: bigint; stop: ScheduleStop; reason: string };

/**
 * Pauses one of a member's schedules, or ends it, for who called or whose transfer looks wrong: at once, with what is
 * announced of it, and the member is told. A pause is the member's to lift; what has to stay stopped is ended, and whoever
 * acts in the member's place is kept out by a freeze. Refuses not_found for one that is another member's or nobody's, and
 * schedule_ended.
 */
export async function stopMemberSchedule(
  app: App,
  staff: StaffCaller,
  { memberGuid, scheduleId: id, stop, reason }: Stop,
): Promise<void> {
  const { id: memberId } = await findMember(app, memberGuid);
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    const schedule = await lockSchedule(tx, id);
    if (schedule?.memberId !== memberId) throw new Refusal("not_found");
    const { state, pausedFor, amount, intent } = schedule;
    if (state === "ended") throw new Refusal("schedule_ended");
    // Who pressed twice did it once.
    if (stop === "pause" && pausedFor === "staff") return;
    if (stop === "pause") await pauseSchedule(tx, { id, pausedFor: "staff" });
    else await endSchedule(tx, { id, at, endedFor: "staff" });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: stop === "pause" ? "pause_schedule" : "end_schedule",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { schedule: String(id), reason },
    });
    // Written by makeSchedule: texts under names.
    const account = payeeAccount(intent as Record<string, string>);
    const notice = stop === "pause" ? "schedule_paused_by_us" : "schedule_ended_by_us";
    await tellOfSchedule(tx, app, notice, { memberId, amount, account });
  });
  pokeRelay(app);
}
