import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { groupOf } from "./noticeGroups.ts";
import type { NotificationKind } from "#server/platform/messages/notices/texts.ts";

export type NewNotification = {
  memberId: bigint;
  kind: NotificationKind;
  /** The figures of the text, already formatted for reading. */
  params: Record<string, string>;
  at: Date;
};

/**
 * Tells the member something, in the transaction that made it true; the bell rings when it commits, and what
 * they chose to be told elsewhere too leaves after that: browsers that they chose are pushed to.
 * Not for money transactions under load: a notify makes commits wait for each other.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  await writeNotice(tx, notification);
}

/** As notify; answers its id. */
export async function writeNotice(
  tx: Tx,
  { memberId, kind, params, at }: NewNotification,
): Promise<bigint> {
  const { id } = await tx
    .insertInto("notification")
    .values({ member_id: memberId, kind, params: JSON.stringify(params), created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const bell = { memberId: String(memberId), id: String(id), date: at.toISOString() };
  await sql`
    select pg_notify('bell', ${JSON.stringify(bell)}),
      promise_elsewhere(array[${id}]::bigint[], ${groupOf(kind)}),
      queue_push(${id}, ${memberId}, ${groupOf(kind)}, ${at})
  `.execute(tx);
  return id;
}

/** The same for notices of one kind that a statement of its own put in the portal. */
export async function tellElsewhere(
  tx: Tx,
  { ids, kind }: { ids: readonly bigint[]; kind: NotificationKind },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`select promise_elsewhere(${ids}::bigint[], ${groupOf(kind)})`.execute(tx);
}
