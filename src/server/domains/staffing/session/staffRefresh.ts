import { createHmac } from "node:crypto";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Replaces the token by its one successor: who asks twice, because the answer was lost or two tabs
 * asked at once, gets the same token twice. The one before works until a minute after its successor
 * was first used (check_staff_session). The call itself restarted the idle time.
 */
export async function staffRefresh(
  app: App,
  staff: StaffCaller,
  usedTokenHash: Buffer,
): Promise<{ token: string }> {
  const token = createHmac("sha256", app.secrets.decoyKey)
    .update(`staff token after:${staff.sessionId}:`)
    .update(usedTokenHash)
    .digest("base64url");
  const isThisSession = app.db
    .updateTable("staff_session")
    .where("id", "=", staff.sessionId)
    .where("ended_at", "is", null);
  const replaced = await isThisSession
    .set((session) => ({
      previous_token_hash: session.ref("token_hash"),
      token_hash: sha256(token),
      rotated_at: null,
    }))
    .where("token_hash", "=", usedTokenHash)
    .returning("id")
    .executeTakeFirst();
  if (replaced !== undefined) return { token };
  const again = await isThisSession
    .set({ last_active_at: app.now() })
    .where("token_hash", "=", sha256(token))
    .returning("id")
    .executeTakeFirst();
  if (again === undefined) throw new Refusal("invalid_token");
  return { token };
}
