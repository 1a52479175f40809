import { type ChildProcess, spawn } from "node:child_process";
import type { LogFile } from "./logFile.ts";
import { problem } from "./problem.ts";

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 12_000;
/** Waits before the first, second, … restart in a row; the last one repeats. */
const RESTART_AFTER_MS = [100, 500, 2000, 5000, 15_000, 30_000];
/** Whoever served that long was well, and was ended by something else. */
const WELL_AFTER_MS = 1_000;

/** One program of the bank and how it is started. */
export type ChildPlan = {
  /** Of its log and in lists of processes: "sandbox", "worker", "api", of several "api2" and so on. */
  name: string;
  /** What a person calls it. */
  title: string;
  script: string;
  nodeFlags: string[];
  /** Asked at every start, because the database may come back at another address. */
  environment: () => NodeJS.ProcessEnv;
};

export type Supervised = {
  plan: ChildPlan;
  pid: () => number | undefined;
  /** Resolves when the program said that it serves; rejects when it ended before that. */
  ready: Promise<void>;
  /** Ends the program so that it comes back with a fresh environment. */
  restart: () => void;
  /** Lets the program finish what is under way; kills it when that takes too long. */
  stop: () => Promise<void>;
  kill: () => void;
};

/** Runs a program until told to stop, and starts it again whenever it ends by itself. */
export function superviseChild(
  plan: ChildPlan,
  logFile: LogFile,
  hooks: { tell: (text: string) => void; onStart: () => void },
): Supervised {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let isRestarting = false;
  const runs: Run[] = [];
  let timer: NodeJS.Timeout | undefined;
  let hasBeenReady = false;
  const { ready, isReady, hasFailed } = firstReady(
    problem(`${plan.title} does not get ready; see ${logFile.file}`),
  );

  const start = () => {
    let readyAt = Infinity;
    child = launch(plan, logFile);
    hooks.onStart();
    child.on("message", (message) => {
      if (!isReadyMessage(message)) return;
      readyAt = performance.now();
      if (hasBeenReady) hooks.tell(`${plan.title} is back.`);
      hasBeenReady = true;
      isReady();
    });
    child.on("error", hasFailed);
    child.on("exit", (code, signal) => {
      if (isStopping) return;
      if (isRestarting) {
        isRestarting = false;
        start();
        return;
      }
      if (!hasBeenReady) {
        hasFailed(failedStart(plan, logFile, code ?? signal));
        return;
      }
      runs.push({ servedMs: Math.max(0, performance.now() - readyAt) });
      if (runs.length > RESTART_AFTER_MS.length) runs.shift();
      hooks.tell(
        `${plan.title} ended (${code ?? signal}) and is started again; see ${logFile.file}`,
      );
      timer = setTimeout(start, restartAfterMs(runs));
    });
  };
  start();

  return {
    plan,
    pid: () => (isRunning(child) ? child?.pid : undefined),
    ready,
    restart: () => {
      isRestarting = isRunning(child);
      child?.kill("SIGTERM");
    },
    kill: () => {
      isStopping = true;
      clearTimeout(timer);
      child?.kill("SIGKILL");
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      if (child !== undefined) await end(child);
    },
  };
}

/** One life of a program: how long it served, 0 when it never did. */
type Run = { servedMs: number };

/** How long to wait after the last of some runs, all of which ended by themselves. */
export function restartAfterMs(runs: readonly Run[]): number {
  const wellAt = runs.findLastIndex(({ servedMs }) => servedMs >= WELL_AFTER_MS);
  // One that was well counts as the first of a new row.
  const inARow = wellAt < 0 ? runs.length : runs.length - wellAt;
  return RESTART_AFTER_MS[Math.min(inARow, RESTART_AFTER_MS.length) - 1] ?? 0;
}

/** A promise that is settled from outside, or rejected with `late` when that takes too long. */
function firstReady(late: Error): {
  ready: Promise<void>;
  isReady: () => void;
  hasFailed: (error: Error) => void;
} {
  let isReady: () => void = () => undefined;
  let hasFailed: (error: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    isReady = resolve;
    hasFailed = reject;
  });
  const timer = setTimeout(() => hasFailed(late), READY_WITHIN_MS);
  timer.unref();
  const settle = () => clearTimeout(timer);
  // Also keeps a rejection that nobody waits for yet from ending the supervisor.
  ready.then(settle, settle);
  return { ready, isReady, hasFailed };
}

function launch(plan: ChildPlan, logFile: LogFile): ChildProcess {
  return spawn(process.execPath, [...plan.nodeFlags, plan.script], {
    // A group of its own: Ctrl-C reaches the supervisor only, which then stops things in order.
    detached: true,
    stdio: ["ignore", logFile.descriptor, logFile.descriptor, "ipc"],
    env: plan.environment(),
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const tooLate = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await ended;
  clearTimeout(tooLate);
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message;
}

function failedStart(plan: ChildPlan, logFile: LogFile, how: number | string | null): Error {
  const lines = logFile.lastLines(25).map((line) => `  ${line.slice(0, 400)}`);
  const full = lines.some((line) => /ENOSPC|no space left/i.test(line));
  return problem(
    ...(full ? ["The disk is full: free some space and start again."] : []),
    `${plan.title} did not start (${how ?? "no reason given"}). It said:`,
    ...lines,
  );
}
