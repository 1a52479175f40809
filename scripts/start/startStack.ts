import { spawn } from "node:child_process";
import path from "node:path";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { assertOwnPlace } from "./assertOurs.ts";
import { bankEnvironment, childPlans, COMPILE_CACHE } from "./childPlans.ts";
import { emptyDataDir, type Places, placesIn, prepareDataDir } from "./dataDir.ts";
import { waitForLeftBehind } from "./leftBehind.ts";
import { loadDemo } from "./loadDemo.ts";
import { type Lock, takeLock } from "./lock.ts";
import { openLogFile } from "./logFile.ts";
import { assertPortFree } from "./ports.ts";
import { problem } from "./problem.ts";
import { endLeftServer, type RunningDatabase, startDatabase } from "./runningDatabase.ts";
import type { StartOptions } from "./startOptions.ts";
import { type ChildPlan, type Supervised, superviseChild } from "./superviseChild.ts";
import { unlessAborted } from "./unlessAborted.ts";

/** The whole bank on this machine. */
export type Stack = {
  options: StartOptions;
  places: Places;
  /** Addresses for a browser on this machine. */
  portalUrl: string;
  sandboxUrl: string;
  database: RunningDatabase;
  /** Process numbers by name, of those that run. */
  pids: () => Record<string, number>;
  /** Has API or worker of this name finish what is under way and come back; nothing when it does not run. */
  restart: (name: string) => void;
  /** Stops in order: nobody is let in any more, work under way ends, the database last. */
  stop: () => Promise<void>;
  /** Ends everything at once; the next start recovers. */
  kill: () => void;
};

type Closer = { stop: () => Promise<void>; kill: () => void };

/**
 * Starts database, sandbox, worker and API and waits until all serve. `tell` hears what happens later
 * (a program that ended and came back, errors in a log). When a step fails, or `signal` is aborted,
 * what was started is stopped again and the reason thrown. `killing` ends everything at once, whatever is under way.
 */
export async function startStack(
  options: StartOptions,
  tell: (text: string) => void,
  signal: AbortSignal = new AbortController().signal,
  killing: AbortSignal = new AbortController().signal,
): Promise<Stack> {
  const places = placesIn(options.dataDir);
  assertOwnPlace(options, places);
  prepareDataDir(places);
  const lock = await takeLock(places.lock);
  const closers: Closer[] = [{ stop: () => Promise.resolve(lock.release()), kill: lock.release }];
  const kill = () => closers.toReversed().forEach((closer) => closer.kill());
  killing.addEventListener("abort", kill);
  const stop = async () => {
    // One that is being stopped stays among them: it may have to be killed.
    for (let last = closers.at(-1); last; last = closers.at(-1)) {
      await last.stop();
      if (closers.at(-1) === last) closers.pop();
    }
  };
  const children: Supervised[] = [];
  try {
    await makeRoom(options, places, lock);
    // No folder of ours has a database without keys; and none gets keys whose server turns out another's.
    if (options.databaseUrl === undefined) ensureSecrets(places.secrets, options.isDemo);
    const warm = warmUp(signal);
    const onMoved = () =>
      children.filter(({ plan }) => plan.name !== "sandbox").forEach((child) => child.restart());
    const database = await startDatabase(options, places, { tell, onMoved, signal });
    closers.push(database);
    signal.throwIfAborted();
    ensureSecrets(places.secrets, options.isDemo);
    await warm;
    const pids = () => pidsOf(children, database);
    for (const plan of childPlans(options, places, database)) {
      const child = startChild(plan, places, tell, () => lock.note(pids()));
      children.push(child.supervised);
      lock.note(pids());
      closers.push(child);
      if (plan.name === "sandbox") {
        await unlessAborted(child.supervised.ready, signal);
        await unlessAborted(loadDemo(bankEnvironment(options, places, database)), signal);
      }
    }
    await unlessAborted(Promise.all(children.map((child) => child.ready)), signal);
    return {
      options,
      places,
      portalUrl: `http://${options.host === "127.0.0.1" ? "localhost" : options.host}:${options.port}`,
      sandboxUrl: `http://localhost:${options.sandboxPort}`,
      database,
      pids,
      restart: (name) => children.find(({ plan }) => plan.name === name)?.restart(),
      stop,
      kill,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What must be out of the way first: left-over programs, used ports, data to be thrown away. */
async function makeRoom(options: StartOptions, places: Places, lock: Lock): Promise<void> {
  await waitForLeftBehind(lock.leftBehind);
  await assertPortFree(options.host, options.port, "PORT");
  if (options.isDemo) await assertPortFree("127.0.0.1", options.sandboxPort, "SANDBOX_PORT");
  if (!options.reset) return;
  if (!options.isDemo || options.databaseUrl !== undefined) {
    throw problem(
      "--reset throws away the demo of the embedded database only.",
      "Empty a database of your own yourself: drop it, and it is made again.",
    );
  }
  await endLeftServer(places);
  emptyDataDir(places);
  prepareDataDir(places);
}

/** Not needed to run: whatever goes wrong here, the programs will say themselves. Ends when `signal` is aborted. */
async function warmUp(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const child = spawn(process.execPath, ["scripts/start/warmUp.ts"], {
      stdio: "ignore",
      signal,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    });
    child.on("error", () => resolve()).on("exit", () => resolve());
  });
}

function startChild(
  plan: ChildPlan,
  places: Places,
  tell: (text: string) => void,
  onStart: () => void,
): Closer & { supervised: Supervised } {
  const file = path.join(places.logs, `${plan.name}.log`);
  const logFile = openLogFile(file, (message) => tell(`${plan.title}: ${message} (see ${file})`));
  const supervised = superviseChild(plan, logFile, { tell, onStart });
  return {
    supervised,
    stop: async () => {
      await supervised.stop();
      logFile.close();
    },
    kill: supervised.kill,
  };
}

function pidsOf(
  children: readonly Supervised[],
  database: RunningDatabase,
): Record<string, number> {
  const known = [
    ...children.map((child) => [child.plan.name, child.pid()] as const),
    ["database", database.pid()] as const,
  ];
  return Object.fromEntries(
    known.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid]])),
  );
}
