import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { manilaDate } from "#common/manila.ts";
import type { BankingDays } from "./bankingDays.ts";

const time = z.string().check(z.regex(/^\d\d:\d\d$/));
const file = z.object({
  pesonet: z.object({
    cycles: z.array(z.object({ no: z.int(), intakeCutoff: time, creditBy: time })),
  }),
});

/** When a transfer over PESONet is cleared. Days and times are Manila's. */
export type PesonetCycle = {
  day: string;
  no: number;
  /** 'HH:mm' of that day. */
  creditBy: string;
  /** The outer limit that members are told: the second banking day. */
  latest: string;
};

/**
 * The cycle that takes what is ordered at a moment: the first of a banking day whose cut-off is still
 * ahead, else the first of the next banking day. A cut-off's own second belongs to the later cycle. Where
 * work is suspended from a time of the day, cycles that take in until later than that do not take place.
 */
export function pesonetCycle(days: BankingDays, at: Date): PesonetCycle {
  const today = manilaDate(at);
  const now = manilaTime(at);
  const closedFrom = days.closedFrom(today) ?? "24:00:00";
  const open = days.isBankingDay(today)
    ? cycles.find(
        ({ intakeCutoff: cutoff }) => now < `${cutoff}:00` && `${cutoff}:00` <= closedFrom,
      )
    : undefined;
  const { no, creditBy } = open ?? first;
  const latest = days.next(days.next(today));
  return { day: open ? today : days.next(today), no, creditBy, latest };
}

const cycles = file.parse(
  JSON.parse(readFileSync(new URL("../../../data/transfer-config.json", import.meta.url), "utf8")),
).pesonet.cycles;
const first = firstOf(cycles);

function firstOf<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error("data/transfer-config.json has no cycle");
  return one;
}

/** 'HH:mm:ss' */
export function manilaTime(at: Date): string {
  return new Date(at.getTime() + 8 * 60 * 60 * 1000).toISOString().slice(11, 19);
}
