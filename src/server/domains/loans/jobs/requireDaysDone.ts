import type { App } from "#server/platform/app.ts";
import { addDays } from "#common/manila.ts";
import { Refusal } from "#server/refusal.ts";
import { lastDoneDay } from "./bringUpToDate.ts";
import { eventDays, stagesOf } from "#server/domains/loans/terms/eventDays.ts";
import { firstDay, readGraces } from "./runLoanDays.ts";

/**
 * Refuses day_loans_pending while something of the days up to and with this one is still to be done to all
 * loans: accrual, penalties, ageing, and the accrual of the next day, which counts for this one.
 */
export async function requireDaysDone(app: App, day: string): Promise<void> {
  const after = (await lastDoneDay(app.db)) ?? (await firstDay(app));
  if (after === undefined) return;
  const next = addDays(day, 1);
  const [pending] = eventDays(after, next, await readGraces(app));
  if (pending === undefined) return;
  if (pending <= day) throw new Refusal("day_loans_pending");
  if (!stagesOf(next, []).includes("accrual")) return;
  const accrual = await app.db
    .selectFrom("loan_run")
    .select("finished_at")
    .where("day", "=", next)
    .where("stage", "=", "accrual")
    .executeTakeFirst();
  if ((accrual?.finished_at ?? null) === null) throw new Refusal("day_loans_pending");
}
