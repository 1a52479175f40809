import { createHmac } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { DEVICE_SECONDS } from "#server/domains/access/auth/devices.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import type { Tx } from "#server/db/db.ts";
import { type Cookie, cookieNames } from "#server/platform/http/cookies.ts";

/** The cookies a browser sent; a call that begins a session elsewhere has none. */
export type BrowserCookies = Record<string, string>;

/** The id of the account's known browser that sent these cookies. */
export async function findStaffDevice(
  app: App,
  staffId: bigint,
  cookies: BrowserCookies,
): Promise<string | undefined> {
  const secret = cookies[cookieName(app, staffId)];
  if (secret === undefined) return undefined;
  const found = await app.db
    .selectFrom("staff_device")
    .select("id")
    .where("secret_hash", "=", secretHash(secret, staffId))
    .where("last_seen_at", ">", oldestSeen(app.now()))
    .executeTakeFirst();
  return found?.id;
}

/**
 * Remembers the browser as the account's, for a year from its last sign-in. One that is not known gets a
 * new secret: what it brought was never ours. It opens nothing: it only has tries of its own.
 */
export async function rememberStaffDevice(
  tx: Tx,
  app: App,
  staffId: bigint,
  cookies: BrowserCookies,
): Promise<Cookie> {
  const at = app.now();
  const name = cookieName(app, staffId);
  const given = cookies[name];
  if (given !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable("staff_device")
      .set({ last_seen_at: at })
      .where("secret_hash", "=", secretHash(given, staffId))
      .where("last_seen_at", ">", oldestSeen(at))
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { name, value: given, maxAgeSeconds: DEVICE_SECONDS };
  }
  const secret = makeToken(app.random);
  await tx
    .insertInto("staff_device")
    .values({
      id: app.random.uuid(),
      staff_id: staffId,
      secret_hash: secretHash(secret, staffId),
      first_seen_at: at,
      last_seen_at: at,
    })
    .execute();
  return { name, value: secret, maxAgeSeconds: DEVICE_SECONDS };
}

/** Several people use one browser: each has a cookie, whose name tells nobody whose it is. */
function cookieName(app: App, staffId: bigint): string {
  const suffix = createHmac("sha256", app.secrets.decoyKey)
    .update(`staff device cookie:${staffId}`)
    .digest("base64url")
    .slice(0, 11);
  return `${cookieNames(app.config).staffDevice}-${suffix}`;
}

/** Bound to the account, so that a secret is nothing under another name. */
function secretHash(secret: string, staffId: bigint): Buffer {
  return sha256(`${secret}:staff:${staffId}`);
}

function oldestSeen(at: Date): Date {
  return new Date(at.getTime() - DEVICE_SECONDS * 1000);
}
