import { createHmac } from "node:crypto";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import type { Db } from "#server/db/db.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";

/**
 * Restarts the idle time and replaces the token by its one successor: who asks twice, because the
 * answer was lost or two tabs asked at once, gets the same token twice. The one before works until a
 * minute after its successor was first used (check_session). Refuses a token replaced longer ago.
 */
export async function refreshSession(
  app: App,
  caller: Caller,
  usedTokenHash: Buffer,
): Promise<{ token: string }> {
  const token = successor(app, caller.sessionId, usedTokenHash);
  const at = app.now();
  const isThisSession = app.db
    .updateTable("session")
    .where("id", "=", caller.sessionId)
    .where("ended_at", "is", null);
  const replaced = await isThisSession
    .set((session) => ({
      previous_token_hash: session.ref("token_hash"),
      token_hash: sha256(token),
      rotated_at: null,
      last_active_at: at,
    }))
    .where("token_hash", "=", usedTokenHash)
    .returning("id")
    .executeTakeFirst();
  if (replaced !== undefined) return { token };
  const again = await isThisSession
    .set({ last_active_at: at })
    .where("token_hash", "=", sha256(token))
    .returning("id")
    .executeTakeFirst();
  if (again === undefined) throw new Refusal("invalid_token");
  return { token };
}

/**
 * Replaces the token of a live session by one that nobody can derive from it, after a change of password.
 * The one before works for another minute, for calls that were under way (check_session).
 */
export async function rotateToken(db: Db, app: App, sessionId: bigint): Promise<string> {
  const token = makeToken(app.random);
  const at = app.now();
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set((session) => ({
      previous_token_hash: session.ref("token_hash"),
      token_hash: sha256(token),
      rotated_at: at,
      last_active_at: at,
    }))
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal("session_expired");
  return token;
}

/** 256 bits that only this server can compute, from a key that is not in the database. */
function successor(app: App, sessionId: bigint, tokenHash: Buffer): string {
  return createHmac("sha256", app.secrets.decoyKey)
    .update(`token after:${sessionId}:`)
    .update(tokenHash)
    .digest("base64url");
}
