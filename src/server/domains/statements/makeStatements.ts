import { sql } from "kysely";
import { lastDayOf, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";

/** Accounts of one transaction: a process that is killed loses this much work. */
const ACCOUNTS_A_BATCH = 1_000;
/** After a month's end: by then whatever was booked in it has ended. */
const REST_MS = 3_600_000;

/**
 * The worker's: makes the statements of every month that is over, month after month, each statement once. All that it
 * has to remember is in statement_month: it goes on where it was stopped.
 */
export async function makeStatements(
  app: App,
  ended?: AbortSignal,
  batch = ACCOUNTS_A_BATCH,
): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- month after month
    const month = await nextMonth(app);
    if (month === undefined || !isOver(app, month)) return;
    let isMore = true;
    while (isMore) {
      if (ended?.aborted === true) return;
      // oxlint-disable-next-line no-await-in-loop -- batch after batch
      isMore = await makeBatch(app, month, batch);
    }
  }
}

/** One batch of a month, its first day, by itself; false when the month is done. */
export async function makeBatch(app: App, month: string, batch: number): Promise<boolean> {
  const { rows } = await sql<{ is_more: boolean }>`
    select statement_make(${month}::date, ${batch}::integer, ${app.now()}::timestamptz) as is_more`.execute(
    app.db,
  );
  return rows[0]?.is_more === true;
}

/** The first day of the first month that is not done; at first that of the first entry of the books. */
async function nextMonth(app: App): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select coalesce(
      (select min(m.month) from statement_month m where m.ended_at is null),
      (select (max(m.month) + interval '1 month')::date from statement_month m),
      (select date_trunc('month', min(e.booked_at) at time zone 'Asia/Manila')::date from journal_entry e)
    ) as month`.execute(app.db);
  return rows[0]?.month ?? undefined;
}

const isOver = (app: App, month: string): boolean =>
  manilaDate(new Date(app.now().getTime() - REST_MS)) > lastDayOf(month.slice(0, 7));
