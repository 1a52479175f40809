import { readFileSync } from "node:fs";

/**
 * Resident memory in megabytes: of each process, and of all together, for which pages that they share
 * (the program of Node above all) count once, as they lie in memory once.
 */
export type Memory = { each: Record<string, number>; together: number };

/** Resident memory of the product's processes, from /proc; the database is not ours to weigh. */
export function memoryOf(pids: Record<string, number>): Memory {
  const rows = Object.entries(pids)
    .filter(([name]) => name !== "database")
    .map(([name, pid]) => [name, residentKilobytes(pid)] as const);
  const own = rows.reduce((total, [, { shared, all }]) => total + all - shared, 0);
  const shared = Math.max(0, ...rows.map(([, resident]) => resident.shared));
  return {
    each: Object.fromEntries(rows.map(([name, { all }]) => [name, megabytes(all)])),
    together: megabytes(own + shared),
  };
}

/** In words: 'api 120 MB, worker 100 MB, together 170 MB'. */
export function memoryText({ each, together }: Memory): string {
  return Object.entries({ ...each, together })
    .map(([name, count]) => `${name} ${count} MB`)
    .join(", ");
}

const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024);

/** Nothing of a process that has ended; a system that does not tell what is shared shares nothing. */
function residentKilobytes(pid: number): { all: number; shared: number } {
  const told = read(`/proc/${pid}/smaps_rollup`) || read(`/proc/${pid}/status`);
  const count = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(told)?.[1] ?? 0);
  return {
    all: count("Rss") || count("VmRSS"),
    shared: count("Shared_Clean") + count("Shared_Dirty"),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
