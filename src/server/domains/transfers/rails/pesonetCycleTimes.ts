import { manilaTime, type Clearing } from "#server/platform/calendar/pesonetCycles.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** A cycle of a day, as a transfer was promised it. */
export type CycleOfTransfer = { day: string; no: number };

/** The moments of a cycle: nothing is ordered into it any more, and nothing is cleared in it any more. */
export type CycleTimes = { intakeEnds: Date; clears: Date };

/** Of all cycles, also those that are switched off: a transfer may have been promised one. */
export async function readCycleTimes(db: Db | Tx): Promise<(cycle: CycleOfTransfer) => CycleTimes> {
  const rows = await db
    .selectFrom("pesonet_cycle")
    .select(["no", "intake_cutoff", "clearing_cutoff"])
    .execute();
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return ({ day, no }) => {
    const row = byNo.get(no);
    if (row === undefined) throw new Error(`There is no PESONet cycle ${no}`);
    return {
      intakeEnds: new Date(`${day}T${row.intake_cutoff}+08:00`),
      clears: new Date(`${day}T${row.clearing_cutoff}+08:00`),
    };
  };
}

/** Whether the clearing itself works until the cycle is cleared: else its files are cleared on a later day. */
export function isCleared(
  { days }: Clearing,
  { day }: CycleOfTransfer,
  { clears }: CycleTimes,
): boolean {
  const closedFrom = days.closedFrom(day) ?? "24:00:00";
  return days.isBankingDay(day) && manilaTime(clears) <= closedFrom;
}

/** Whether the cycle takes place as the calendar stands now: work may have been suspended since it was promised. */
export function takesPlace(
  { days, cycles }: Clearing,
  cycle: CycleOfTransfer,
  { intakeEnds }: CycleTimes,
): boolean {
  const closedFrom = days.closedFrom(cycle.day) ?? "24:00:00";
  return (
    cycles.some(({ no }) => no === cycle.no) &&
    days.isBankingDay(cycle.day) &&
    manilaTime(intakeEnds) <= closedFrom
  );
}
