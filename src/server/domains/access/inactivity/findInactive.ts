import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";

/** A member for whom something is due after a time without activity, locked. */
export type InactiveMember = {
  id: bigint;
  guid: string;
  mobileNumber: string | null;
  language: "en" | "fil";
  /** The day of the last activity in Manila, yyyy-MM-dd. */
  lastActiveOn: string;
  /** What a warning warns of, yyyy-MM-dd: a month after it is due; or after today, where that is waited for. */
  nextMonthOn: string;
};

/** What is due after `months` without activity. */
export type InactivityStep = {
  months: number;
  from: readonly string[];
  isWarning: boolean;
  /** Of a warning that the step waits for: due after so many months, and given a month ago or more. */
  warnedAfterMonths?: number;
  /** Of a warning that the step it warns of waits for. */
  isWaitedFor?: boolean;
};

/** A short transaction holds up nobody's sign-in for long. */
export const BATCH = 100;

/**
 * Up to 100 members with `months` calendar months or more since the day of their last activity; where
 * a month is too short for that day, its last day counts. Leaves out those whose access staff closed or who are frozen,
 * those who had no warning a month ago where the step waits for one, and, for a warning, those who had
 * it since that day. Who is busy elsewhere is found by the next run.
 */
export async function findInactive(
  tx: Tx,
  app: Pick<App, "now">,
  step: InactivityStep,
): Promise<InactiveMember[]> {
  const today = manilaDate(app.now());
  const activeOn = sql<string>`(inactive_since at time zone 'Asia/Manila')::date`;
  const after = (months: number) =>
    sql<string>`(${activeOn} + make_interval(months => ${months}::integer))::date`;
  const warnedOn = sql<string>`(inactivity_warned_at at time zone 'Asia/Manila')::date`;
  const dueOn = after(step.months);
  const inAMonth = sql<string>`(${today}::date + interval '1 month')::date`;
  const nextMonthOn = step.isWaitedFor
    ? sql<string>`greatest(${after(step.months + 1)}, ${inAMonth})`
    : after(step.months + 1);
  const found = await tx
    .selectFrom("member")
    .select(["id", "guid", "mobile_number as mobileNumber", "language"])
    .select([activeOn.as("lastActiveOn"), nextMonthOn.as("nextMonthOn")])
    .where("username_key", "is not", null)
    .where(
      sql<boolean>`access_closed_for is distinct from 'staff' and access_closed_for is distinct from 'frozen'`,
    )
    .where("status", "in", step.from)
    // What the index can answer: counted backwards, the end of a month moves by three days at most.
    .where(
      sql<boolean>`inactive_since < ${today}::date - make_interval(months => ${step.months}::integer) + interval '5 days'`,
    )
    .where(sql<boolean>`${dueOn} <= ${today}::date`)
    .$if(step.isWarning, (query) =>
      query.where(sql<boolean>`(inactivity_warned_at is null or ${warnedOn} < ${dueOn})`),
    )
    .$if(step.warnedAfterMonths !== undefined, (query) =>
      query
        .where(sql<boolean>`${warnedOn} >= ${after(step.warnedAfterMonths ?? 0)}`)
        .where(sql<boolean>`(${warnedOn} + interval '1 month')::date <= ${today}::date`),
    )
    .orderBy("inactive_since")
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  // The table's check allows exactly these languages.
  return found.map((member) => ({ ...member, language: member.language as "en" | "fil" }));
}
