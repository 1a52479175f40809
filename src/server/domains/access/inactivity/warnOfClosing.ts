import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText } from "#server/platform/messages/noticeTexts.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { InactiveMember } from "./findInactive.ts";

/** Tells a member, by text and in the portal, on which day access will close and how to keep it. */
export async function warnOfClosing(
  tx: Tx,
  app: App,
  member: InactiveMember,
  what: "suspension" | "cancellation",
): Promise<void> {
  const at = app.now();
  const closesAt = new Date(`${member.nextMonthOn}T00:00:00+08:00`);
  const date = day.format(closesAt);
  await tx
    .updateTable("member")
    .set({ inactivity_warned_at: at })
    .where("id", "=", member.id)
    .execute();
  await notify(tx, { memberId: member.id, kind: `${what}_warned`, params: { date }, at });
  if (member.mobileNumber === null) return;
  await queueSms(tx, app, {
    kind: "notice",
    purpose: `${what}_warned`,
    memberId: member.id,
    to: member.mobileNumber,
    text: await noticeText(tx, `${what}_warned`, member.language, { date }),
    expiresAt: closesAt,
  });
}

/** 'Jan 5, 2024', as the portal writes days. */
const day = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Manila",
});
