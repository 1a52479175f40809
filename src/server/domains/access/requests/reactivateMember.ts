import { endPasskeys } from "#server/domains/passkeys/endPasskeys.ts";
import type { Tx } from "#server/db/db.ts";
import { yesNo } from "#server/domains/makerChecker/yesNo.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";

/** Whether the member was frozen before staff closed the access: then it is frozen again. */
async function isFrozen(tx: Tx, memberId: bigint): Promise<boolean> {
  const freeze = await tx
    .selectFrom("member_freeze")
    .select("id")
    .where("member_id", "=", memberId)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return freeze !== undefined;
}

/**
 * Opens online access again, whoever closed it; where it was frozen before, it is frozen again. Who was cancelled has no username any more and signs up
 * anew; inactivity is counted from now. Whoever comes in first proves by code who they are.
 */
export const reactivateMember = defineKind({
  kind: "reactivate_member",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const member = await lockMember(tx, memberGuid);
    const { status, access_closed_for: closedFor } = member;
    // What is frozen has rules of its own (lift_freeze).
    if (closedFor === null || closedFor === "frozen") throw new Refusal("request_does_not_apply");
    const staysFrozen = yesNo(await isFrozen(tx, member.id));
    return { memberStatus: status, closedFor, staysFrozen };
  },
  after: (_payload, before) =>
    before["staysFrozen"] === "yes"
      ? { ...before, closedFor: "frozen" }
      : { ...before, memberStatus: "active", closedFor: "" },
  apply: async (tx, { memberGuid }, { app, at }) => {
    const { id } = await lockMember(tx, memberGuid);
    if (await isFrozen(tx, id)) {
      await tx
        .updateTable("member")
        .set({ access_closed_for: "frozen" })
        .where("id", "=", id)
        .execute();
      return;
    }
    await tx
      .updateTable("member")
      .set({ status: "active", access_closed_for: null, last_active_at: at })
      .where("id", "=", id)
      .execute();
    await forgetDevices(tx, { memberId: id, at });
    await endPasskeys(tx, app, { memberId: id, at });
    await beginPause(tx, app, { memberId: id, reason: "access_reopened" });
    await noteActivity(tx, { memberId: id, at, kind: "access_reopened", doer: "office" });
    await tellMember(tx, app, { memberId: id, notice: "access_reopened" });
  },
});
