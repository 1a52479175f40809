import { guessedName } from "#contract/deviceName.ts";
import { transact } from "#server/db/db.ts";
import { forgetBrowser } from "#server/domains/access/auth/endSessions.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Forgets one of a member's devices, as the member's own hand does it, and answers how many sessions ended. The
 * member is told. Refuses not_found for a device that is another member's or nobody's.
 */
export async function forgetMemberDevice(
  app: App,
  staff: StaffCaller,
  { memberGuid, deviceId }: { memberGuid: string; deviceId: string },
): Promise<number> {
  const { id: memberId } = await findMember(app, memberGuid);
  const count = await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    const device = await tx
      .selectFrom("device")
      .select(["browser", "system", "forgotten_at"])
      .where("id", "=", deviceId)
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    if (device === undefined) throw new Refusal("not_found");
    if (device.forgotten_at !== null) return 0;
    const ended = await forgetBrowser(tx, { memberId, deviceId, at, reason: "staff" });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "device_forgotten",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { device: deviceId.slice(0, 8), sessions: ended.join(" ") },
    });
    await noteActivity(tx, { memberId, at, kind: "device_forgotten", doer: "office" });
    const values = { device: guessedName(device, "en"), deviceFil: guessedName(device, "fil") };
    await tellMember(tx, app, { memberId, notice: "device_forgotten", values });
    return ended.length;
  });
  pokeRelay(app);
  return count;
}
