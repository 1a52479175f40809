import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { takeReport } from "./takeReport.ts";

/**
 * Takes the reports that come over the gateway's own connection (SMPP), until stopped, and keeps that
 * connection for the texts that leave. For the process that sends texts.
 */
export function listenForReports(app: App): { stop: () => Promise<void> } {
  return app.sms.listen(async (report) => {
    const isKnown = await transact(app.db, (tx) => takeReport(tx, app, report));
    if (!isKnown) app.log.warn({ state: report.state }, "a receipt is about no text of ours");
  });
}
