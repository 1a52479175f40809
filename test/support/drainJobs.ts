import { once } from "node:events";
import { runOnce } from "graphile-worker";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { App } from "#server/platform/app.ts";
import { jobHandlers } from "#server/entry/jobHandlers.ts";
import { jobLogger } from "#server/platform/jobs/jobLogger.ts";
import { openJobPool } from "#server/platform/jobs/jobPool.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";

/** Of each application, for all its runs: a new connection costs more than what most runs do. */
const pools = new Map<Pool, Pool>();

/** Does all promised work that is due, as the worker would, and returns when none is left. */
export async function drainJobs(app: App): Promise<void> {
  const pool = pools.get(app.pool) ?? openJobPool(app, 3);
  pools.set(app.pool, pool);
  try {
    await relayOutbox(app);
    // A look that finds a queue still held ends a run, though its next job is due.
    for (let left = Infinity, due = Infinity; due > 0; left = due) {
      await runOnce({
        pgPool: pool,
        noHandleSignals: true,
        logger: jobLogger(app.log),
        taskList: jobHandlers(app),
      });
      // The end of its last job lets the queue go: before that the next look would find it held once more.
      await untilReturned(pool);
      due = await countDue(app);
      // What nobody here can do stays.
      if (due >= left) break;
    }
  } finally {
    await untilReturned(pool);
  }
}

/** Ends the connections of an application's runs. */
export async function endJobs(app: App): Promise<void> {
  await pools.get(app.pool)?.end();
  pools.delete(app.pool);
}

/**
 * The library writes the end of a job without waiting for it, but has asked for the connection before the
 * run is over: what was borrowed is returned once that is written.
 */
async function untilReturned(pool: Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await once(pool, "release");
}

async function countDue(app: App): Promise<number> {
  const { rows } = await sql<{ due: bigint }>`
    select count(*) as due from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(app.db);
  return Number(rows[0]?.due ?? 0n);
}
