import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { forgetDevices } from "./devices.ts";

/** A message between processes has room for 8000 bytes. */
const IDS_A_MESSAGE = 100;
/** Tabs of one browser that are signed in at once. */
const SESSIONS_OF_A_MEMBER = 5;

/** Why a session ended, other than by its time. */
type EndReason = "logout" | "other_device" | "revoked" | "staff" | "frozen" | "password";

/** Tells every process which sockets to close, when the transaction commits. */
export async function announceEnded(
  tx: Tx,
  sessionIds: readonly bigint[],
  reason: EndReason,
): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += IDS_A_MESSAGE) {
    const ids = sessionIds.slice(from, from + IDS_A_MESSAGE).map(String);
    const message = JSON.stringify({ sessionIds: ids, reason });
    await sql`select pg_notify('session_ended', ${message})`.execute(tx);
  }
}

/**
 * Ends sessions of a member with their sockets: all, those of one browser, or all but one's. Answers which. The
 * caller holds the member (holdMember.ts).
 */
export async function endSessionsOf(
  tx: Tx,
  of: {
    memberId: bigint;
    at: Date;
    reason: EndReason;
    onlyDevice?: string;
    butDevice?: string;
    butSession?: bigint | undefined;
  },
): Promise<bigint[]> {
  let query = tx
    .updateTable("session")
    .set({ ended_at: of.at, ended_reason: of.reason })
    .where("member_id", "=", of.memberId)
    .where("ended_at", "is", null);
  if (of.onlyDevice !== undefined) query = query.where("device_id", "=", of.onlyDevice);
  if (of.butDevice !== undefined) query = query.where("device_id", "!=", of.butDevice);
  if (of.butSession !== undefined) query = query.where("id", "!=", of.butSession);
  const ended = await query.returning("id").execute();
  const ids = ended.map(({ id }) => id);
  await announceEnded(tx, ids, of.reason);
  return ids;
}

/**
 * Forgets one browser of a member and ends its sessions: a sign-in in it takes a code again. Whoever asks, the
 * member or the staff, this is what is done; the caller holds the member. Answers which sessions ended.
 */
export async function forgetBrowser(
  tx: Tx,
  of: { memberId: bigint; deviceId: string; at: Date; reason: EndReason },
): Promise<bigint[]> {
  const { memberId, deviceId, at, reason } = of;
  const ended = await endSessionsOf(tx, { memberId, at, reason, onlyDevice: deviceId });
  await forgetDevices(tx, { memberId, at, onlyDevice: deviceId });
  return ended;
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
  await endSessionsOf(tx, { memberId, at, reason: "other_device", butDevice });
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
    [...replaced, ...oldest].map(({ id }) => id),
    "revoked",
  );
}
