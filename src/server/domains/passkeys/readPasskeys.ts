import type { Passkey } from "#contract/passkeys.ts";
import type { Db, Tx } from "#server/db/db.ts";

type PasskeyRow = {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_synced: boolean;
};

/** The member's passkeys that count, the newest first. */
export async function readPasskeys(db: Db | Tx, memberId: bigint): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkey")
    .select(["id", "name", "created_at", "last_used_at", "is_synced"])
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(passkeyOf);
}

export function passkeyOf(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
  };
}

/** As browsers are told of them. */
export function knownPasskeys(db: Db | Tx, memberId: bigint) {
  return db
    .selectFrom("passkey")
    .select(["credential_id", "transports"])
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .orderBy("last_used_at", (order) => order.desc().nullsLast())
    .execute();
}
