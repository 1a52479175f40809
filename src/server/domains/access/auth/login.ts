import { keepOrUndo } from "#server/domains/otp/keepOrUndo.ts";
import { noteActivity, seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import { sendLoginCode } from "./sendLoginCode.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { accessRefusal } from "./accessRefusal.ts";
import { findDevice, knownDeviceKey } from "./devices.ts";
import {
  forgetLoginTries,
  loginTryKey,
  reserveLoginTry,
} from "#server/platform/passwords/loginTries.ts";
import { agedPasswordText } from "./passwordAge.ts";
import {
  hashPassword,
  hashQueue,
  isTooLong,
  needsRehash,
  requireKeyOf,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { type Browser, lockMember, type SignedInMember, startSession } from "./startSession.ts";
import { signInTakesCode } from "./signInNeeds.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";

export type LoginOutcome = {
  result: { guid: string; token: string } | CodeWaitedFor;
  agedPasswordText: string;
};

/** A guid nobody has: a username nobody has takes the same path as any other. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * Checks username and password. Every failure is the same refusal, and costs one of three tries that
 * was taken before the password was looked at. A browser new to the member gets a code first.
 */
export async function login(
  app: App,
  browser: Browser & { language: Language },
  { username, password }: { username: string; password: string },
): Promise<LoginOutcome> {
  const key = usernameKey(username);
  await spendCall(app, {
    kind: "login",
    source: browser.source,
    knownAs: async () => {
      const { guid: memberGuid = NOBODY } = (await findMember(app, key)) ?? {};
      return knownDeviceKey(app, { cookies: browser.cookies, memberGuid });
    },
  });
  if (isTooLong(password)) throw new Refusal("login_incorrect");
  const member = await findMember(app, key);
  requireKeyOf(app.secrets, member?.password_hash);
  const memberGuid = member?.guid ?? NOBODY;
  const deviceId = await findDevice(app.db, app, { cookies: browser.cookies, memberGuid });
  const loginTry = {
    key: loginTryKey(app, key, deviceId),
    source: deviceId ? undefined : browser.source,
  };

  const tried = await hashQueue(app).run(async () => {
    const { triesLeft } = await reserveLoginTry(app, loginTry);
    const isRight = await verifyPassword(app, member?.password_hash, password);
    // Before the next of the queue begins: several right ones at once are no failures.
    if (isRight && member) await forgetLoginTries(app, loginTry);
    return { triesLeft, isRight };
  });
  if (!tried.isRight || !member) {
    await recordFailure(app, browser, member);
    throw tried.triesLeft > 0
      ? new Refusal("login_incorrect")
      : new Refusal("login_suspended", { retryAfterSeconds: 900 });
  }
  const closed = accessRefusal(member);
  if (closed) throw closed;
  const passwordHash = await hashInForce(app, member, password);

  const aged = { changedAt: member.password_changed_at, waivedUntil: member.password_waived_until };
  const signedIn = { id: member.id, guid: member.guid, passwordHash };
  const opened = await open(app, signedIn, browser);
  if (opened === undefined) {
    const result = await sendLoginCode(app, browser, signedIn);
    await refuseChangedPassword(app, signedIn, result.pinId);
    app.metrics.signIns.inc({ outcome: "code_sent" });
    const isNewDevice = deviceId === undefined;
    return { result: { ...result, ...(isNewDevice && { isNewDevice }) }, agedPasswordText: "" };
  }
  const { token, cookies } = opened;
  for (const cookie of cookies) browser.setCookie(cookie);
  pokeRelay(app);
  app.metrics.signIns.inc({ outcome: "signed_in" });
  return {
    result: { guid: member.guid, token },
    agedPasswordText: agedPasswordText(app, aged, browser.language),
  };
}

/** Undefined where a code comes after the password: judged in the transaction that would open the session. */
function open(app: App, member: SignedInMember, browser: Browser) {
  const { cookies } = browser;
  return transact(app.db, async (tx) => {
    await lockMember(tx, member);
    const { takesCode, isKnown } = await signInTakesCode(tx, app, { ...member, cookies });
    if (takesCode) return undefined;
    return startSession(tx, app, { ...member, mustBeKnown: isKnown }, browser);
  });
}

function findMember(app: App, key: string) {
  return app.db
    .selectFrom("member")
    .select([
      "id",
      "guid",
      "password_hash",
      "status",
      "access_closed_for",
      "password_changed_at",
      "password_waived_until",
    ])
    .where("username_key", "=", key)
    .executeTakeFirst();
}

/** In the trail, and where the member finds it. For a name that nobody has as much is done, and taken back. */
async function recordFailure(
  app: App,
  browser: Browser,
  member: { id: bigint; guid: string } | undefined,
): Promise<void> {
  app.metrics.signIns.inc({ outcome: "refused" });
  const at = app.now();
  await transact(app.db, async (tx) => {
    await audit(tx, {
      at,
      actorKind: "visitor",
      actor: "unknown",
      action: "login_failed",
      object: `member:${member?.guid ?? "unknown"}`,
      correlationId: browser.correlationId,
      detail: { source: sourceMark(app, browser.source) },
    });
    await keepOrUndo(tx, async () => {
      await noteActivity(tx, {
        memberId: member?.id,
        at,
        kind: "sign_in_refused",
        doer: "unknown",
        from: seenFrom(app, browser),
      });
      return member !== undefined;
    });
  });
}

/**
 * The stored form of a password that was right, renewed when it was made with other parameters than
 * today's, or under a former key. Refuses a password that was changed meanwhile.
 */
async function hashInForce(
  app: App,
  { id, password_hash: stored }: { id: bigint; password_hash: string | null },
  password: string,
): Promise<string> {
  if (stored === null) throw new Refusal("login_incorrect");
  if (!needsRehash(app.secrets, stored)) return stored;
  const renewed = await hashQueue(app).run(() => hashPassword(app.secrets, password));
  const { numUpdatedRows } = await app.db
    .updateTable("member")
    .set({ password_hash: renewed })
    .where("id", "=", id)
    .where("password_hash", "=", stored)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return renewed;
  // Another sign-in renewed it first, or it is no longer this password.
  const { password_hash: newest } = await app.db
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const isRight = await hashQueue(app).run(() => verifyPassword(app, newest, password));
  if (newest === null || !isRight) throw new Refusal("login_incorrect");
  return newest;
}

/**
 * A change of password voids the codes that were sent before it (changePassword). One that was sent just
 * after it, for the former password, is void too: the answer with its cookie has not left yet.
 */
async function refuseChangedPassword(
  app: App,
  member: SignedInMember,
  pinId: string,
): Promise<void> {
  try {
    await transact(app.db, (tx) => lockMember(tx, member));
  } catch (error) {
    await app.db
      .updateTable("otp_challenge")
      .set({ closed_at: app.now() })
      .where("pin_id", "=", pinId)
      .where("closed_at", "is", null)
      .execute();
    throw error;
  }
}
