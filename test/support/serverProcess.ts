import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";

type Script = "src/server/entry/main.ts" | "src/server/entry/workerMain.ts";

/** A program of ours as a process of its own, that has just begun. */
export type BegunProcess = {
  child: ChildProcess;
  /** Everything it wrote so far. */
  output: () => string;
  /** The port, once it is ready; undefined when it ended before. */
  ready: Promise<number | undefined>;
  /** The exit code, once it is gone. */
  ended: Promise<number | null>;
};

/** One that is ready. */
export type ServerProcess = Pick<BegunProcess, "child" | "output"> & {
  port: number;
  /** Sends SIGTERM and answers the exit code once the process is gone. */
  stop: () => Promise<number | null>;
};

/** Begins API or worker with this environment and nothing of the caller's. */
export function beginProcess(script: Script, environment: Record<string, string>): BegunProcess {
  const child = fork(script, {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const hear = (part: Buffer) => (output += part.toString("utf8"));
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const ended = once(child, "exit").then(() => child.exitCode);
  // What both programs send when they are ready.
  const message = once(child, "message") as Promise<[{ port: number }]>;
  const ready = message.then(([{ port }]) => port);
  return {
    child,
    output: () => output,
    ready: Promise.race([ready, ended.then(() => undefined)]),
    ended,
  };
}

/** Starts API or worker, and waits until it is ready. */
export async function startProcess(
  script: Script,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const { child, output, ready, ended } = beginProcess(script, environment);
  const port = await ready;
  if (port === undefined) throw new Error(`${script} did not start: ${output()}`);
  return {
    child,
    port,
    output,
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
}

/** What a process needs to be a further one of a world: its database, keys, partners and clock. */
export function processEnvironment(config: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(config).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])), PORT: "0" };
}
