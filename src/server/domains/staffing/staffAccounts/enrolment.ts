import { isOneOf } from "#server/domains/makerChecker/samePerson.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { brand } from "#brand";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import { forgetLoginTries } from "#server/platform/passwords/loginTries.ts";
import { hashPassword, hashQueue } from "#server/platform/passwords/passwords.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { transact } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { Refusal } from "#server/refusal.ts";
import { keysOf } from "#server/platform/secrets/secrets.ts";
import {
  enrolmentTry,
  forgetStaffTries,
  refusalFor,
  takeStaffTry,
} from "#server/domains/staffing/session/staffTries.ts";
import {
  type From,
  type StartedSession,
  startStaffSession,
} from "#server/domains/staffing/session/startStaffSession.ts";
import {
  openTotpSecret,
  sealTotpSecret,
  TOTP_SECRET_BYTES,
  totpStep,
  writeTotpSecret,
} from "#server/platform/secrets/totp.ts";
import { refuseWeakStaffPassword } from "#server/domains/staffing/weakPassword.ts";
import { lockForEnrolment, requireReach } from "./enrolmentRights.ts";

const LIFE_SECONDS = 24 * 60 * 60;
/** Without letters that look like digits (Crockford's base 32). */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** Stands for the command line where else a person's number does: no number is in small letters. */
const OPERATOR = "operator";

/** Somebody in the console, or an operator at the command line. */
type CodeIssuer =
  | { kind: "staff"; caller: StaffCaller }
  | { kind: "operator"; actor: string; correlationId: string };

type Typed = { username: string; enrolmentCode: string };

/**
 * Makes the code with which the owner of an account that waits for enrolment sets password and
 * authenticator: 60 bits, one day, once; a newer one replaces it. The return value is the only place
 * where it ever stands. Refuses the two people who asked for the account and approved it, so that nobody
 * makes themselves a second one, and who may not reach all of its roles (requireReach).
 */
export async function issueEnrolmentCode(
  app: App,
  issuer: CodeIssuer,
  staffId: bigint,
): Promise<{ code: string; expiresAt: Date }> {
  const at = app.now();
  const expiresAt = new Date(at.getTime() + LIFE_SECONDS * 1000);
  const code = Array.from(app.random.bytes(LENGTH), (byte) => LETTERS[byte & 31]).join("");
  await transact(app.db, async (tx) => {
    const staff = await lockForEnrolment(tx, staffId);
    if (staff.state !== "enrolling") throw new Refusal("enrolment_not_open");
    if (issuer.kind === "staff") {
      const { personKey } = issuer.caller;
      const { enrolment_asked_by: maker, enrolment_approved_by: checker } = staff;
      if (isOneOf(personKey, [maker, checker])) throw new Refusal("enrolment_handled_by_you");
      await requireReach(tx, issuer.caller, { id: staffId, personKey: staff.person_key });
    }
    await tx
      .updateTable("staff")
      .set({
        enrolment_hmac: codeHmac(app.secrets.otpPepper, staff.username, code),
        enrolment_expires_at: expiresAt,
        enrolment_issued_by: issuer.kind === "staff" ? issuer.caller.personKey : OPERATOR,
        pending_totp: null,
      })
      .where("id", "=", staffId)
      .execute();
    // Whoever stands before the issuer is not kept out by what strangers typed.
    await forgetStaffTries(tx, app, { id: staffId, username: staff.username });
    await audit(tx, {
      at,
      ...(issuer.kind === "staff"
        ? { actorKind: "staff", actor: issuer.caller.username }
        : { actorKind: "system", actor: issuer.actor }),
      action: "enrolment_code_issued",
      object: `staff:${staff.username}`,
      correlationId: issuer.kind === "staff" ? issuer.caller.correlationId : issuer.correlationId,
    });
  });
  return { code: (code.match(/.{4}/g) ?? []).join("-"), expiresAt };
}

