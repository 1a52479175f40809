import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { forgetLoginTries } from "#server/platform/passwords/loginTries.ts";
import {
  hashPassword,
  hashQueue,
  isTooLong,
  requireKeyOf,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { refuseWeakStaffPassword } from "#server/domains/staffing/weakPassword.ts";
import { openTotpSecret, totpStep } from "#server/platform/secrets/totp.ts";
import { useStep } from "./staffLogin.ts";
import { passwordTry, refusalFor, takeStaffTry } from "./staffTries.ts";
import { endStaffSessions } from "./startStaffSession.ts";

type Change = { current: string; code: string; next: string };

/**
 * Changes one's own password, by the current one and a code not used before; a wrong one costs one of
 * three tries that no stranger can use up. The other sessions end, this one gets a new token.
 */
export async function changeStaffPassword(
  app: App,
  staff: StaffCaller,
  { current, code, next }: Change,
): Promise<{ token: string }> {
  await refuseWeakStaffPassword(next, staff);
  const loginTry = passwordTry(staff.staffId);
  const { password_hash, totp_secret: sealed } = await app.db
    .selectFrom("staff")
    .select(["password_hash", "totp_secret"])
    .where("id", "=", staff.staffId)
    .executeTakeFirstOrThrow();
  requireKeyOf(app.secrets, password_hash);
  const { triesLeft, step } = await hashQueue(app).run(async () => {
    const tries = await takeStaffTry(app, loginTry);
    const isRight = !isTooLong(current) && (await verifyPassword(app, password_hash, current));
    const secret = sealed && openTotpSecret(app, staff.username, sealed);
    return { ...tries, step: isRight && secret ? totpStep(secret, code, app.now()) : undefined };
  });
  const wrong = () => refusalFor(triesLeft, new Refusal("password_or_code_wrong"));
  if (step === undefined) {
    await recordFailure(app, staff);
    throw wrong();
  }
  if (next.normalize("NFKC") === current.normalize("NFKC")) throw new Refusal("password_unchanged");
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, next));
  const token = await transact(app.db, async (tx) => {
    if (!(await useStep(tx, { id: staff.staffId, password_hash }, step))) return undefined;
    return store(tx, app, staff, passwordHash);
  });
  if (token === undefined) throw wrong();
  await forgetLoginTries(app, loginTry);
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

async function recordFailure(app: App, { username, correlationId }: StaffCaller): Promise<void> {
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: username,
      action: "staff_password_wrong",
      object: `staff:${username}`,
      correlationId,
    }),
  );
}
