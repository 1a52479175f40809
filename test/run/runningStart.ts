import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** One `npm start` as a test drives it, without the installing before it. */
export type RunningStart = {
  process: ChildProcess;
  output: () => string;
  /** Resolves when the addresses are printed; rejects with the output when the start failed. */
  ready: Promise<void>;
  exit: Promise<number | null>;
};

/** Where one installation of a test is. */
export type Installation = { dataDir: string; port: number; sandboxPort: number };

/** Starts the bank of a data folder on its ports. */
export function start(at: Installation, args: readonly string[] = []): RunningStart {
  const child = spawn(process.execPath, ["scripts/start.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...shellWithoutBank(),
      NODE_ENV: "development",
      DATA_DIR: at.dataDir,
      PORT: String(at.port),
      SANDBOX_PORT: String(at.sandboxPort),
    },
  });
  let output = "";
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes("Ctrl-C stops everything")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void exit.then(() => reject(new Error(`the start ended: ${output}`)));
  });
  ready.catch(() => undefined);
  return { process: child, output: () => output, ready, exit };
}

/** The process numbers of a start by name, as its lock file has them. */
export function pidsOf({ dataDir }: Installation): Record<string, number> {
  // Written by scripts/start/lock.ts.
  const lock = JSON.parse(readFileSync(path.join(dataDir, "start.lock"), "utf8")) as {
    pid: number;
    children: Record<string, number>;
  };
  return { ...lock.children, supervisor: lock.pid };
}

/** Whether a process lives; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until something is so; the test's own time limit ends the waiting. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Whether the API says that it can serve. */
export async function isServing({ port }: Installation): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  } catch {
    return false;
  }
}
