import type { Tx } from "#server/db/db.ts";
import { voidGrants } from "#server/recovery/recoveryGrant.ts";
import { announceEnded } from "./endSessions.ts";

/**
 * Ends everything by which somebody could go on acting as the member: sessions with their sockets, codes
 * that are out, of transfers too, and what a recovery has brought. Username and password stay.
 */
export async function endAccess(
  tx: Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<void> {
  const ended = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: "revoked" })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  await announceEnded(
    tx,
    ended.map(({ id }) => id),
    "revoked",
  );
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
  await voidGrants(tx, memberId, at);
}
