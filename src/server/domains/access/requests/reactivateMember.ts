import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import { pauseNewPayees } from "#server/domains/members/pauseNewPayees.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";

/**
 * Opens online access again, whoever closed it. Who was cancelled has no username any more and signs up
 * anew; inactivity is counted from now. Whoever comes in first proves by code who they are.
 */
export const reactivateMember = defineKind({
  kind: "reactivate_member",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const member = await lockMember(tx, memberGuid);
    if (member.access_closed_for === null) throw new Refusal("request_does_not_apply");
    return { memberStatus: member.status, closedFor: member.access_closed_for };
  },
  after: () => ({ memberStatus: "active", closedFor: "" }),
  apply: async (tx, { memberGuid }, { app, at }) => {
    const { id } = await lockMember(tx, memberGuid);
    await tx
      .updateTable("member")
      .set({ status: "active", access_closed_for: null, last_active_at: at })
      .where("id", "=", id)
      .execute();
    await forgetDevices(tx, { memberId: id, at });
    await pauseNewPayees(tx, app, { memberId: id, reason: "access_reopened" });
    await tellMember(tx, app, { memberId: id, notice: "access_reopened" });
  },
});
