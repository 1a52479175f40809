import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** A message between processes has room for 8000 bytes. */
const IDS_A_MESSAGE = 100;
/** Tabs of one browser that are signed in at once. */
const SESSIONS_OF_A_MEMBER = 5;

/** Tells every process which sockets to close, when the transaction commits. */
export async function announceEnded(
  tx: Tx,
  sessionIds: readonly bigint[],
  reason: "logout" | "other_device" | "revoked" | "staff",
): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += IDS_A_MESSAGE) {
    const ids = sessionIds.slice(from, from + IDS_A_MESSAGE).map(String);
    const message = JSON.stringify({ sessionIds: ids, reason });
    await sql`select pg_notify('session_ended', ${message})`.execute(tx);
  }
}

/**
 * Makes room for a new session. Those of other devices end and are told so; one of the same device
 * that has another cookie can no longer be used by its tab and just ends, as do the oldest beyond five.
 */
export async function endSessions(
  tx: Tx,
  {
    memberId,
    at,
    butDevice,
    butCookie,
  }: { memberId: bigint; at: Date; butDevice: string; butCookie: Buffer },
): Promise<void> {
  const elsewhere = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: "other_device" })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .where("device_id", "!=", butDevice)
    .returning("id")
    .execute();
  const replaced = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: "revoked" })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .where("cookie_hash", "!=", butCookie)
    .returning("id")
    .execute();
  const oldest = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: "revoked" })
    .where("id", "in", (own) =>
      own
        .selectFrom("session")
        .select("id")
        .where("member_id", "=", memberId)
        .where("ended_at", "is", null)
        .orderBy("id", "desc")
        .offset(SESSIONS_OF_A_MEMBER - 1),
    )
    .returning("id")
    .execute();
  await announceEnded(
    tx,
    elsewhere.map(({ id }) => id),
    "other_device",
  );
  await announceEnded(
    tx,
    [...replaced, ...oldest].map(({ id }) => id),
    "revoked",
  );
}
