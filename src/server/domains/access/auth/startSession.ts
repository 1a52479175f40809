import { noteActivity, seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { guessedName } from "#contract/deviceName.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { type Cookie, cookieNames } from "#server/platform/http/cookies.ts";
import { browserWords } from "#server/platform/http/browserWords.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { accessRefusal } from "./accessRefusal.ts";
import { DEVICE_SECONDS, deviceCookie, rememberDevice } from "./devices.ts";
import { loginTryKey } from "#server/platform/passwords/loginTries.ts";
import { endSessions } from "./endSessions.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";

export type SignedInMember = {
  id: bigint;
  guid: string;
  /** The stored form of the password that was right; absent when a code, not a password, came last. */
  passwordHash?: string;
  /** No code came with this sign-in, so it takes a browser that is known. */
  mustBeKnown?: boolean;
};

/** What the browser brought along, and which call this is. */
export type Browser = {
  source: string;
  headers: IncomingHttpHeaders;
  correlationId: string;
  cookies: Record<string, string>;
  setCookie: (cookie: Cookie) => void;
  /** Of its screen, for the codes that it asks for; where it names none the member's own is taken. */
  screenLanguage?: Language | undefined;
};

export type Opened = { token: string; cookies: Cookie[] };

/**
 * Opens a session in the transaction of the sign-in and ends the member's sessions on other devices.
 * A second tab of the same browser shares the cookie, so both stay signed in. Returns the bearer
 * token: the only time it exists outside the browser; undefined, and nothing is changed, for a browser
 * that must be known and is not. Refuses a member without online access, and a password that was changed
 * since it was looked at.
 */
export async function startSession(
  tx: Tx,
  app: App,
  member: SignedInMember,
  browser: Browser,
): Promise<Opened | undefined> {
  const { usernameKey } = await lockMember(tx, member);
  // Once the member's row is taken: no order of a session that ends here is accepted later.
  const at = app.now();
  const names = cookieNames(app.config);

  const device = await rememberBrowser(tx, app, member, browser);
  if (device === undefined) return undefined;
  const { deviceId, secret, isNew } = device;
  const sharedCookie = await liveCookie(tx, app, {
    memberId: member.id,
    deviceId,
    cookie: browser.cookies[names.session],
  });
  const cookie = sharedCookie ?? makeToken(app.random);
  await endSessions(tx, {
    memberId: member.id,
    at,
    butDevice: deviceId,
    butCookie: sha256(cookie),
  });

  const token = makeToken(app.random);
  await tx
    .insertInto("session")
    .values({
      member_id: member.id,
      device_id: deviceId,
      token_hash: sha256(token),
      cookie_hash: sha256(cookie),
      started_at: at,
      last_active_at: at,
    })
    .execute();
  await tx
    .updateTable("member")
    .set((row) => ({ previous_login_at: row.ref("last_login_at"), last_login_at: at }))
    .where("id", "=", member.id)
    .execute();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: member.guid,
    action: "login",
    object: `member:${member.guid}`,
    correlationId: browser.correlationId,
    detail: { new_device: isNew, source: sourceMark(app, browser.source) },
  });
  await noteActivity(tx, {
    memberId: member.id,
    at,
    kind: isNew ? "signed_in_new_device" : "signed_in",
    doer: "member",
    from: seenFrom(app, browser),
  });
  await tellOfSignIn(tx, app, { memberId: member.id, usernameKey, isNew, browser });
  return {
    token,
    cookies: [
      { name: names.session, value: cookie },
      { name: device.name, value: secret, maxAgeSeconds: DEVICE_SECONDS },
      { name: names.stage, value: undefined },
    ],
  };
}

/**
 * Sign-ins of one member take turns: of twenty at once, exactly one session stays. A change of password
 * takes its turn too; a sign-in with the former one that comes after it is refused like any wrong one.
 */
