import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { hashPassword, hashQueue } from "#server/platform/passwords/passwords.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { refuseWeakStaffPassword } from "#server/domains/staffing/weakPassword.ts";
import { proveAgain } from "./proveAgain.ts";
import { endStaffSessions } from "./startStaffSession.ts";

type Change = { current: string; code: string; next: string };

/**
 * Changes one's own password, by the current one and a code not used before (proveAgain). The other sessions end, this one gets a new token.
 */
export async function changeStaffPassword(
  app: App,
  staff: StaffCaller,
  { current, code, next }: Change,
): Promise<{ token: string }> {
  await refuseWeakStaffPassword(next, staff);
  const proof = await proveAgain(app, staff, { current, code });
  if (next.normalize("NFKC") === current.normalize("NFKC")) throw new Refusal("password_unchanged");
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, next));
  const token = await proof.spend((tx) => store(tx, app, staff, passwordHash));
  return { token };
}

async function store(
  tx: Tx,
  app: App,
  { staffId, sessionId, username, correlationId }: StaffCaller,
  passwordHash: string,
): Promise<string> {
  const at = app.now();
  const token = makeToken(app.random);
  await tx
    .updateTable("staff")
    .set({ password_hash: passwordHash, password_changed_at: at })
    .where("id", "=", staffId)
    .execute();
  await endStaffSessions(tx, { staffId, butSession: sessionId, at });
  const { numUpdatedRows } = await tx
    .updateTable("staff_session")
    .set({ previous_token_hash: null, token_hash: sha256(token), rotated_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal("session_expired");
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: username,
    action: "staff_password_changed",
    object: `staff:${username}`,
    correlationId,
  });
  return token;
}
