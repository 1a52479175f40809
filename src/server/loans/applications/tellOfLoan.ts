import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { noticeText, noticeTexts, type NoticePurpose } from "#server/messages/noticeTexts.ts";
import { queueText } from "#server/messages/queueText.ts";
import type { loanTexts } from "#server/notifications/loanTexts.ts";
import { notify } from "#server/notifications/notify.ts";

/** What a member is told about a loan. Some of it goes to the phone as well (noticeTexts). */
export type LoanNotice = keyof typeof loanTexts;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells the member in the portal and, of what matters, by text, in the caller's transaction. */
export async function tellOfLoan(
  tx: Tx,
  app: App,
  {
    memberId,
    notice,
    params,
  }: { memberId: bigint; notice: LoanNotice; params: Record<string, string> },
): Promise<void> {
  const at = app.now();
  await notify(tx, { memberId, kind: notice, params, at });
  if (isText(notice)) await textOfLoan(tx, app, { memberId, notice, params });
}

/** Tells the member by text alone. Who has no number is not told. */
export async function textOfLoan(
  tx: Tx,
  app: App,
  {
    memberId,
    notice,
    params,
  }: {
    memberId: bigint;
    notice: NoticePurpose & LoanNotice;
    params: Record<string, string>;
  },
): Promise<void> {
  const { mobile_number: to, language } = await tx
    .selectFrom("member")
    .select(["mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (to === null) return;
  await queueText(tx, app, {
    kind: "notice",
    purpose: notice,
    memberId,
    to,
    text: await noticeText(tx, notice, language === "fil" ? "fil" : "en", params),
    expiresAt: new Date(app.now().getTime() + DAY_MS),
  });
}

function isText(notice: string): notice is NoticePurpose & LoanNotice {
  return Object.hasOwn(noticeTexts, notice);
}
