import { mkdirSync } from "node:fs";
import path from "node:path";
import { childPlans } from "#scripts/start/childPlans.ts";
import { openLogFile } from "#scripts/start/logFile.ts";
import { type OwnBank, startOwnBank } from "#test/support/ownBank.ts";
import { freePort } from "#test/support/freePort.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { superviseChild } from "#scripts/start/superviseChild.ts";
import { setDatabaseUp } from "./statements.ts";

type Api = { port: number; metricsPort: number; pid: () => number | undefined };

/** A bank of its own with one or more API processes, and where each tells its figures. */
export type LoadedBank = {
  stack: Stack;
  /** Seconds that every process of it is ahead of the real time, from now on. */
  setAhead: OwnBank["setAhead"];
  apis: Api[];
  /** Whether the database counts what statements take. */
  countsStatements: boolean;
  end: () => Promise<void>;
};

/**
 * Starts a durable bank as `npm start` does, its database as in operation, with more API processes beside the first
 * one. The load speaks
 * to them as a reverse proxy on this machine would, each member from an own address.
 */
export async function startLoadedBank(
  {
    apis,
    profileDir,
    workers = 1,
  }: { apis: number; profileDir: string | undefined; workers?: number },
  say: (text: string) => void,
): Promise<LoadedBank> {
  // What programs say while their database is started again is known.
  let isQuiet = false;
  const tell = (text: string) => void (isQuiet || say(text));
  const metricsPort = await freePort();
  const environment = {
    TRUSTED_PROXIES: "127.0.0.1",
    // A payday is more than its books have room for by themselves (scripts/start/childPlans.ts).
    SANDBOX_HEAP_MB: "512",
    METRICS_PORT: String(metricsPort),
    ...profilerIn(profileDir),
  };
  const { stack, setAhead, end } = await startOwnBank("load", environment, tell, workers);
  const first = { port: stack.options.port, metricsPort, pid: () => stack.pids()["api"] };
  const more: Awaited<ReturnType<typeof startApi>>[] = [];
  // Asked twice, by Ctrl-C and by what it interrupted, it is the same end: the folder goes last.
  let ending: Promise<void> | undefined;
  const endAll = () =>
    (ending ??= (async () => {
      await Promise.all(more.map((api) => api.stop()));
      await end();
    })());
  try {
    isQuiet = true;
    const countsStatements = await setDatabaseUp(stack, profileDir !== undefined);
    isQuiet = false;
    while (more.length < apis - 1) more.push(await startApi(stack, more.length + 2, tell));
    return { stack, setAhead, apis: [first, ...more], countsStatements, end: endAll };
  } catch (error) {
    await endAll();
    throw error;
  }
}

/** One more API process of the same bank. */
async function startApi(
  stack: OwnBank["stack"],
  number: number,
  tell: (text: string) => void,
): Promise<Api & { stop: () => Promise<void> }> {
  const plan = childPlans(stack.options, stack.places, stack.database).find(
    ({ name }) => name === "api",
  );
  if (plan === undefined) throw new Error("no API is planned");
  const port = await freePort();
  const metricsPort = await freePort();
  const environment = () => ({
    ...plan.environment(),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  });
  const log = openLogFile(path.join(stack.places.logs, `api-${number}.log`), tell);
  const hooks = { tell, onStart: () => undefined };
  const child = superviseChild({ ...plan, environment }, log, hooks);
  const stop = async () => {
    await child.stop();
    log.close();
  };
  try {
    await child.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, metricsPort, pid: () => child.pid(), stop };
}

/** Node writes what took its time into this folder when a process ends. */
function profilerIn(folder: string | undefined): Record<string, string> {
  if (folder === undefined) return {};
  mkdirSync(folder, { recursive: true });
  const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=2000"];
  return { NODE_OPTIONS: [process.env["NODE_OPTIONS"], ...flags].filter(Boolean).join(" ") };
}
