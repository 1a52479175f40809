import { runOnce } from "graphile-worker";
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
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: jobLogger(app.log),
      taskList: jobHandlers(app),
    });
  } finally {
    await pool.end();
  }
}
