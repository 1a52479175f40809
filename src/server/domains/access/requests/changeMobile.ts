import { endPasskeys } from "#server/domains/passkeys/endPasskeys.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import type { Tx } from "#server/db/db.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { noticeText, type NoticePurpose } from "#server/platform/messages/noticeTexts.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Changes the number that codes go to. Both numbers hear of it; every session, open code and recovery that
 * the old number could have been used for is over, so that whoever comes in proves the new one. The
 * member's pause begins: the new number may be in hands that talked somebody at the counter into it.
 */
export const changeMobile = defineKind({
  kind: "change_mobile",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid, mobileNumber }) => {
    const member = await lockMember(tx, memberGuid);
    if (member.mobile_number === mobileNumber) throw new Refusal("request_does_not_apply");
    return { mobileNumber: member.mobile_number ?? "" };
  },
  after: ({ mobileNumber }) => ({ mobileNumber }),
  apply: async (tx, { memberGuid, mobileNumber }, { app, at }) => {
    const member = await lockMember(tx, memberGuid);
    await tx
      .updateTable("member")
      .set({ mobile_number: mobileNumber })
      .where("id", "=", member.id)
      .execute();
    await endAccess(tx, { memberId: member.id, at });
    // The phone that is gone may have them.
    await endPasskeys(tx, app, { memberId: member.id, at });
    await beginPause(tx, app, {
      memberId: member.id,
      reason: "mobile_changed",
      former: member.mobile_number,
    });
    await noteActivity(tx, { memberId: member.id, at, kind: "mobile_changed", doer: "office" });
    await notify(tx, { memberId: member.id, kind: "mobile_changed", params: {}, at });
    if (member.mobile_number !== null) {
      await tell(tx, app, member, member.mobile_number, "mobile_changed");
    }
    await tell(tx, app, member, mobileNumber, "mobile_added");
  },
});

/** Changes the e-mail address; the member hears of it on the phone and in the portal. */
export const changeEmail = defineKind({
  kind: "change_email",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid, emailAddress }) => {
    const member = await lockMember(tx, memberGuid);
    if (member.email_address === emailAddress) throw new Refusal("request_does_not_apply");
    return { emailAddress: member.email_address };
  },
  after: ({ emailAddress }) => ({ emailAddress }),
  apply: async (tx, { memberGuid, emailAddress }, { app, at }) => {
    const member = await lockMember(tx, memberGuid);
    await tx
      .updateTable("member")
      .set({ email_address: emailAddress })
      .where("id", "=", member.id)
      .execute();
    await beginPause(tx, app, { memberId: member.id, reason: "email_changed" });
    await noteActivity(tx, { memberId: member.id, at, kind: "email_changed", doer: "office" });
    await notify(tx, { memberId: member.id, kind: "email_changed", params: {}, at });
    if (member.mobile_number === null) return;
    await tell(tx, app, member, member.mobile_number, "email_changed");
  },
});

async function tell(
  tx: Tx,
  app: App,
  member: { id: bigint; language: string },
  to: string,
  purpose: NoticePurpose,
): Promise<void> {
  await queueSms(tx, app, {
    kind: "notice",
    purpose,
    memberId: member.id,
    to,
    text: await noticeText(tx, purpose, member.language === "fil" ? "fil" : "en"),
    expiresAt: new Date(app.now().getTime() + DAY_MS),
  });
}
