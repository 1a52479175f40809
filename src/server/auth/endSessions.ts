import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Tells every process which sockets to close, when the transaction commits. */
export async function announceEnded(
  tx: Tx,
  sessionIds: readonly bigint[],
  reason: "logout" | "other_device" | "revoked",
): Promise<void> {
  if (sessionIds.length === 0) return;
  const message = JSON.stringify({ sessionIds: sessionIds.map(String), reason });
  await sql`select pg_notify('session_ended', ${message})`.execute(tx);
}

/**
 * Ends the member's other sessions: those of other devices are told so; one of the same device that
 * has another cookie can no longer be used by its tab and just ends.
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
  await announceEnded(
    tx,
    elsewhere.map(({ id }) => id),
    "other_device",
  );
  await announceEnded(
    tx,
    replaced.map(({ id }) => id),
    "revoked",
  );
}
