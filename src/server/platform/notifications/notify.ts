import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { NotificationKind } from "#server/platform/messages/notices/texts.ts";

export type NewNotification = {
  memberId: bigint;
  kind: NotificationKind;
  /** The figures of the text, already formatted for reading. */
  params: Record<string, string>;
  at: Date;
};

/**
 * Tells the member something, in the transaction that made it true; the bell rings when it commits.
 * Not for money transactions under load: a notify makes commits wait for each other.
 */
export async function notify(
  tx: Tx,
  { memberId, kind, params, at }: NewNotification,
): Promise<void> {
  const { id } = await tx
    .insertInto("notification")
    .values({ member_id: memberId, kind, params: JSON.stringify(params), created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const bell = { memberId: String(memberId), id: String(id), date: at.toISOString() };
  await sql`select pg_notify('bell', ${JSON.stringify(bell)})`.execute(tx);
}
