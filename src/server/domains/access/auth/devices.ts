import { createHmac } from "node:crypto";
import type { Seen } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";

/** A year, renewed at each sign-in. A browser that was away for longer is a stranger. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Each member who uses a browser has a cookie of their own in it, whose name tells nobody whose it is.
 * `cookies` is what the browser sent.
 */
export function deviceCookie(
  app: App,
  cookies: Record<string, string>,
  memberGuid: string,
): { name: string; secret: string | undefined } {
  const suffix = createHmac("sha256", app.secrets.decoyKey)
    .update(`device cookie:${memberGuid}`)
    .digest("base64url")
    .slice(0, 11);
  const name = `${cookieNames(app.config).device}-${suffix}`;
  return { name, secret: cookies[name] };
}

/** The id of the member's known device that this browser is; undefined for a browser that is not known. */
export async function findDevice(
  db: Db | Tx,
  app: App,
  { cookies, memberGuid }: { cookies: Record<string, string>; memberGuid: string },
): Promise<string | undefined> {
  const { secret } = deviceCookie(app, cookies, memberGuid);
  const found = await db
    .selectFrom("device")
    .select("id")
    .where("secret_hash", "=", deviceHash(secret ?? "", memberGuid))
    .where("forgotten_at", "is", null)
    .where("last_seen_at", ">", oldestSeen(app.now()))
    .executeTakeFirst();
  return found?.id;
}

/** In how many browsers the member signs in without a code. */
export async function countKnownDevices(app: App, memberId: bigint): Promise<number> {
  const { known } = await app.db
    .selectFrom("device")
    .select((row) => row.fn.countAll<bigint>().as("known"))
    .where("member_id", "=", memberId)
    .where("forgotten_at", "is", null)
    .where("last_seen_at", ">", oldestSeen(app.now()))
    .executeTakeFirstOrThrow();
  return Number(known);
}

/** The key of a member's known device in a budget of calls; undefined in any other browser. */
export async function knownDeviceKey(
  app: App,
  of: { cookies: Record<string, string>; memberGuid: string },
): Promise<string | undefined> {
  const id = await findDevice(app.db, app, of);
  return id === undefined ? undefined : `device:${id}`;
}

const columnsOf = ({ browser, system, sourceMark }: Seen) => ({
  browser,
  system,
  source_mark: sourceMark,
});

/**
 * Remembers the browser as the member's. One that is not known gets a new secret: what it brought was
 * never ours, or is ours no longer. `isNew` when it was not known; undefined, and nothing is written, for
 * such a browser where `mustBeKnown`.
 */
export async function rememberDevice(
  tx: Tx,
  app: App,
  device: {
    memberId: bigint;
    memberGuid: string;
    secret: string | undefined;
    mustBeKnown: boolean;
    seen: Seen;
  },
): Promise<{ deviceId: string; secret: string; isNew: boolean } | undefined> {
  const at = app.now();
  const given = device.secret ?? "";
  const known = await tx
    .updateTable("device")
    .set({ last_seen_at: at, ...columnsOf(device.seen) })
    .where("secret_hash", "=", deviceHash(given, device.memberGuid))
    .where("forgotten_at", "is", null)
    .where("last_seen_at", ">", oldestSeen(at))
    .returning("id")
    .executeTakeFirst();
  if (known) return { deviceId: known.id, secret: given, isNew: false };
  if (device.mustBeKnown) return undefined;
  const deviceId = app.random.uuid();
  const secret = makeToken(app.random);
  await tx
    .insertInto("device")
    .values({
      id: deviceId,
      member_id: device.memberId,
      secret_hash: deviceHash(secret, device.memberGuid),
      first_seen_at: at,
      last_seen_at: at,
      ...columnsOf(device.seen),
    })
    .execute();
  return { deviceId, secret, isNew: true };
}

/**
 * Forgets the browsers of a member, in the transaction that changes who can act as the member: a sign-in
 * in any of them takes a code again. The exception is the browser in which the member has just proved who
 * they are. The caller has locked the member's row, so that no sign-in is under way. Answers how many.
 */
export async function forgetDevices(
  tx: Tx,
  of: { memberId: bigint; at: Date; butDevice?: string | undefined; onlyDevice?: string },
): Promise<number> {
  let query = tx
    .updateTable("device")
    .set((row) => ({ forgotten_at: row.fn("greatest", [row.val(of.at), "first_seen_at"]) }))
    .where("member_id", "=", of.memberId)
    .where("forgotten_at", "is", null);
  if (of.butDevice !== undefined) query = query.where("id", "!=", of.butDevice);
  if (of.onlyDevice !== undefined) query = query.where("id", "=", of.onlyDevice);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What is stored is bound to the member, so that a secret is nothing under another member's name. */
function deviceHash(secret: string, memberGuid: string): Buffer {
  return sha256(`${secret}:${memberGuid}`);
}

/** A browser that was last seen before is known no more. */
export function oldestSeen(at: Date): Date {
  return new Date(at.getTime() - DEVICE_SECONDS * 1000);
}
