import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import type { BusinessDay } from "#contract/staff/ledger.ts";
import type { App } from "#server/platform/app.ts";

const NEWEST = 60;
/** ledger_begin_close() takes a day from here on past its midnight. */
const AFTER_MIDNIGHT_MS = 5 * 60 * 1000;

/** The newest days that are closed or being closed, and what can be closed next. */
export async function readBusinessDays(app: App): Promise<{
  today: string;
  closedThrough: string | null;
  next: string | null;
  days: BusinessDay[];
}> {
  const rows = await app.db
    .selectFrom("business_day")
    .select(["day", "state", "begun_by", "begun_at", "closed_by", "closed_at", "entries"])
    .select(sql<number>`jsonb_array_length(suspense)`.as("old_suspense"))
    .orderBy("day", "desc")
    .limit(NEWEST)
    .execute();
  const lastOver = addDays(manilaDate(new Date(app.now().getTime() - AFTER_MIDNIGHT_MS)), -1);
  const [newest] = rows;
  const following =
    newest === undefined
      ? lastOver
      : newest.state === "closing"
        ? newest.day
        : addDays(newest.day, 1);
  const closed = rows.find(({ state }) => state === "closed");
  return {
    today: manilaDate(app.now()),
    closedThrough: closed?.day ?? null,
    next: following <= lastOver ? following : null,
    days: rows.map((row) => ({
      day: row.day,
      // The table's check allows exactly these.
      state: row.state as BusinessDay["state"],
      begunBy: row.begun_by,
      begunAt: row.begun_at.toISOString(),
      closedBy: row.closed_by,
      closedAt: row.closed_at?.toISOString() ?? null,
      entries: row.entries === null ? null : Number(row.entries),
      oldSuspense: row.old_suspense,
    })),
  };
}
