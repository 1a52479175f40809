import { manilaTime, type Clearing } from "#server/platform/calendar/pesonetCycles.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** A cycle of a day, as it was promised for a transfer. */
export type CycleOfTransfer = { day: string; no: number };

/** When the intake of a cycle ends, and when it clears. */
export type CycleTimes = { intakeEnds: Date; clears: Date };

/** Includes cycles that are switched off: a transfer may have been promised one. */
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

/** Whether the clearing house works until the cycle clears; otherwise its files are cleared on a later day. */
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
