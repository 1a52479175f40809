import { runOnce } from "graphile-worker";
import pg from "pg";
import type { App } from "#server/app.ts";
import { jobHandlers } from "#server/jobs/handlers.ts";
import { jobLogger } from "#server/jobs/jobLogger.ts";
import { relayOutbox } from "#server/jobs/relayOutbox.ts";

/** Does all promised work that is due, as the worker would, and returns when none is left. */
export async function drainJobs(app: App): Promise<void> {
  const pool = new pg.Pool({ connectionString: app.config.DATABASE_URL, max: 3 });
  pool.on("error", () => undefined);
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
