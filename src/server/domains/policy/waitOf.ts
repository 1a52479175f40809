import { sql } from "kysely";
import type { WaitingAct } from "#contract/approvalPolicy.ts";
import type { Db, Tx } from "#server/db/db.ts";

const HOUR_MS = 60 * 60 * 1000;

/** For how long the act of a row waits: as chosen, and never shorter than shipped. */
export const waitHoursOf = (row: { wait_hours: number; chosen_hours: number | null }): number =>
  Math.max(row.wait_hours, row.chosen_hours ?? 0);

/** From when an act counts that was asked for, or that began, at this moment: as long after it as the policy says. */
export async function countsFrom(db: Db | Tx, act: WaitingAct, at: Date): Promise<Date> {
  const { rows } = await sql<{
    hours: number | null;
  }>`select act_wait_hours(${act}) as hours`.execute(db);
  const hours = rows[0]?.hours ?? undefined;
  if (hours === undefined) throw new Error(`the policy knows no wait of ${act}`);
  return new Date(at.getTime() + hours * HOUR_MS);
}
