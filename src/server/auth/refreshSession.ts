import type { App, Caller } from "#server/app.ts";
import { makeToken, sha256 } from "./tokens.ts";

/**
 * Restarts the idle time and replaces the token. The one before works for another minute, for calls
 * that were under way (check_session).
 */
export async function refreshSession(app: App, caller: Caller): Promise<{ token: string }> {
  const token = makeToken(app.random);
  const at = app.now();
  await app.db
    .updateTable("session")
    .set((session) => ({
      previous_token_hash: session.ref("token_hash"),
      token_hash: sha256(token),
      rotated_at: at,
      last_active_at: at,
    }))
    .where("id", "=", caller.sessionId)
    .where("ended_at", "is", null)
    .execute();
  return { token };
}
