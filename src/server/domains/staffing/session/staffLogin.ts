import type { App } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import { forgetLoginTries } from "#server/platform/passwords/loginTries.ts";
import {
  hashPassword,
  hashQueue,
  isTooLong,
  needsRehash,
  requireKeyOf,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { Refusal } from "#server/refusal.ts";
import { openTotpSecret, totpStep } from "#server/platform/secrets/totp.ts";
import { checkStaffPasskey, type SignedStep } from "./checkStaffPasskey.ts";
import { findStaffDevice } from "./staffDevices.ts";
import { refusalFor, staffTry, takeStaffTry } from "./staffTries.ts";
import { type From, type StartedSession, startStaffSession } from "./startStaffSession.ts";

/** Beside the password: a code of the authenticator, or what a passkey signed. */
type SecondFactor = { code: string } | { signed: SignedStep };
type Attempt = { username: string; password: string; second: SecondFactor };

/** Of nobody: looked at where there is no secret, so that it takes as long. */
const NO_SECRET = Buffer.alloc(20);

/**
 * Signs a member of the staff in. Password and code or passkey are both looked at, always, and every failure is
 * the same refusal: it costs one of three tries taken before anything was looked at, counted for the
 * known browser, else for the username and the source, over all processes. A code opens one session: its time step is
 * used up; so does what a passkey signed.
 */
export async function staffLogin(app: App, from: From, attempt: Attempt): Promise<StartedSession> {
  const username = usernameKey(attempt.username.trim());
  await spendCall(app, {
    kind: "staffLogin",
    source: from.source,
    knownAs: async () => {
      const staff = await findStaff(app, username);
      return staff && findStaffDevice(app, staff.id, from.cookies);
    },
  });
  if (isTooLong(attempt.password)) throw new Refusal("staff_login_incorrect");
  const staff = await findStaff(app, username);
  requireKeyOf(app.secrets, staff?.password_hash);
  const deviceId = staff && (await findStaffDevice(app, staff.id, from.cookies));
  const loginTry = staffTry(app, { username, deviceId }, from.source);
  const { triesLeft, isRight } = await hashQueue(app).run(async () => {
    const tries = await takeStaffTry(app, loginTry);
    return { ...tries, isRight: await verifyPassword(app, staff?.password_hash, attempt.password) };
  });
  const of = { staff, username, isRight, from };
  const { started, reason } =
    "code" in attempt.second
      ? await startByCode(app, of, attempt.second.code)
      : await startByPasskey(app, of, attempt.second.signed);
  if (staff && started) {
    await forgetLoginTries(app, loginTry);
    // The session stands already: the next sign-in tries again.
    await renewHash(app, staff, attempt.password).catch((error: unknown) =>
      app.log.warn({ err: error, staffId: staff.id }, "a password could not be stored anew"),
    );
    app.metrics.signIns.inc({ outcome: "staff_signed_in" });
    return started;
  }
  await recordFailure(app, from, { username: staff?.username, reason });
  throw refusalFor(triesLeft, new Refusal("staff_login_incorrect"));
}

/** A password that was right is stored under today's key and parameters. */
async function renewHash(
  app: App,
  { id, password_hash: stored }: FoundStaff,
  password: string,
): Promise<void> {
  if (stored === null || !needsRehash(app.secrets, stored)) return;
  const renewed = await hashQueue(app).run(() => hashPassword(app.secrets, password));
  await app.db
    .updateTable("staff")
    .set({ password_hash: renewed })
    .where("id", "=", id)
    .where("password_hash", "=", stored)
    .execute();
}

type FoundStaff = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

function findStaff(app: App, username: string) {
  return app.db
    .selectFrom("staff")
    .select(["id", "username", "password_hash", "totp_secret"])
    .where("username", "=", username)
    .executeTakeFirst();
}

function stepOf(app: App, staff: FoundStaff | undefined, code: string): bigint | undefined {
  const sealed = staff?.totp_secret;
  const secret = staff && sealed ? openTotpSecret(app, staff.username, sealed) : NO_SECRET;
  const step = totpStep(secret, code, app.now());
  return sealed ? step : undefined;
}

/** Who signs in, and whether the password was right. */
type Typed = { staff: FoundStaff | undefined; username: string; isRight: boolean; from: From };
/** `reason`: what was wrong with the passkey, for the record. */
type Outcome = { started?: StartedSession | undefined; reason?: string };

/** No session for a code that is wrong or was used before, and for an account that is not open any more. */
async function startByCode(
  app: App,
  { staff, isRight, from }: Typed,
  code: string,
): Promise<Outcome> {
  const step = stepOf(app, staff, code);
  if (staff === undefined || step === undefined || !isRight) return {};
  return transact(app.db, async (tx) =>
    (await useStep(tx, staff, step))
      ? { started: await startStaffSession(tx, app, staff, from) }
      : {},
  );
}

/** The same of what a passkey signed. */
async function startByPasskey(
  app: App,
  { staff, username, isRight, from }: Typed,
  signed: SignedStep,
): Promise<Outcome> {
  return transact(app.db, async (tx) => {
    // First, as whoever closes an account does.
    const isOpen = await holdOpen(tx, staff);
    const checked = await checkStaffPasskey(tx, app, { staffId: staff?.id, username }, signed);
    if (!checked.isRight) return { reason: checked.reason };
    if (staff === undefined || !isOpen || !isRight) return {};
    await checked.use();
    return { started: await startStaffSession(tx, app, staff, from) };
  });
}

/** Whether the account is open, with the password that was looked at still in force; it stays so until the end. */
async function holdOpen(tx: Tx, staff: FoundStaff | undefined): Promise<boolean> {
  const found = await tx
    .selectFrom("staff")
    .select("id")
    .where("id", "=", staff?.id ?? 0n)
    .where("state", "=", "active")
    .where("password_hash", "=", staff?.password_hash ?? "")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Uses up the time step of a right code, with the password that was looked at still in force: of twenty
 * calls with one code the first takes it. False when it is taken, or the account closed meanwhile.
 */
export async function useStep(
  tx: Tx,
  staff: { id: bigint; password_hash: string | null },
  step: bigint,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("staff")
    .set({ totp_last_step: step })
    .where("id", "=", staff.id)
    .where("state", "=", "active")
    .where("password_hash", "=", staff.password_hash)
    .where("totp_last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function recordFailure(
  app: App,
  { source, correlationId }: From,
  { username, reason }: { username: string | undefined; reason: string | undefined },
): Promise<void> {
  app.metrics.signIns.inc({ outcome: "staff_refused" });
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "visitor",
      actor: "unknown",
      action: "staff_login_failed",
      object: `staff:${username ?? "unknown"}`,
      correlationId,
      detail: {
        source: sourceMark(app, source),
        ...(reason !== undefined && { passkey: reason }),
      },
    }),
  );
}
