import { sql } from "kysely";
import type { WaitingAct } from "#contract/approvalPolicy.ts";
import type { Db, Tx } from "#server/db/db.ts";

const HOUR_MS = 60 * 60 * 1000;

/** From when an act counts that was asked for, or that began, at this moment: as long after it as the policy says. */
export async function countsFrom(db: Db | Tx, act: WaitingAct, at: Date): Promise<Date> {
  const { rows } = await sql<{
    hours: number | null;
  }>`select act_wait_hours(${act}) as hours`.execute(db);
  const hours = rows[0]?.hours ?? undefined;
  if (hours === undefined) throw new Error(`the policy knows no wait of ${act}`);
  return new Date(at.getTime() + hours * HOUR_MS);
}