export async function lockMember(
  tx: Tx,
  { id, passwordHash }: SignedInMember,
): Promise<{ usernameKey: string }> {
  const member = await tx
    .selectFrom("member")
    .select(["status", "access_closed_for", "username_key", "password_hash"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // Both may have changed since the password was looked at.
  const closed = accessRefusal(member);
  if (closed) throw closed;
  if (passwordHash !== undefined && member.password_hash !== passwordHash) {
    throw new Refusal("login_incorrect");
  }
  return { usernameKey: member.username_key ?? "" };
}

/** Strangers' failures no longer count: the member is who they say, and hears of them, or of a new device. */
async function tellOfSignIn(
  tx: Tx,
  app: App,
  {
    memberId,
    usernameKey,
    isNew,
    browser,
  }: { memberId: bigint; usernameKey: string; isNew: boolean; browser: Browser },
): Promise<void> {
  const strangers = await tx
    .deleteFrom("throttle")
    .where("scope", "=", "login_in_a_row")
    .where("key", "=", loginTryKey(app, usernameKey, undefined))
    .returning("count")
    .executeTakeFirst();
  if (isNew) {
    const words = browserWords(browser.headers);
    const values = { device: guessedName(words, "en"), deviceFil: guessedName(words, "fil") };
    await tellMember(tx, app, { memberId, notice: "new_device", values });
  } else if ((strangers?.count ?? 0) > 0) {
    await tellMember(tx, app, { memberId, notice: "failed_sign_ins" });
  }
}

/** The member's device that this browser is from now on; one that comes after others pauses new payees. */
async function rememberBrowser(
  tx: Tx,
  app: App,
  { id: memberId, guid: memberGuid, mustBeKnown = false }: SignedInMember,
  browser: Browser,
): Promise<{ name: string; deviceId: string; secret: string; isNew: boolean } | undefined> {
  const { name, secret } = deviceCookie(app, browser.cookies, memberGuid);
  const seen = seenFrom(app, browser);
  const device = await rememberDevice(tx, app, { memberId, memberGuid, secret, mustBeKnown, seen });
  if (device === undefined) return undefined;
  const { deviceId, isNew } = device;
  if (isNew && (await actedBefore(tx, { memberId, deviceId }))) {
    await beginPause(tx, app, { memberId, reason: "new_device" });
  }
  return { name, ...device };
}

/** Remembers the browser in which the member has just proved who they are; answers the cookie that says so. */
export async function keepBrowser(
  tx: Tx,
  app: App,
  member: SignedInMember,
  browser: Browser,
): Promise<Cookie> {
  const kept = await rememberBrowser(tx, app, member, browser);
  if (kept === undefined) throw new Error("A browser that need not be known was not remembered");
  return { name: kept.name, value: kept.secret, maxAgeSeconds: DEVICE_SECONDS };
}

/** Whether there was somebody to take over from: not on the very first device of an account. */
async function actedBefore(
  tx: Tx,
  { memberId, deviceId }: { memberId: bigint; deviceId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from member m where m.id = ${memberId} and (m.paused_at is not null
      or exists (select from device d where d.member_id = m.id and d.id <> ${deviceId}))`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The cookie that a live session of this member on this device already uses. */
async function liveCookie(
  tx: Tx,
  app: App,
  {
    memberId,
    deviceId,
    cookie,
  }: { memberId: bigint; deviceId: string; cookie: string | undefined },
): Promise<string | undefined> {
  if (cookie === undefined) return undefined;
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const ago = (seconds: number) => new Date(app.now().getTime() - seconds * 1000);
  const live = await tx
    .selectFrom("session")
    .select("id")
    .where("member_id", "=", memberId)
    .where("device_id", "=", deviceId)
    .where("cookie_hash", "=", sha256(cookie))
    .where("ended_at", "is", null)
    .where("last_active_at", ">", ago(idleSeconds))
    .where("started_at", ">", ago(lifeSeconds))
    .limit(1)
    .executeTakeFirst();
  return live && cookie;
}
