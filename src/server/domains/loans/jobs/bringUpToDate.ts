import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { eventDays, type Stage, stagesOf } from "#server/domains/loans/terms/eventDays.ts";
import { accrueInterest } from "./accrueInterest.ts";
import { ageLoans } from "./ageLoans.ts";
import { chargePenalties } from "./chargePenalties.ts";

/** What a stage does to loans that are locked. Each may be done again for the same loans and day. */
export const stageWork: Record<Stage, typeof accrueInterest> = {
  accrual: accrueInterest,
  penalty: chargePenalties,
  ageing: ageLoans,
};

/**
 * Does to one loan, which the caller has locked, what the days up to and with this one do, as far as the
 * jobs have not done it to all: money then meets the loan as it would with jobs that are never late.
 */
export async function bringUpToDate(
  tx: Tx,
  app: App,
  loan: { id: bigint; released_at: Date; grace_days: number },
  day: string,
): Promise<void> {
  const done = await lastDoneDayOf(tx, loan.id);
  const released = manilaDate(loan.released_at);
  const after = done === undefined || done < released ? released : done;
  for (const event of eventDays(after, day, [loan.grace_days])) {
    for (const stage of stagesOf(event, [loan.grace_days])) {
      await stageWork[stage](tx, app, { loanIds: [loan.id], day: event });
    }
  }
}

/** The same for one loan, which may be left out of the work of all since a day. */
async function lastDoneDayOf(tx: Tx, loanId: bigint): Promise<string | undefined> {
  const done = await lastDoneDay(tx);
  const exception = await tx
    .selectFrom("loan_in_trouble")
    .select("day")
    .where("loan_id", "=", loanId)
    .where("caught_up_at", "is", null)
    .executeTakeFirst();
  if (exception === undefined || done === undefined || done < exception.day) return done;
  return addDays(exception.day, -1);
}

/** The last day whose work is done for all loans. Undefined before the first. */
export async function lastDoneDay(tx: Tx | App["db"]): Promise<string | undefined> {
  const row = await tx
    .selectFrom("loan_run")
    .select((is) => is.fn.max("day").as("day"))
    .where("stage", "=", "ageing")
    .where("finished_at", "is not", null)
    .executeTakeFirst();
  return row?.day ?? undefined;
}
