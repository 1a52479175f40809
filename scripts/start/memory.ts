import { readFileSync } from "node:fs";

/** Resident memory in megabytes, of each process and of all together. */
export type Memory = { each: Record<string, number>; together: number };

/** Resident memory of the product's processes, from /proc; the database is not ours to weigh. */
export function memoryOf(pids: Record<string, number>): Memory {
  const rows = Object.entries(pids)
    .filter(([name]) => name !== "database")
    .map(([name, pid]) => [name, residentMegabytes(pid)] as const);
  const together = rows.reduce((total, [, megabytes]) => total + megabytes, 0);
  return { each: Object.fromEntries(rows), together };
}

/** In words: 'api 120 MB, worker 100 MB, together 220 MB'. */
export function memoryText({ each, together }: Memory): string {
  return Object.entries({ ...each, together })
    .map(([name, megabytes]) => `${name} ${megabytes} MB`)
    .join(", ");
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
