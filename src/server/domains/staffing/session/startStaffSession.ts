import type { App } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import type { Tx } from "#server/db/db.ts";
import { type Cookie, cookieNames } from "#server/platform/http/cookies.ts";
import { type BrowserCookies, rememberStaffDevice } from "./staffDevices.ts";

/** Where a call of nobody in particular comes from, with the cookies its browser brought. */
export type From = { source: string; correlationId: string; cookies: BrowserCookies };
export type StartedSession = { token: string; cookies: Cookie[] };

/** Browsers in which one account is signed in at once. */
const SESSION_BATCH_SIZE = 3;

/**
 * Opens a session in the transaction of the sign-in; the oldest beyond three ends. A second tab in which
 * the same person signs in shares the cookie of the first, so both go on; any other cookie is replaced. Returns the bearer
 * token: the only time it exists outside the browser.
 */
export async function startStaffSession(
  tx: Tx,
  app: App,
  staff: { id: bigint; username: string },
  { source, correlationId, cookies }: From,
): Promise<StartedSession> {
  const at = app.now();
  const { staff: name } = cookieNames(app.config);
  const brought = cookies[name];
  const token = makeToken(app.random);
  const isShared = brought !== undefined && (await isLive(tx, app, staff.id, sha256(brought)));
  const cookie = isShared ? brought : makeToken(app.random);
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
  const device = await rememberStaffDevice(tx, app, staff.id, cookies);
  return { token, cookies: [{ name, value: cookie }, device] };
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

async function isLive(tx: Tx, app: App, staffId: bigint, cookieHash: Buffer): Promise<boolean> {
  const idleSince = new Date(app.now().getTime() - app.config.STAFF_IDLE_SECONDS * 1000);
  const found = await tx
    .selectFrom("staff_session")
    .select("id")
    .where("staff_id", "=", staffId)
    .where("cookie_hash", "=", cookieHash)
    .where("ended_at", "is", null)
    .where("last_active_at", ">", idleSince)
    .executeTakeFirst();
  return found !== undefined;
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
        .offset(SESSION_BATCH_SIZE - 1),
    )
    .execute();
}