/** Makes a new secret for the authenticator of whoever brings the right code. It is told this once. */
export async function startEnrolment(
  app: App,
  from: From,
  typed: Typed,
): Promise<{ secret: string; uri: string }> {
  const { id, username } = await requireEnrolling(app, from, typed);
  const secret = app.random.bytes(TOTP_SECRET_BYTES);
  await app.db
    .updateTable("staff")
    .set({ pending_totp: sealTotpSecret(app, username, secret) })
    .where("id", "=", id)
    .where("state", "=", "enrolling")
    .execute();
  return writeTotpSecret(secret, { issuer: brand.portal, username });
}

/**
 * Sets the password and the authenticator once it has shown a right code. The account has no rights yet:
 * somebody else confirms its owner first (confirmEnrolment). Only one of the first administrators, whom an
 * operator made and handed the code, is in at once. Undefined where it waits.
 */
export async function finishEnrolment(
  app: App,
  from: From,
  typed: Typed & { code: string; password: string },
): Promise<StartedSession | undefined> {
  const staff = await requireEnrolling(app, from, typed);
  const { id, username, pending_totp: sealed } = staff;
  await refuseWeakStaffPassword(typed.password, {
    username,
    personKey: staff.person_key,
    fullName: staff.full_name,
  });
  const step = sealed
    ? totpStep(openTotpSecret(app, username, sealed), typed.code, app.now())
    : undefined;
  if (step === undefined) throw new Refusal("authenticator_code_wrong");
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, typed.password));
  return transact(app.db, async (tx) => {
    const at = app.now();
    const isOpen = staff.enrolment_issued_by === OPERATOR && staff.enrolment_asked_by === null;
    const { numUpdatedRows } = await tx
      .updateTable("staff")
      .set({
        state: isOpen ? "active" : "enrolled",
        password_hash: passwordHash,
        password_changed_at: at,
        totp_secret: sealed,
        totp_last_step: step,
        pending_totp: null,
        enrolment_hmac: null,
        enrolment_expires_at: null,
      })
      .where("id", "=", id)
      .where("enrolment_hmac", "=", staff.enrolment_hmac)
      .where("pending_totp", "=", sealed)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Refusal("enrolment_incorrect");
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: username,
      action: "staff_enrolled",
      object: `staff:${username}`,
      correlationId: from.correlationId,
    });
    return isOpen ? startStaffSession(tx, app, { id, username }, from) : undefined;
  });
}

/** The account whose code this is. Every failure is one refusal and costs a try of the name's enrolment. */
async function requireEnrolling(app: App, from: From, { username: name, enrolmentCode }: Typed) {
  await spendCall(app, { kind: "staffEnrolment", source: from.source });
  const username = usernameKey(name);
  const loginTry = enrolmentTry(app, username, from.source);
  const { triesLeft } = await takeStaffTry(app, loginTry);
  const staff = await app.db
    .selectFrom("staff")
    .select([
      "id",
      "username",
      "full_name",
      "person_key",
      "state",
      "enrolment_hmac",
      "enrolment_expires_at",
      "enrolment_asked_by",
      "enrolment_issued_by",
      "pending_totp",
    ])
    .where("username", "=", username)
    .executeTakeFirst();
  const stored = staff?.enrolment_hmac ?? Buffer.alloc(32);
  const isRight = keysOf(app.secrets, "otpPepper").some((key) =>
    timingSafeEqual(stored, codeHmac(key, username, normal(enrolmentCode))),
  );
  const isInTime = (staff?.enrolment_expires_at ?? new Date(0)) > app.now();
  if (staff && isRight && isInTime && staff.state === "enrolling") {
    await forgetLoginTries(app, loginTry);
    return staff;
  }
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "visitor",
      actor: "unknown",
      action: "enrolment_failed",
      object: `staff:${staff?.username ?? "unknown"}`,
      correlationId: from.correlationId,
      detail: { source: sourceMark(app, from.source) },
    }),
  );
  throw refusalFor(triesLeft, new Refusal("enrolment_incorrect"));
}

/** As people read it from paper. */
function normal(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

function codeHmac(key: Buffer, username: string, code: string): Buffer {
  return createHmac("sha256", key).update(`staff enrolment:${username}:${code}`).digest();
}
