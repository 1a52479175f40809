import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import {
  type RailStatusReport,
  type StatusResult,
  applyStatusReport,
} from "./applyStatusReport.ts";

/**
 * Applies one status report in a transaction of its own (applyStatusReport), and counts and logs the result.
 */
export async function receiveStatusReport(
  app: App,
  report: RailStatusReport,
): Promise<StatusResult> {
  const result = await transact(app.db, (tx) => applyStatusReport(tx, app, report, app.now()));
  recordStatusReport(app, report, result);
  return result;
}

/** After the commit. */
export function recordStatusReport(app: App, report: RailStatusReport, result: StatusResult): void {
  const { refNo, status, via, source } = report;
  if (result === "booked" && status === "credit") app.metrics.transfers.inc({ state: "credited" });
  if (result === "exception") app.log.error({ refNo, status, via, source }, "transfer exception");
}
