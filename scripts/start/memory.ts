import { readFileSync } from "node:fs";

/** Resident memory of the product's processes, from /proc: 'api 120 MB, …, together 250 MB'. */
export function memoryOf(pids: Record<string, number>): string {
  const rows = Object.entries(pids)
    .filter(([name]) => name !== "database")
    .map(([name, pid]) => ({ name, megabytes: residentMegabytes(pid) }));
  const sum = rows.reduce((total, { megabytes }) => total + megabytes, 0);
  return [
    ...rows.map(({ name, megabytes }) => `${name} ${megabytes} MB`),
    `together ${sum} MB`,
  ].join(", ");
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
