import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import {
  type RailStatusReport,
  type StatusResult,
  applyStatusReport,
} from "./applyStatusReport.ts";

/** Takes one word in a transaction of its own (applyStatusReport), and counts and logs what came of it. */
export async function receiveStatusReport(app: App, said: RailStatusReport): Promise<StatusResult> {
  const taken = await transact(app.db, (tx) => applyStatusReport(tx, app, said, app.now()));
  recordStatusReport(app, said, taken);
  return taken;
}

/** After the commit. */
export function recordStatusReport(app: App, said: RailStatusReport, taken: StatusResult): void {
  const { refNo, status, via, source } = said;
  if (taken === "booked" && status === "credit") app.metrics.transfers.inc({ state: "credited" });
  if (taken === "exception") app.log.error({ refNo, status, via, source }, "transfer exception");
}
