import { runOnce } from "graphile-worker";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { jobHandlers } from "#server/jobs/handlers.ts";
import { jobLogger } from "#server/jobs/jobLogger.ts";
import { openJobPool } from "#server/jobs/jobPool.ts";
import { relayOutbox } from "#server/jobs/relayOutbox.ts";

/** Does all promised work that is due, as the worker would, and returns when none is left. */
export async function drainJobs(app: App): Promise<void> {
  const pool = openJobPool(app, 3);
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
      due = await countDue(app);
      // What nobody here can do stays.
      if (due >= left) break;
    }
  } finally {
    await pool.end();
  }
}

async function countDue(app: App): Promise<number> {
  const { rows } = await sql<{ due: bigint }>`
    select count(*) as due from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(app.db);
  return Number(rows[0]?.due ?? 0n);
}
