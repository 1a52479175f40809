import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { changePassword, readPersonalWords } from "#server/domains/access/auth/changePassword.ts";
import { announceEnded } from "#server/domains/access/auth/endSessions.ts";
import { refuseShortAlone, refuseWeakPassword } from "#server/platform/passwords/passwordRules.ts";
import {
  hashPassword,
  hashQueue,
  isTooLong,
  requireKeyOf,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { rotateToken } from "#server/domains/access/auth/refreshSession.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin, secondsClosed } from "#server/platform/base/throttle.ts";

const WRONG_TRIES = 5;
const DAY_SECONDS = 24 * 60 * 60;
const TRIES = "current_password";

/**
 * Changes the password of a member who knows the current one. The other sessions end, this one gets a new
 * token, the member is told. A try is taken before it is evaluated; with the fifth wrong one the session
 * is over.
 */
export async function updatePassword(
  app: App,
  caller: Caller,
  { current, next }: { current: string; next: string },
): Promise<{ token: string }> {
  const { memberId, sessionId, correlationId } = caller;
  refuseShortAlone(app, next, "new_password");
  await refuseWeakPassword(next, await readPersonalWords(app.db, memberId), "new_password");
  const stored = await requireCurrent(app, caller, current);
  if (next.normalize("NFKC") === current.normalize("NFKC")) {
    throw new Refusal("password_unchanged");
  }
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, next));
  const token = await transact(app.db, async (tx) => {
    await requireUnchanged(tx, memberId, stored);
    await changePassword(tx, app, { memberId, passwordHash, butSession: sessionId, correlationId });
    return rotateToken(tx, app, sessionId);
  });
  pokeRelay(app);
  return { token };
}

/** The stored form of the current password, if this is it. */
async function requireCurrent(app: App, caller: Caller, current: string): Promise<string> {
  const { memberId, sessionId } = caller;
  const tries = { scope: TRIES, key: String(sessionId), limit: WRONG_TRIES, at: app.now() };
  const { password_hash: stored } = await app.db
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  requireKeyOf(app.secrets, stored);
  const isRight = await hashQueue(app).run(async () => {
    if ((await countWithin(app.db, { ...tries, window: "1 day" })) > 0) return false;
    return !isTooLong(current) && verifyPassword(app, stored, current);
  });
  if (isRight && stored !== null) {
    await forgetTries(app.db, sessionId);
    return stored;
  }
  const isOver = (await secondsClosed(app.db, { ...tries, windowSeconds: DAY_SECONDS })) > 0;
  await refuseTry(app, caller, isOver);
  throw new Refusal(isOver ? "session_expired" : "current_password_wrong");
}

/** Remembers the wrong password, and ends the session with the last one. */
async function refuseTry(app: App, caller: Caller, isOver: boolean): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "current_password_wrong",
      object: `session:${caller.sessionId}`,
      correlationId: caller.correlationId,
      detail: { session_ended: isOver },
    });
    await noteActivity(tx, {
      memberId: caller.memberId,
      at,
      kind: "current_password_wrong",
      doer: "unknown",
      from: { sessionId: caller.sessionId },
    });
    if (!isOver) return;
    await tx
      .updateTable("session")
      .set({ ended_at: at, ended_reason: "revoked" })
      .where("id", "=", caller.sessionId)
      .where("ended_at", "is", null)
      .execute();
    await announceEnded(tx, [caller.sessionId], "revoked");
  });
}

/** Of two changes at once the second no longer brings the current password. */
async function requireUnchanged(tx: Tx, memberId: bigint, stored: string): Promise<void> {
  const { password_hash } = await tx
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (password_hash !== stored) throw new Refusal("current_password_wrong");
}

async function forgetTries(db: Db, sessionId: bigint): Promise<void> {
  await db
    .deleteFrom("throttle")
    .where("scope", "=", TRIES)
    .where("key", "=", String(sessionId))
    .execute();
}
