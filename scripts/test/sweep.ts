import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, readPostmaster } from "#server/db/postmaster.ts";

const STEP_MS = 50;
/** How long processes have to end by themselves. */
const PATIENCE_STEPS = (5 * 1000) / STEP_MS;
/** Deeper than any test puts a data folder. */
const DEEPEST = 5;

/**
 * Ends every process that was started for a run of tests (its TMPDIR is `folder`) and every database server
 * whose files are under `folder`, and removes the folder. What is there is of tests: nothing is waited for
 * that does not end at once.
 */
export async function sweep(folder: string): Promise<void> {
  if (folder === "") return;
  for (const pid of processesOf(folder)) kill(pid, "SIGTERM");
  await until(() => processesOf(folder).length === 0);
  const clusters = filesIn(folder, DEEPEST)
    .filter((file) => path.basename(file) === "postmaster.pid")
    .map((file) => path.dirname(file));
  for (const cluster of clusters) {
    const { pid = 0 } = readPostmaster(cluster) ?? {};
    if (!isRunning(cluster, pid)) continue;
    kill(pid, "SIGQUIT");
    await until(() => !isRunning(cluster, pid));
  }
  for (const pid of processesOf(folder)) kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: STEP_MS });
}

/** Where the system tells the environment of a process (Linux); elsewhere databases alone are ended. */
function processesOf(folder: string): number[] {
  return (read(() => readdirSync("/proc")) ?? [])
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const variables = read(() => readFileSync(`/proc/${name}/environ`, "utf8"))?.split("\0");
      return variables?.includes(`TMPDIR=${folder}`) === true;
    })
    .map(Number);
}

function filesIn(folder: string, depth: number): string[] {
  const entries = read(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [file];
    return depth > 0 ? filesIn(file, depth - 1) : [];
  });
}

function read<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  read(() => process.kill(pid, signal));
}

async function until(isSo: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- it is looked at again after a while
  for (let step = 0; step < PATIENCE_STEPS && !isSo(); step++) await wait(STEP_MS);
}
