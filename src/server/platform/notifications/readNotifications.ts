import { keepHotlineWhole } from "#contract/hotline.ts";
import type { Notification } from "#contract/notifications.ts";
import { sql } from "kysely";
import type { App, Caller } from "#server/platform/app.ts";
import { writtenTexts } from "#server/platform/messages/writtenText.ts";
import { leadsTo } from "./leadsTo.ts";
import { notificationText } from "#server/platform/messages/notices/texts.ts";

const NEWEST = 100;

/** What every kind of notification about a declined use of the card begins with (cardUseTexts.ts). */
const DECLINED = "card_declined";

/** The newest 100, keyed by id, in the language asked for. */
export async function listNotifications(
  app: App,
  { memberId, language }: Caller,
): Promise<Record<string, Notification>> {
  const rows = await app.db
    .selectFrom("notification")
    .select(["id", "kind", "params", "created_at", "read_at"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .limit(NEWEST)
    .execute();
  const written = await writtenTexts(app.db, "portal");
  return Object.fromEntries(
    rows.map(({ id, kind, params, created_at, read_at }) => [
      String(id),
      {
        id: String(id),
        // Written by notify(), as texts.
        message: keepHotlineWhole(
          notificationText({ kind, params: params as Record<string, string> }, language, written),
        ),
        date: created_at.toISOString(),
        read: read_at === null ? (0 as const) : (1 as const),
        ...leadsTo(kind, params as Record<string, string>),
        declined: kind.startsWith(DECLINED) ? (1 as const) : (0 as const),
      },
    ]),
  );
}

/**
 * Marks the member's own among these as read, and with them what is too old for the list: nobody could ever
 * be shown it, and it would be told as unread for good. Ids of others are as good as none.
 */
export async function markRead(app: App, memberId: bigint, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update notification set read_at = ${app.now()}
    where member_id = ${memberId} and read_at is null and (
      id = any (${ids}::bigint[])
      or (
        id < (
          select id from notification where member_id = ${memberId}
          order by id desc limit 1 offset ${NEWEST - 1})
        and exists (
          select from notification where member_id = ${memberId} and id = any (${ids}::bigint[]))))
  `.execute(app.db);
}
