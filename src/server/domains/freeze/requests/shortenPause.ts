import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";

/**
 * Ends a member's pause before its time, for who stood at an office and showed who they are: one saw it, another
 * decides. What else would end it early there is not.
 */
export const shortenPause = defineKind({
  kind: "shorten_pause",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }, at) => {
    const { id } = await lockMember(tx, memberGuid);
    const { paused_until: until, paused_for: reason } = await tx
      .selectFrom("member")
      .select(["paused_until", "paused_for"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (until === null || until <= at) throw new Refusal("request_does_not_apply");
    return { pausedUntil: until.toISOString(), pausedFor: reason ?? "" };
  },
  after: (_payload, before) => ({ ...before, pausedUntil: "" }),
  apply: async (tx, { memberGuid }, { app, at }) => {
    const { id: memberId } = await lockMember(tx, memberGuid);
    await tx.updateTable("member").set({ paused_until: at }).where("id", "=", memberId).execute();
    await noteActivity(tx, { memberId, at, kind: "pause_ended", doer: "office" });
    await tellMember(tx, app, { memberId, notice: "pause_ended" });
  },
});
