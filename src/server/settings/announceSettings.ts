import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * Tells every process that something all members see has changed, when the transaction commits: each has
 * its sockets say so, and open portals read anew (http/sockets.ts).
 */
export async function announceSettings(tx: Tx): Promise<void> {
  await sql`select pg_notify('settings_changed', '')`.execute(tx);
}
