import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText } from "./noticeTexts.ts";
import { queueSms } from "./queueSms.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Letters of a branch's name in a text: one message holds no more. */
export const LONGEST_BRANCH = 30;

/**
 * Tells the phone on file that a first time user's code was handed out at the counter, or that an online
 * account was opened with one: whoever stood there may not have been the member. Nothing without a number.
 */
export async function tellCounterCode(
  tx: Tx,
  app: App,
  {
    memberId,
    purpose,
  }: { memberId: bigint; purpose: "first_time_code_issued" | "opened_with_counter_code" },
): Promise<void> {
  const member = await tx
    .selectFrom("member as m")
    .leftJoin("office as o", "o.id", "m.office_id")
    .select(["m.mobile_number", "m.language", "o.branch_name"])
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (member.mobile_number === null) return;
  const language = member.language === "fil" ? "fil" : "en";
  const ourOffice = { en: "our office", fil: "aming office" }[language];
  const branch = (member.branch_name ?? ourOffice).slice(0, LONGEST_BRANCH);
  await queueSms(tx, app, {
    kind: "notice",
    purpose,
    memberId,
    to: member.mobile_number,
    text: await noticeText(tx, purpose, language, { branch }),
    expiresAt: new Date(app.now().getTime() + DAY_MS),
  });
}
