import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";

/** A member for whom something is due after a time without activity, locked. */
export type InactiveMember = {
  id: bigint;
  guid: string;
  mobileNumber: string | null;
  language: "en" | "fil";
  /** The day of the last activity in Manila, yyyy-MM-dd. */
  lastActiveOn: string;
  /** A month after the step is due, yyyy-MM-dd: what a warning warns of. */
  nextMonthOn: string;
};

/** A short transaction holds up nobody's sign-in for long. */
export const BATCH = 100;

/**
 * Up to 100 members with `months` calendar months or more since the day of their last activity; where
 * a month is too short for that day, its last day counts. Leaves out those whose access staff closed,
 * and, for a warning, those who had it since that day. Who is busy elsewhere is found by the next run.
 */
export async function findInactive(
  tx: Tx,
  app: Pick<App, "now">,
  step: { months: number; from: readonly string[]; isWarning: boolean },
): Promise<InactiveMember[]> {
  const today = manilaDate(app.now());
  const activeOn = sql<string>`(inactive_since at time zone 'Asia/Manila')::date`;
  const after = (months: number) =>
    sql<string>`(${activeOn} + make_interval(months => ${months}::integer))::date`;
  const warnedOn = sql<string>`(inactivity_warned_at at time zone 'Asia/Manila')::date`;
  const dueOn = after(step.months);
  const found = await tx
    .selectFrom("member")
    .select(["id", "guid", "mobile_number as mobileNumber", "language"])
    .select([activeOn.as("lastActiveOn"), after(step.months + 1).as("nextMonthOn")])
    .where("username_key", "is not", null)
    .where(sql<boolean>`access_closed_for is distinct from 'staff'`)
    .where("status", "in", step.from)
    // What the index can answer: counted backwards, the end of a month moves by three days at most.
    .where(
      sql<boolean>`inactive_since < ${today}::date - make_interval(months => ${step.months}::integer) + interval '5 days'`,
    )
    .where(sql<boolean>`${dueOn} <= ${today}::date`)
    .$if(step.isWarning, (query) =>
      query.where(sql<boolean>`(inactivity_warned_at is null or ${warnedOn} < ${dueOn})`),
    )
    .orderBy("inactive_since")
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  // The table's check allows exactly these languages.
  return found.map((member) => ({ ...member, language: member.language as "en" | "fil" }));
}
