import { sql } from "kysely";
import { fillTemplate } from "#common/templateText.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { datesIn } from "#common/filipinoDates.ts";
import {
  noticeTexts,
  type NoticePurpose,
  readNotice,
} from "#server/platform/messages/noticeTexts.ts";
import { queueTexts } from "#server/platform/messages/queueSms.ts";
import type { loanTexts } from "#server/platform/messages/notices/loanTexts.ts";
import { goesByText, groupOf } from "#server/platform/notifications/noticeGroups.ts";
import { notify } from "#server/platform/notifications/notify.ts";

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
  if (isText(notice)) await textOfLoans(tx, app, { notice, loans: [{ memberId, params }] });
}

type Reached = { id: bigint; to: string | null; language: string; is_on: boolean | null };
const NOBODY = { to: null, language: "en", is_on: null };

type LoanNotified = { memberId: bigint; params: Record<string, string> };

/** Tells the members of these loans by text alone, of all at once: who has a number, and chose to have texts of it. */
export async function textOfLoans(
  tx: Tx,
  app: App,
  { notice, loans }: { notice: NoticePurpose & LoanNotice; loans: readonly LoanNotified[] },
): Promise<void> {
  if (loans.length === 0) return;
  const ids = [...new Set(loans.map(({ memberId }) => memberId))];
  const { rows } = await sql<Reached>`
    select m.id, m.mobile_number as to, m.language, c.is_on
    from member m
    left join notice_choice c
      on c.member_id = m.id and c.notice_group = ${groupOf(notice)} and c.channel = 'text'
    where m.id = any(${ids}::bigint[])`.execute(tx);
  const members = new Map(rows.map((row) => [row.id, row]));
  const words = await readNotice(tx, notice);
  const expiresAt = new Date(app.now().getTime() + DAY_MS);
  const texts = loans.flatMap(({ memberId, params }) => {
    const { to, language, is_on } = members.get(memberId) ?? NOBODY;
    if (to === null || !goesByText(notice, is_on ?? undefined)) return [];
    const of = language === "fil" ? "fil" : "en";
    const text = fillTemplate(words[of], datesIn(of, params));
    return { kind: "notice", purpose: notice, memberId, to, text, expiresAt } as const;
  });
  await queueTexts(tx, app, texts);
}

function isText(notice: string): notice is NoticePurpose & LoanNotice {
  return Object.hasOwn(noticeTexts, notice);
}
