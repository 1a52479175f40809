import type { IncomingHttpHeaders } from "node:http";
import type { Pool } from "pg";
import type { App } from "#server/platform/app.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import { Refusal } from "#server/refusal.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { cookieNames, readCookies } from "./cookies.ts";

/** SHA-256 of the two halves of a session: the bearer token and the HttpOnly cookie. */
export type Credentials = { tokenHash: Buffer; cookieHash: Buffer };

export type LiveSession = { sessionId: bigint; memberId: bigint; memberGuid: string };

const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/;
const COOKIE = /^[A-Za-z0-9_-]{43}$/;
/** A call that was under way when the member's time ran out is let through. */
const SLACK_SECONDS = 30;

/**
 * Reads both halves from a call. Refuses with token_error what is no token of ours by its form, and
 * with invalid_token when a half is missing.
 */
export function readCredentials(
  app: App,
  { headers, cookies }: { headers: IncomingHttpHeaders; cookies: Record<string, string> },
): Credentials {
  return readTokenAndCookie(headers, cookies[cookieNames(app.config).session]);
}

/** The same with the value of the cookie that belongs to this kind of session. */
export function readTokenAndCookie(
  headers: IncomingHttpHeaders,
  cookie: string | undefined,
): Credentials {
  const token = bearerToken(headers);
  if (token === undefined && headers.authorization !== undefined) throw new Refusal("token_error");
  return hashCredentials(token, cookie);
}

/** The token of a call; undefined for none and for what is none by its form. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return TOKEN.exec(authorization ?? "")?.[1];
}

/** The same for a caller that brings the token elsewhere than in the Authorization header. */
export function hashCredentials(token: unknown, cookie: unknown): Credentials {
  if (typeof token !== "string" || typeof cookie !== "string") throw new Refusal("invalid_token");
  if (!COOKIE.test(token) || !COOKIE.test(cookie)) throw new Refusal("invalid_token");
  return { tokenHash: sha256(token), cookieHash: sha256(cookie) };
}

/** How long a session lives without activity, and in all. For check_session. */
export function sessionLimits(app: App): { idleSeconds: number; lifeSeconds: number } {
  const { IDLE_SECONDS, GRACE_SECONDS, SESSION_SECONDS } = app.config;
  return {
    idleSeconds: IDLE_SECONDS + GRACE_SECONDS + SLACK_SECONDS,
    lifeSeconds: SESSION_SECONDS,
  };
}

/** The refusal for a verdict of check_session other than 'ok'. */
export function sessionRefusal(verdict: string): Refusal {
  const codes: readonly string[] = [
    "other_device",
    "session_expired",
    "session_of_old_password",
    "token_expired",
  ] satisfies RefusalCode[];
  // The list above makes the verdict one of its codes.
  return new Refusal(codes.includes(verdict) ? (verdict as RefusalCode) : "invalid_token");
}

/** Who holds these credentials. `touch` counts as the member's activity. Refuses a session that is over. */
export async function requireSession(
  app: App,
  { tokenHash, cookieHash }: Credentials,
  touch: boolean,
): Promise<LiveSession> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { rows } = await checkSession(app.pool, [
    tokenHash,
    cookieHash,
    app.now(),
    touch,
    idleSeconds,
    lifeSeconds,
  ]);
  const found = rows[0];
  if (found?.verdict !== "ok") throw sessionRefusal(found?.verdict ?? "invalid_token");
  return {
    sessionId: found.session_id,
    memberId: found.member_id,
    memberGuid: found.member_guid,
  };
}

/** A token that somebody has or had. */
export type KnownToken = {
  memberGuid: string;
  /** 'session:<id>' */
  object: string;
  /** True when the call also brought the cookie that belongs to it. */
  isWhole: boolean;
};

/** Whose token a call brought, whatever cookie came with it. Undefined for none and for a made-up one. */
export async function findToken(
  app: App,
  headers: IncomingHttpHeaders,
): Promise<KnownToken | undefined> {
  const token = bearerToken(headers);
  if (token === undefined) return undefined;
  const cookie = readCookies(headers)[cookieNames(app.config).session] ?? "";
  const hash = sha256(token);
  const found = await app.db
    .selectFrom("session")
    .innerJoin("member", "member.id", "session.member_id")
    .select(["session.id", "session.cookie_hash", "member.guid"])
    .where((is) => is.or([is("token_hash", "=", hash), is("previous_token_hash", "=", hash)]))
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return {
    memberGuid: found.guid,
    object: `session:${found.id}`,
    isWhole: found.cookie_hash.equals(sha256(cookie)),
  };
}

function checkSession(pool: Pool, values: unknown[]) {
  return pool.query<{
    verdict: string;
    session_id: bigint;
    member_id: bigint;
    member_guid: string;
  }>({
    name: "check_session",
    text: "select verdict, session_id, member_id, member_guid from check_session($1, $2, $3, $4, $5, $6)",
    values,
  });
}
