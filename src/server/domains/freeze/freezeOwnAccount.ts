import type { Frozen } from "#contract/frozen.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { afterFreeze, freezeMember } from "./freezeMember.ts";

/**
 * Freezes the caller's own account. No code is asked for: whoever holds a session can only take from it what the
 * session gives, and nothing that a session has ends a freeze.
 */
export async function freezeOwnAccount(
  app: App,
  { memberId, memberGuid, correlationId }: Caller,
  source: string,
): Promise<Frozen> {
  const done = await transact(app.db, (tx) =>
    freezeMember(tx, app, {
      memberId,
      by: "member",
      way: "session",
      actor: memberGuid,
      reason: "",
      sourceMark: sourceMark(app, source),
      correlationId,
    }),
  );
  return afterFreeze(app, done);
}
