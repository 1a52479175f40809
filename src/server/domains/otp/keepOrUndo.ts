import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * Does the same work for somebody and for nobody, and undoes it when `work` says so: whoever measures how
 * long an answer takes learns nothing. Answers whether it was kept. Nothing outside the transaction in it.
 */
export async function keepOrUndo(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint alike`.execute(tx);
  const isKept = await work();
  const end = isKept ? sql`release savepoint alike` : sql`rollback to savepoint alike`;
  await end.execute(tx);
  return isKept;
}
