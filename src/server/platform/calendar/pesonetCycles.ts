import { addDays, manilaDate } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { type BankingDays, readBankingDays } from "./bankingDays.ts";

/** A cycle of every banking day. Times are Manila's, 'HH:mm:ss'. */
export type CycleOfDay = { no: number; intakeCutoff: string; creditBy: string };

/** The clearing: its days, and its cycles in the order of their cut-offs. */
export type Clearing = { days: BankingDays; cycles: readonly CycleOfDay[] };

/** When a transfer over PESONet is cleared. Days and times are Manila's. */
export type PesonetCycle = {
  day: string;
  no: number;
  /** 'HH:mm' of that day. */
  creditBy: string;
  /** The outer limit that members are told: the second banking day. */
  latest: string;
  /** False where the day may still be proclaimed a holiday: it is expected, not promised. */
  isConfirmed: boolean;
};

/**
 * The cycle that takes what is ordered at a moment: the first of a banking day whose cut-off is still
 * ahead, else the first of the next banking day. A cut-off's own second belongs to the later cycle. Where
 * work is suspended from a time of the day, cycles that take in until later than that do not take place.
 */
export function pesonetCycle({ days, cycles }: Clearing, at: Date): PesonetCycle {
  if (cycles.length === 0) throw new Error("pesonet_cycle has no active cycle");
  const today = manilaDate(at);
  const latest = days.next(days.next(today));
  for (let day = today, now = manilaTime(at); ; day = addDays(day, 1), now = "") {
    if (!days.isBankingDay(day)) continue;
    const closedFrom = days.closedFrom(day) ?? "24:00:00";
    const open = cycles.find(({ intakeCutoff: cutoff }) => now < cutoff && cutoff <= closedFrom);
    if (!open) continue;
    const isConfirmed = days.isConfirmed(day);
    return { day, no: open.no, creditBy: open.creditBy.slice(0, 5), latest, isConfirmed };
  }
}

/** The moment by which the cycle's transfers are credited. */
export function creditMoment({ day, creditBy }: Pick<PesonetCycle, "day" | "creditBy">): Date {
  return new Date(`${day}T${creditBy}:00+08:00`);
}

/** The clearing as it stands now: cycles and calendar are staff's, and change within a day. */
export async function readClearing(db: Db | Tx): Promise<Clearing> {
  return { days: await readBankingDays(db), cycles: await readCycles(db) };
}

async function readCycles(db: Db | Tx): Promise<CycleOfDay[]> {
  const rows = await db
    .selectFrom("pesonet_cycle")
    .select(["no", "intake_cutoff", "credit_by"])
    .where("is_active", "=", true)
    .orderBy("intake_cutoff")
    .execute();
  return rows.map(({ no, intake_cutoff: intakeCutoff, credit_by: creditBy }) => ({
    no,
    intakeCutoff,
    creditBy,
  }));
}

/** 'HH:mm:ss' */
export function manilaTime(at: Date): string {
  return new Date(at.getTime() + 8 * 60 * 60 * 1000).toISOString().slice(11, 19);
}
