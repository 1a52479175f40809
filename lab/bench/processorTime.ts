import { readdirSync, readFileSync } from "node:fs";

/** Linux counts the time of processes that have ended in hundredths of a second. */
const MICROSECONDS_A_TICK = 10_000;

/*
 * Microseconds of processor time of others. Linux only, as they are read from /proc.
 */

/** Of all its processes, those that have ended included. */
export function databaseTime(postmaster: number): number {
  let sum = running(postmaster) + statOf(postmaster).ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (statOf(name).parent === postmaster) sum += running(name);
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}

/** To the nanosecond, of each thread: a sum of whole ticks of many processes would say little. */
export function running(pid: number | string): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    sum += Number(nanoseconds) / 1000;
  }
  return sum;
}

export function statOf(pid: number | string): { parent: number; ended: number } {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // From the third field on: the name before may hold blanks.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (place: number) => Number(fields[place - 3]);
  return { parent: field(4), ended: (field(16) + field(17)) * MICROSECONDS_A_TICK };
}
