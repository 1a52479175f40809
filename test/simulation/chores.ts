import { runTaskListOnce } from "graphile-worker";
import { jobLogger } from "#server/jobs/jobLogger.ts";
import { relayOutbox } from "#server/jobs/relayOutbox.ts";
import type { Run } from "./run.ts";

/**
 * Puts those that are due in the order of their numbers, which the library does not promise; with $1 also
 * those whose process died, and those that would be tried again later.
 */
const PUT_IN_ORDER = `update graphile_worker._private_jobs
  set run_at = timestamptz '2000-01-01' + id * interval '1 second', locked_at = null, locked_by = null
  where $1 or (run_at <= now() and locked_at is null)`;

/** Lets the outbox become jobs and does those that are due, one after the other, as the worker would. */
export async function drain(
  { app, admin, worker, handlers }: Run,
  isRetried: boolean,
): Promise<void> {
  await relayOutbox(app);
  const { rowCount } = await admin.query(PUT_IN_ORDER, [isRetried]);
  // The library looks for its own tables first: with nothing to do, that is most of it.
  if (rowCount === 0) return;
  await runTaskListOnce(
    { noHandleSignals: true, logger: jobLogger(app.log) },
    handlers,
    // The library's own type of a client is of another release of the driver.
    worker as never,
  ).promise;
}
