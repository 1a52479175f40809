import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText } from "#server/messages/noticeTexts.ts";
import { queueText } from "#server/messages/queueText.ts";
import { notify } from "./notify.ts";

/** What a member is told on the phone as well as in the portal, because it may not have been them. */
export type SecurityNotice =
  | "new_device"
  | "failed_sign_ins"
  | "password_changed"
  | "username_changed"
  | "access_closed"
  | "access_reopened"
  | "pin_changed"
  | "pin_not_changed"
  | "cvv_changed"
  | "card_suspended"
  | "limit_raise_asked"
  | "card_transfer_out"
  | "transfer_out";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells the member of a change to their access or card, by notification and by text, in the transaction
 * that made it.
 */
export async function tellMember(
  tx: Tx,
  app: App,
  {
    memberId,
    notice,
    values = {},
  }: { memberId: bigint; notice: SecurityNotice; values?: Record<string, string> },
): Promise<void> {
  const at = app.now();
  await notify(tx, { memberId, kind: notice, params: values, at });
  const { mobile_number, language } = await tx
    .selectFrom("member")
    .select(["mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (mobile_number === null) return;
  await queueText(tx, app, {
    kind: "notice",
    purpose: notice,
    memberId,
    to: mobile_number,
    text: await noticeText(tx, notice, language === "fil" ? "fil" : "en", values),
    expiresAt: new Date(at.getTime() + DAY_MS),
  });
}
