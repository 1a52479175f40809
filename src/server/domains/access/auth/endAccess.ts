import type { Tx } from "#server/db/db.ts";
import { voidGrants } from "./recoveryGrant.ts";
import { dropRaise } from "#server/domains/cards/withdrawalLimit/dropRaise.ts";
import { dropOwnRaises } from "#server/domains/transfers/limits/own/dropOwnRaises.ts";
import { dropReleases } from "#server/domains/moneyLock/dropReleases.ts";
import { pauseSchedules } from "#server/domains/transfers/schedules/pauseSchedules.ts";
import { forgetDevices } from "./devices.ts";
import { endSessionsOf } from "./endSessions.ts";

/**
 * Ends everything by which somebody could go on acting as the member: sessions with their sockets, codes
 * that are out, of transfers too, what a recovery has brought, the browsers that need no code, and raises of
 * limits and releases of locked money that wait for their day. Scheduled transfers are paused. Username and password
 * stay. Answers which sessions ended. `reason` is kept with each of them. The caller holds the member (holdMember.ts): a sign-in that is under way is over before, or finds its browser forgotten.
 */
export async function endAccess(
  tx: Tx,
  {
    memberId,
    at,
    reason = "revoked",
  }: { memberId: bigint; at: Date; reason?: "revoked" | "staff" | "frozen" },
): Promise<bigint[]> {
  const ids = await endSessionsOf(tx, { memberId, at, reason });
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
  await voidGrants(tx, memberId, at);
  await forgetDevices(tx, { memberId, at });
  await dropRaise(tx, { memberId, at });
  await dropOwnRaises(tx, { memberId, at });
  await dropReleases(tx, { memberId, at });
  await pauseSchedules(tx, { memberId, at });
  return ids;
}
