import type { Tx } from "#server/db/db.ts";
import { voidGrants } from "./recoveryGrant.ts";
import { dropRaise } from "#server/domains/cards/withdrawalLimit/dropRaise.ts";
import { forgetDevices } from "./devices.ts";
import { announceEnded } from "./endSessions.ts";

/**
 * Ends everything by which somebody could go on acting as the member: sessions with their sockets, codes
 * that are out, of transfers too, what a recovery has brought, the browsers that need no code, and a raise of
 * the card's limit that waits for its day. Username and password stay. Answers which sessions ended. `reason` is kept with each of them. The caller holds the
 * member (holdMember.ts): a sign-in that is under way is over before, or finds its browser forgotten.
 */
export async function endAccess(
  tx: Tx,
  {
    memberId,
    at,
    reason = "revoked",
  }: { memberId: bigint; at: Date; reason?: "revoked" | "staff" },
): Promise<bigint[]> {
  const ended = await tx
    .updateTable("session")
    .set({ ended_at: at, ended_reason: reason })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  const ids = ended.map(({ id }) => id);
  await announceEnded(tx, ids, reason);
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
  await voidGrants(tx, memberId, at);
  await forgetDevices(tx, { memberId, at });
  await dropRaise(tx, { memberId, at });
  return ids;
}
