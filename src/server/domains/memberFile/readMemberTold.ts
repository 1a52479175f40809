import { keepHotlineWhole } from "#contract/hotline.ts";
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
      .selectFrom("notification as n")
      .leftJoin("mail_message as e", "e.notification_id", "n.id")
      .leftJoin("push_notice as p", "p.notification_id", "n.id")
      .select(["n.id", "n.kind", "n.params", "n.created_at", "n.read_at", "e.state as email"])
      .select(["p.created_at as pushed_at", "p.accepted_at", "p.texted_at"])
      .where("n.member_id", "=", id)
      .orderBy("n.id", "desc")
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
      text: keepHotlineWhole(
        notificationText(
          { kind: notice.kind, params: notice.params as Record<string, string> },
          language,
          written,
        ),
      ),
      at: notice.created_at.toISOString(),
      readAt: notice.read_at?.toISOString() ?? null,
      email: notice.email ?? "",
      push: pushOf(notice),
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

function pushOf(notice: {
  pushed_at: Date | null;
  accepted_at: Date | null;
  texted_at: Date | null;
}): MemberTold["notices"][number]["push"] {
  if (notice.pushed_at === null) return "";
  if (notice.texted_at !== null) return "texted";
  return notice.accepted_at === null ? "offered" : "taken";
}
