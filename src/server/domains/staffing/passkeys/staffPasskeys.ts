import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { Passkey } from "#contract/passkeys.ts";
import { type Db, type Tx, transact } from "#server/db/db.ts";
import { passkeyOf } from "#server/domains/passkeys/readPasskeys.ts";
import { endStaffSessions } from "#server/domains/staffing/session/startStaffSession.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/** Of one account, those that were not removed, the newest first. */
export function ownPasskeys(db: Db | Tx, staffId: bigint) {
  return db
    .selectFrom("staff_passkey")
    .select(["id", "name", "created_at", "last_used_at", "is_synced", "credential_id"])
    .where("staff_id", "=", staffId)
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function readStaffPasskeys(app: App, { staffId }: StaffCaller): Promise<Passkey[]> {
  return (await ownPasskeys(app.db, staffId)).map(passkeyOf);
}

/**
 * Locks the caller's account for the transaction, and refuses when it or the session of the call was closed
 * meanwhile.
 */
export async function holdOwnSession(tx: Tx, { staffId, sessionId }: StaffCaller): Promise<void> {
  await tx.selectFrom("staff").select("id").where("id", "=", staffId).forNoKeyUpdate().execute();
  const live = await tx
    .selectFrom("staff_session")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (live === undefined) throw new Refusal("session_expired");
}

/** Gives one's own passkey another name. */
export async function renameStaffPasskey(
  app: App,
  staff: StaffCaller,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  return transact(app.db, async (tx) => {
    await holdOwnSession(tx, staff);
    const renamed = await tx
      .updateTable("staff_passkey")
      .set({ name })
      .where("id", "=", id)
      .where("staff_id", "=", staff.staffId)
      .where("removed_at", "is", null)
      .returning(["id", "name", "created_at", "last_used_at", "is_synced"])
      .executeTakeFirst();
    if (renamed === undefined) throw new Refusal("not_found");
    await record(tx, app, staff, { action: "staff_passkey_renamed", id });
    return passkeyOf(renamed);
  });
}

/**
 * Removes one's own passkey: a sign-in with it was before, or is refused. Whoever holds it may be signed in
 * elsewhere, so the other sessions end.
 */
export async function removeStaffPasskey(app: App, staff: StaffCaller, id: string): Promise<void> {
  await transact(app.db, async (tx) => {
    await holdOwnSession(tx, staff);
    const at = app.now();
    const removed = await tx
      .updateTable("staff_passkey")
      .set((row) => ({ removed_at: row.fn("greatest", [row.val(at), "created_at"]) }))
      .where("id", "=", id)
      .where("staff_id", "=", staff.staffId)
      .where("removed_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (removed === undefined) throw new Refusal("not_found");
    await endStaffSessions(tx, { staffId: staff.staffId, butSession: staff.sessionId, at });
    await record(tx, app, staff, { action: "staff_passkey_removed", id });
  });
}

function record(
  tx: Tx,
  app: App,
  { username, correlationId }: StaffCaller,
  { action, id }: { action: AuditAction; id: string },
): Promise<void> {
  return audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: username,
    action,
    object: `staff:${username}`,
    correlationId,
    detail: { passkey: id },
  });
}
