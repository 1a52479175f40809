import type { App } from "#server/app.ts";
import { audit, sourceMark } from "#server/audit.ts";
import { makeToken, sha256 } from "#server/auth/tokens.ts";
import type { Tx } from "#server/db/db.ts";
import { type Cookie, cookieNames } from "#server/http/cookies.ts";

/** Where a call of nobody in particular comes from. */
export type From = { source: string; correlationId: string };
export type StartedSession = { token: string; cookie: Cookie };

/** Browsers in which one account is signed in at once. */
const SESSIONS_AT_ONCE = 3;

/**
 * Opens a session in the transaction of the sign-in; the oldest beyond three ends. Returns the bearer
 * token: the only time it exists outside the browser.
 */
export async function startStaffSession(
  tx: Tx,
  app: App,
  staff: { id: bigint; username: string },
  { source, correlationId }: From,
): Promise<StartedSession> {
  const at = app.now();
  const token = makeToken(app.random);
  const cookie = makeToken(app.random);
  await endOldest(tx, staff.id, at);
  await tx
    .insertInto("staff_session")
    .values({
      staff_id: staff.id,
      token_hash: sha256(token),
      cookie_hash: sha256(cookie),
      started_at: at,
      last_active_at: at,
    })
    .execute();
  await tx.updateTable("staff").set({ last_login_at: at }).where("id", "=", staff.id).execute();
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "staff_login",
    object: `staff:${staff.username}`,
    correlationId,
    detail: { source: sourceMark(app, source) },
  });
  return { token, cookie: { name: cookieNames(app.config).staff, value: cookie } };
}

/** Ends the account's sessions but one; all of them when none is named. */
export async function endStaffSessions(
  tx: Tx,
  { staffId, butSession, at }: { staffId: bigint; butSession?: bigint; at: Date },
): Promise<void> {
  let query = tx
    .updateTable("staff_session")
    .set({ ended_at: at, ended_reason: "revoked" })
    .where("staff_id", "=", staffId)
    .where("ended_at", "is", null);
  if (butSession !== undefined) query = query.where("id", "!=", butSession);
  await query.execute();
}

async function endOldest(tx: Tx, staffId: bigint, at: Date): Promise<void> {
  await tx
    .updateTable("staff_session")
    .set({ ended_at: at, ended_reason: "revoked" })
    .where("id", "in", (own) =>
      own
        .selectFrom("staff_session")
        .select("id")
        .where("staff_id", "=", staffId)
        .where("ended_at", "is", null)
        .orderBy("id", "desc")
        .offset(SESSIONS_AT_ONCE - 1),
    )
    .execute();
}
