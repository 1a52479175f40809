import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { queueText } from "#server/messages/queueText.ts";
import { notify } from "#server/notifications/notify.ts";
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
  await queueText(tx, app, {
    kind: "notice",
    purpose: `${what}_warned`,
    memberId: member.id,
    to: member.mobileNumber,
    text: smsTexts[what][member.language](date),
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

/** No link in any of them: a text that asks to tap and sign in is what a thief would send. */
const smsTexts: Record<
  "suspension" | "cancellation",
  Record<Language, (date: string) => string>
> = {
  suspension: {
    en: (date) =>
      `${brand.product}: you have not used ${brand.portal} for 5 months. Sign in before ${date} or your access will be suspended. Your money is safe.`,
    fil: (date) =>
      `${brand.product}: 5 buwan na ninyong hindi gamit ang ${brand.portal}. Mag-sign in bago ang ${date} para hindi masuspinde ang access. Ligtas ang pera ninyo.`,
  },
  cancellation: {
    en: (date) =>
      `${brand.product}: your suspended online access will be cancelled on ${date}. Set a new password in ${brand.portal} to keep it. Your money is safe.`,
    fil: (date) =>
      `${brand.product}: kakanselahin sa ${date} ang suspendidong online access ninyo. Gumawa ng bagong password sa ${brand.portal}. Ligtas ang pera ninyo.`,
  },
};
