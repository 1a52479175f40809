import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { undoLater } from "./cleanUp.ts";
import { processesIn } from "./processesIn.ts";
import { requireTool } from "./tool.ts";

/** A call that waits for the disk, by when it began and ended (milliseconds since 1970). */
export type Sync = { file: string; from: number; to: number };

export type Trace = {
  /** What was traced up to now, one text a process. */
  read: () => string[];
  stop: () => Promise<void>;
};

const ATTACHED_WITHIN_MS = 20_000;

/**
 * Traces every process of the server that works in a data folder, and those they start. `how` are further
 * options of strace: which calls, and what is done to them. One that is left out starts others untraced.
 */
export async function traceServer(
  cluster: string,
  how: readonly string[],
  leftOut?: number,
): Promise<Trace> {
  requireTool("strace", "strace");
  const pids = processesIn(cluster).filter((pid) => pid !== leftOut);
  const folder = mkdtempSync(path.join(tmpdir(), "drill-trace-"));
  const child = spawn(
    "strace",
    // Times since 1970 with their length, a file for each process, paths of what is open.
    ["-f", "-ff", "-ttt", "-T", "-y", "-o", path.join(folder, "of"), ...how].concat(
      pids.flatMap((pid) => ["-p", String(pid)]),
    ),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const stop = undoLater(async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });
  await attached(child, pids.length);
  return {
    read: () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8")),
    stop,
  };
}

function attached(child: ChildProcess, wanted: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const tooLate = setTimeout(
      () => reject(new Error(`strace did not take hold: ${said}`)),
      ATTACHED_WITHIN_MS,
    );
    child.stderr?.on("data", (bytes: Buffer) => {
      said += bytes.toString("utf8");
      if ((said.match(/attached/g)?.length ?? 0) < wanted) return;
      clearTimeout(tooLate);
      resolve();
    });
    child.once("exit", () => {
      clearTimeout(tooLate);
      reject(new Error(`strace ended: ${said}`));
    });
  });
}

/** It lets go of what it traces. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await ended;
}

/** Reads the calls that came back well out of what strace wrote of one process. */
export function readSyncs(text: string): Sync[] {
  const line = /^(\d+\.\d+) f(?:data)?sync\(\d+<([^>]*)>\)\s+= 0 <(\d+\.\d+)>/gm;
  return [...text.matchAll(line)].map(([, at = "0", file = "", took = "0"]) => {
    const from = Number(at) * 1000;
    return { file, from, to: from + Number(took) * 1000 };
  });
}
