import { readdirSync, readlinkSync, realpathSync } from "node:fs";

/** The processes of a database server, which all work in its data folder and each lead a group of their own. */
export function processesIn(cluster: string): number[] {
  const folder = realpathSync(cluster);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended since.
    return undefined;
  }
}
