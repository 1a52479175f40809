import type { Language } from "#contract/refusals.ts";
import type { MemberTold } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { writtenTexts } from "#server/platform/messages/writtenText.ts";
import { notificationText } from "#server/platform/messages/notices/texts.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

const LATEST = 50;

/** The latest a member was told. Of text messages there is their course, never their words or a code. */
export async function readMemberTold(
  app: App,
  memberGuid: string,
  language: Language,
): Promise<MemberTold> {
  const { id } = await findMember(app, memberGuid);
  const [notices, texts, written] = await Promise.all([
    app.db
      .selectFrom("notification")
      .select(["id", "kind", "params", "created_at", "read_at"])
      .where("member_id", "=", id)
      .orderBy("id", "desc")
      .limit(LATEST)
      .execute(),
    app.db
      .selectFrom("text_message")
      .select(["purpose", "masked_number", "state", "reason", "created_at", "ended_at"])
      .where("member_id", "=", id)
      .orderBy("created_at", "desc")
      .limit(LATEST)
      .execute(),
    writtenTexts(app.db, "portal"),
  ]);
  return {
    notices: notices.map((notice) => ({
      id: String(notice.id),
      // Written by notify(), whose figures are texts.
      text: notificationText(
        { kind: notice.kind, params: notice.params as Record<string, string> },
        language,
        written,
      ),
      at: notice.created_at.toISOString(),
      readAt: notice.read_at?.toISOString() ?? null,
    })),
    texts: texts.map((text) => ({
      purpose: text.purpose,
      to: text.masked_number,
      state: text.state,
      reason: text.reason,
      at: text.created_at.toISOString(),
      endedAt: text.ended_at?.toISOString() ?? null,
    })),
  };
}
