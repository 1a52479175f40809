import { setTimeout as pause } from "node:timers/promises";
import { run } from "graphile-worker";
import pg from "pg";
import type { App } from "#server/platform/app.ts";
import { listenForReports } from "#server/platform/messages/listenForReports.ts";
import { forgetWhatWasCounted } from "#server/platform/base/metrics.ts";
import { jobHandlers } from "./jobHandlers.ts";
import { jobLogger } from "#server/platform/jobs/jobLogger.ts";
import { openJobPool } from "#server/platform/jobs/jobPool.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { type Chore, pauseMs, schedule } from "./schedule.ts";

export type Worker = {
  /** Resolves when it first knows what it is: the one that works, or one that would take over. */
  started: Promise<Role>;
  /** Resolves when this worker has the work for the first time. */
  ready: Promise<void>;
  /** Finishes what is under way, at most ten seconds, and gives back its connections. */
  stop: () => Promise<void>;
};

type Role = "at work" | "standing by";

const JOB_CONCURRENCY = 4;
const POLL_MS = 500;
const STAND_BY_MS = 500;
const AFTER_TROUBLE_MS = 1_000;
const STOP_WITHIN_MS = 9_000;
/** A pooler, or a machine that vanished, may take a connection and never answer on it. */
const CONNECTS_WITHIN_MS = 10_000;
/** Any number, the same in every worker. */
const WORKER_LOCK = 5_142_002;
/**
 * Of a single job the library does not wait to hear whether its end could be written down: without the
 * database that would end the process. Of jobs that are reported together it does.
 */
const REPORTED_TOGETHER = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Does the promised work until stopped. One worker of a database works, further ones stand by and
 * take over within a second when it ends, however it ends. A lost database is waited for.
 */
export function startWorker(app: App): Worker {
  const stopping = new AbortController();
  let finished = Promise.resolve();
  let isStarted: (role: Role) => void = () => undefined;
  const started = new Promise<Role>((resolve) => (isStarted = resolve));
  const ready = new Promise<void>((resolve) => {
    finished = keepWorking(app, stopping.signal, (role) => {
      isStarted(role);
      if (role === "at work") resolve();
    });
  });
  return {
    started,
    ready,
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

async function keepWorking(app: App, stop: AbortSignal, tell: (role: Role) => void): Promise<void> {
  while (!stop.aborted) {
    try {
      await workOnce(app, stop, tell);
    } catch (error) {
      app.log.error({ err: error }, "the worker lost its footing and starts over");
    }
    await sleep(AFTER_TROUBLE_MS, stop);
  }
}

/** From getting the lock to losing it, or to being stopped. */
async function workOnce(app: App, stop: AbortSignal, tell: (role: Role) => void): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  stop.addEventListener("abort", end, { once: true });
  const client = new pg.Client({
    connectionString: app.config.DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  });
  client.on("error", end);
  client.on("end", end);
  try {
    await client.connect();
    const standBy = () => {
      // Each time: what was under way when the work was lost may have counted since.
      forgetWhatWasCounted(app.metrics);
      tell("standing by");
    };
    if (!(await becomeTheWorker(client, ended.signal, standBy))) return;
    await unlockLostJobs(client);
    const poke = new EventTarget();
    client.on("notification", () => poke.dispatchEvent(new Event("poke")));
    await client.query("listen outbox");
    const reports = listenForReports(app);
    try {
      await runUntil(app, ended, poke, () => tell("at work"));
    } finally {
      await within(reports.stop(), STOP_WITHIN_MS);
    }
  } finally {
    stop.removeEventListener("abort", end);
    await within(client.end(), STOP_WITHIN_MS);
  }
}

async function runUntil(
  app: App,
  ended: AbortController,
  poke: EventTarget,
  onReady: () => void,
): Promise<void> {
  const pool = openJobPool(app, JOB_CONCURRENCY + 2);
  const runner = await run({
    pgPool: pool,
    concurrency: JOB_CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: jobLogger(app.log),
    taskList: jobHandlers(app),
    parsedCronItems: [],
    preset: REPORTED_TOGETHER,
  });
  const lost = runner.promise.finally(() => ended.abort());
  // It may fail before anybody waits for it.
  lost.catch(() => undefined);
  poke.addEventListener("poke", () => {
    relayOutbox(app).catch((error: unknown) => app.log.warn({ err: error }, "the relay failed"));
  });
  const chores = schedule.map((chore) => doByTheClock(app, chore, ended.signal));
  onReady();
  try {
    await aborted(ended.signal);
  } finally {
    ended.abort();
    await within(Promise.allSettled([...chores, runner.stop(), lost]), STOP_WITHIN_MS);
    await within(pool.end(), STOP_WITHIN_MS);
  }
}

/** Waits until no other worker holds the lock; the lock goes with the connection. */
async function becomeTheWorker(
  client: pg.Client,
  ended: AbortSignal,
  standBy: () => void,
): Promise<boolean> {
  while (!ended.aborted) {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1) as mine",
      [WORKER_LOCK],
    );
    if (rows[0]?.mine === true) return true;
    standBy();
    await sleep(STAND_BY_MS, ended);
  }
  return false;
}

/** What a killed worker was doing is done again: the lock says that nobody is doing it now. */
async function unlockLostJobs(client: pg.Client): Promise<void> {
  await client.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null having count(*) > 0
  `);
}

async function doByTheClock(app: App, chore: Chore, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const startedAt = performance.now();
    try {
      await chore.run(app, ended);
    } catch (error) {
      // What the stop did not wait for any longer is cut short: the next worker does it again.
      const level = ended.aborted ? "info" : "error";
      app.log[level]({ err: error, chore: chore.name }, "a chore failed and is tried again");
    }
    const chance = Number(app.random.digits(3)) / 1000;
    await sleep(pauseMs(chore, performance.now() - startedAt, chance), ended);
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Waits for it, but not for ever; what it failed with does not matter any more. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), sleep(milliseconds, over.signal)]);
  over.abort();
}
