import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import {
  noticeText,
  noticeTexts,
  type NoticePurpose,
} from "#server/platform/messages/noticeTexts.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { notify } from "./notify.ts";
import { inLanguage, type NotificationKind } from "#server/platform/messages/notices/texts.ts";

/** What a member is told on the phone as well as in the portal: by the same name in both catalogues. */
export type MemberNotice = NoticePurpose & NotificationKind;

/** What telling needs of the program. */
export type Teller = Pick<App, "secrets" | "random" | "now" | "config">;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells the member of a change to their access or card, or of their money, by notification and by text, in
 * the transaction that made it. What is words among the values has the Filipino ones beside it (inLanguage).
 */
export async function tellMember(
  tx: Tx,
  app: Teller,
  {
    memberId,
    notice,
    values = {},
  }: { memberId: bigint; notice: MemberNotice; values?: Record<string, string> },
): Promise<void> {
  await notify(tx, { memberId, kind: notice, params: values, at: app.now() });
  await textMember(tx, app, { memberId, notice, values });
}

/** What asks "Not you?" is a warning. */
const isWarning = (notice: NoticePurpose): boolean => noticeTexts[notice].en.includes("Not you?");

/**
 * The text message alone, to a member who has a mobile number. A warning goes to the number before it as well
 * for as long as the pause runs that its change began: whoever talked the office into a change has the new one.
 */
export async function textMember(
  tx: Tx,
  app: Teller,
  {
    memberId,
    notice,
    values,
  }: { memberId: bigint; notice: NoticePurpose; values: Record<string, string> },
): Promise<void> {
  const member = await tx
    .selectFrom("member")
    .select(["mobile_number", "former_mobile_number", "former_mobile_until"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const numbers = new Set([member.mobile_number]);
  const { former_mobile_until: until } = member;
  if (until !== null && until > app.now() && isWarning(notice)) {
    numbers.add(member.former_mobile_number);
  }
  for (const to of numbers) {
    if (to !== null) await textNumber(tx, app, { memberId, to, notice, values });
  }
}

/** The text message to a number that need not be the member's any more, in the member's language. */
async function textNumber(
  tx: Tx,
  app: Teller,
  {
    memberId,
    to,
    notice,
    values,
  }: { memberId: bigint; to: string; notice: NoticePurpose; values: Record<string, string> },
): Promise<void> {
  const { language } = await tx
    .selectFrom("member")
    .select("language")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const of = language === "fil" ? "fil" : "en";
  await queueSms(tx, app, {
    kind: "notice",
    purpose: notice,
    memberId,
    to,
    text: await noticeText(tx, notice, of, inLanguage(values, of)),
    expiresAt: new Date(app.now().getTime() + DAY_MS),
  });
}
