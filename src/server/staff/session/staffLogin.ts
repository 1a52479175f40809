import { createHmac } from "node:crypto";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { forgetLoginTries, reserveLoginTry } from "#server/auth/loginTries.ts";
import { hashQueue, isTooLong, verifyPassword } from "#server/auth/passwords.ts";
import { makeToken, sha256 } from "#server/auth/tokens.ts";
import { usernameKey } from "#server/auth/usernameKey.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { spendCall } from "#server/http/callBudget.ts";
import { type Cookie, cookieNames } from "#server/http/cookies.ts";
import { Refusal } from "#server/refusal.ts";
import { openTotpSecret, totpStep } from "#server/staff/totp.ts";

type Attempt = { username: string; password: string; code: string };
type From = { source: string; correlationId: string };

/** Browsers in which one person is signed in at once. */
const SESSIONS_AT_ONCE = 3;
/** Of nobody: looked at where there is no secret, so that it takes as long. */
const NO_SECRET = Buffer.alloc(20);

/**
 * Signs a member of the staff in. Password and code are both looked at, always, and every failure is
 * the same refusal: it costs one of three tries taken before anything was looked at, counted for the
 * username and the source over all processes. A code opens one session: its time step is used up.
 */
export async function staffLogin(
  app: App,
  from: From,
  attempt: Attempt,
): Promise<{ token: string; cookie: Cookie }> {
  await spendCall(app, { kind: "staffLogin", source: from.source });
  if (isTooLong(attempt.password)) throw new Refusal("staff_login_incorrect");
  const username = usernameKey(attempt.username);
  const staff = await findStaff(app, username);
  const loginTry = { key: tryKey(app, username), source: from.source };
  const { triesLeft, step } = await hashQueue(app).run(async () => {
    const tries = await takeTry(app, loginTry);
    const isRight = await verifyPassword(app, staff?.password_hash, attempt.password);
    const found = stepOf(app, staff, attempt.code);
    const isAllowed = isRight && staff?.state === "active";
    return { ...tries, step: isAllowed ? found : undefined };
  });
  const signedIn =
    staff && step !== undefined && (await startStaffSession(app, staff, BigInt(step), from));
  if (signedIn) {
    await forgetLoginTries(app, loginTry);
    app.metrics.signIns.inc({ outcome: "staff_signed_in" });
    return signedIn;
  }
  await recordFailure(app, from, staff?.username);
  throw triesLeft > 0
    ? new Refusal("staff_login_incorrect")
    : new Refusal("staff_login_suspended", { retryAfterSeconds: 900 });
}

type FoundStaff = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

function findStaff(app: App, username: string) {
  return app.db
    .selectFrom("staff")
    .select(["id", "username", "state", "password_hash", "totp_secret"])
    .where("username", "=", username)
    .executeTakeFirst();
}

/** People type passwords into the wrong box, so what was typed is kept as an HMAC. */
function tryKey(app: App, username: string): string {
  const hidden = createHmac("sha256", app.secrets.decoyKey).update(username).digest("base64url");
  return `staff:${hidden}`;
}

async function takeTry(app: App, loginTry: { key: string; source: string }) {
  try {
    return await reserveLoginTry(app, loginTry);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    if (code === "login_suspended") throw new Refusal("staff_login_suspended", wait);
    if (code === "recovery_needed") throw new Refusal("staff_access_locked");
    throw error;
  }
}

function stepOf(app: App, staff: FoundStaff | undefined, code: string): number | undefined {
  const sealed = staff?.totp_secret;
  const secret = staff && sealed ? openTotpSecret(app, staff.username, sealed) : NO_SECRET;
  const step = totpStep(secret, code, app.now());
  return sealed ? step : undefined;
}

/** Undefined when the code's time step was used before, or the account was closed meanwhile. */
async function startStaffSession(
  app: App,
  staff: FoundStaff,
  step: bigint,
  { source, correlationId }: From,
): Promise<{ token: string; cookie: Cookie } | undefined> {
  const at = app.now();
  const token = makeToken(app.random);
  const cookie = makeToken(app.random);
  const isStarted = await transact(app.db, async (tx) => {
    // Twenty sign-ins with one code take turns at this row, and the first takes the step.
    const { numUpdatedRows } = await tx
      .updateTable("staff")
      .set({ totp_last_step: step, last_login_at: at })
      .where("id", "=", staff.id)
      .where("state", "=", "active")
      .where("password_hash", "=", staff.password_hash)
      .where("totp_last_step", "<", step)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await endOldest(tx, staff.id, at);
    await tx
      .insertInto("staff_session")
      .values({
        staff_id: staff.id,
        token_hash: sha256(token),
        cookie_hash: sha256(cookie),
        source,
        started_at: at,
        last_active_at: at,
      })
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "staff_login",
      object: `staff:${staff.username}`,
      correlationId,
      detail: { source },
    });
    return true;
  });
  if (!isStarted) return undefined;
  return { token, cookie: { name: cookieNames(app.config).staff, value: cookie } };
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

async function recordFailure(
  app: App,
  { source, correlationId }: From,
  username: string | undefined,
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
      detail: { source },
    }),
  );
}
