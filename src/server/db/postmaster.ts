import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";

/** What the server wrote about itself in its data folder. */
export type Postmaster = { pid: number; port: number };

/** Reads postmaster.pid; undefined where there is none, or a half-written one. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), "utf8").split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process that postmaster.pid names still runs this cluster: it exists, is no zombie, and
 * is a server started on this folder, not another program that was given the same number later.
 */
export function isRunning(cluster: string, pid: number): boolean {
  if (!processExists(pid)) return false;
  const about = processCommand(pid);
  if (about === undefined) return true;
  if (about.isZombie) return false;
  return about.command.includes(cluster) || workingFolder(String(pid)) === realpathSync(cluster);
}

/**
 * Removes a postmaster.pid that nothing stands behind. Answers false, and removes nothing, while any
 * process of the cluster is alive: a server beside it would destroy the data.
 */
export function removeStalePostmaster(cluster: string): boolean {
  const postmaster = readPostmaster(cluster);
  if (postmaster !== undefined && isRunning(cluster, postmaster.pid)) return false;
  if (hasProcessesIn(cluster)) return false;
  rmSync(pidFile(cluster), { force: true });
  return true;
}

function pidFile(cluster: string): string {
  return path.join(cluster, "postmaster.pid");
}

/** Whether the system knows the process, ours or not. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Undefined where the system does not tell; then the server's own check must do. */
function processCommand(pid: number): { isZombie: boolean; command: string } | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in brackets may itself hold brackets and spaces; the state follows the last one.
      const isZombie = stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
      return {
        isZombie,
        command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "),
      };
    } catch {
      return { isZombie: true, command: "" };
    }
  }
  const { status, stdout } = spawnSync("ps", ["-p", String(pid), "-o", "stat=,command="], {
    encoding: "utf8",
  });
  if (status !== 0) return { isZombie: true, command: "" };
  return { isZombie: stdout.trimStart().startsWith("Z"), command: stdout };
}

/** Processes of the server work inside its data folder; after a killed postmaster some live on a while. */
function hasProcessesIn(cluster: string): boolean {
  if (process.platform !== "linux") return false;
  const folder = realpathSync(cluster);
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && workingFolder(name) === folder);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
