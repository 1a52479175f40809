import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText, type NoticePurpose } from "#server/platform/messages/noticeTexts.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { goesByText, groupOf, isWarning } from "./noticeGroups.ts";
import { notify } from "./notify.ts";
import { inLanguage, type NotificationKind } from "#server/platform/messages/notices/texts.ts";

/** What a member is told on the phone as well as in the portal: by the same name in both catalogues. */
export type MemberNotice = NoticePurpose & NotificationKind;

/** What telling needs of the program. */
export type Teller = Pick<App, "secrets" | "random" | "now" | "config">;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells the member of a change to their access or card, or of their money, by notification and by text (unless
 * they chose to have no text of it), in the transaction that made it. What is words among the values has the Filipino ones beside it (inLanguage).
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

/**
 * The text message alone, to a member who has a mobile number and chose no other. A warning goes to the number before it as well
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
    .selectFrom("member as m")
    .leftJoin("notice_choice as c", (join) =>
      join
        .onRef("c.member_id", "=", "m.id")
        .on("c.notice_group", "=", groupOf(notice))
        .on("c.channel", "=", "text"),
    )
    .select([
      "m.mobile_number",
      "m.former_mobile_number",
      "m.former_mobile_until",
      "m.language",
      "c.is_on",
    ])
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (!goesByText(notice, member.is_on ?? undefined)) return;
  const numbers = new Set([member.mobile_number]);
  const { former_mobile_until: until } = member;
  if (until !== null && until > app.now() && isWarning(notice)) {
    numbers.add(member.former_mobile_number);
  }
  const of = member.language === "fil" ? "fil" : "en";
  const text = await noticeText(tx, notice, of, inLanguage(values, of));
  const expiresAt = new Date(app.now().getTime() + DAY_MS);
  for (const to of numbers) {
    if (to !== null) {
      await queueSms(tx, app, { kind: "notice", purpose: notice, memberId, to, text, expiresAt });
    }
  }
}
