import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * Tells every process that something all members see has changed, when the transaction commits: each has
 * its sockets say so, and open portals read anew (entry/sockets.ts).
 */
export async function announceSettings(tx: Tx): Promise<void> {
  await sql`select pg_notify('settings_changed', '')`.execute(tx);
}

/** The same of what one member sees, and only their open portals read anew. */
export async function announceToMember(tx: Tx, memberId: bigint): Promise<void> {
  await sql`select pg_notify('settings_changed', ${String(memberId)})`.execute(tx);
}
