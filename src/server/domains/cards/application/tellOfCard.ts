import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText } from "#server/platform/messages/noticeTexts.ts";
import { LONGEST_BRANCH } from "#server/platform/messages/tellCounterCode.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { inLanguage } from "#server/platform/messages/notices/texts.ts";

/** What a member is told of a card on the phone as well: it waits for them, or it was not them. */
type CardNotice =
  | "card_waits"
  | "card_pickup_reminder"
  | "card_activated"
  | "card_activated_late"
  | "card_rejected"
  | "card_rejected_details";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells the member in the portal and by text, in the caller's transaction. */
export async function tellOfCard(
  tx: Tx,
  app: App,
  {
    memberId,
    notice,
    params,
  }: { memberId: bigint; notice: CardNotice; params: Record<string, string> },
): Promise<void> {
  const at = app.now();
  await notify(tx, { memberId, kind: notice, params, at });
  const { mobile_number: to, language } = await tx
    .selectFrom("member")
    .select(["mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (to === null) return;
  await queueSms(tx, app, {
    kind: "notice",
    purpose: notice,
    memberId,
    to,
    text: await noticeText(
      tx,
      notice,
      language === "fil" ? "fil" : "en",
      textParams(params, language),
    ),
    expiresAt: new Date(at.getTime() + DAY_MS),
  });
}

/** A text is one message, however long the name of an office. */
function textParams(
  params: Record<string, string>,
  language: string | null,
): Record<string, string> {
  const { office, ...others } = inLanguage(params, language === "fil" ? "fil" : "en");
  return office === undefined ? others : { ...others, office: office.slice(0, LONGEST_BRANCH) };
}
