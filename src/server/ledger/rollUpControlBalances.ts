import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";

/**
 * Adds finished postings to the stored balances of control accounts; answers how many it added. The stored
 * balances lag behind by design (docs/ledger.md): run it regularly, nothing depends on when. balances.ts reads
 * exact balances at any time.
 */
export async function rollUpControlBalances(db: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select ledger_roll_up() as moved`.execute(db);
  return rows[0]?.moved ?? 0;
}
