import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";

/** A program of ours as a process of its own. */
export type ServerProcess = {
  child: ChildProcess;
  port: number;
  /** Everything it wrote so far. */
  output: () => string;
  /** Sends SIGTERM and answers the exit code once the process is gone. */
  stop: () => Promise<number | null>;
};

/** Starts API or worker with this environment and nothing of the caller's, and waits until it is ready. */
export async function startProcess(
  script: "src/server/main.ts" | "src/server/workerMain.ts",
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child = fork(script, {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const hear = (part: Buffer) => (output += part.toString("utf8"));
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const exit = once(child, "exit");
  const message = await Promise.race([once(child, "message"), exit.then(() => undefined)]);
  if (message === undefined) throw new Error(`${script} did not start: ${output}`);
  // What both programs send when they are ready.
  const { port } = message[0] as { port: number };
  return {
    child,
    port,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exit;
      return child.exitCode;
    },
  };
}

/** What a process needs to be a further one of a world: its database, keys, partners and clock. */
export function processEnvironment(config: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(config).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])), PORT: "0" };
}
