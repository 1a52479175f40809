import type { Db, Tx } from "#server/db/db.ts";
import { sha256 } from "./tokens.ts";

/** A year, renewed at each sign-in. */
export const DEVICE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * A browser keeps one secret for all members who use it; what is stored is bound to the member, so
 * that it says nothing about the others.
 */
export function deviceHash(secret: string, memberGuid: string): Buffer {
  return sha256(`${secret}:${memberGuid}`);
}

/** The id of the member's known device that holds this secret. */
export async function findDevice(
  db: Db,
  secret: string | undefined,
  memberGuid: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom("device")
    .select("id")
    .where("secret_hash", "=", deviceHash(secret ?? "", memberGuid))
    .executeTakeFirst();
  return found?.id;
}

/** Remembers the browser as the member's. `isNew` when it was not. */
export async function rememberDevice(
  tx: Tx,
  device: { id: string; memberId: bigint; memberGuid: string; secret: string; at: Date },
): Promise<{ deviceId: string; isNew: boolean }> {
  const secretHash = deviceHash(device.secret, device.memberGuid);
  const known = await tx
    .updateTable("device")
    .set({ last_seen_at: device.at })
    .where("secret_hash", "=", secretHash)
    .returning("id")
    .executeTakeFirst();
  if (known) return { deviceId: known.id, isNew: false };
  await tx
    .insertInto("device")
    .values({
      id: device.id,
      member_id: device.memberId,
      secret_hash: secretHash,
      first_seen_at: device.at,
      last_seen_at: device.at,
    })
    .execute();
  return { deviceId: device.id, isNew: true };
}
