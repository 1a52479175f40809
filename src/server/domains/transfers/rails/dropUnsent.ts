import { isBatched } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { handsOverUntil } from "./inquiryTimes.ts";
import { hasEnded, lockRailTransfer, wasSent } from "./railRow.ts";
import { applyStatusReport } from "./applyStatusReport.ts";

/**
 * Refunds an InstaPay transfer that was never handed to the switch, in the caller's transaction: so late after
 * the order it could arrive in the minutes in which it is refunded. Judged under the transfer's lock, so that
 * it is either sent or refunded, never both. True when payRefund() must follow the commit.
 */
export async function dropUnsent(tx: Tx, app: App, refNo: string): Promise<boolean> {
  const at = app.now();
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || isBatched(row.rail) || at < handsOverUntil(row)) return false;
  if (wasSent(row) || hasEnded(row) || row.going_back !== null) return false;
  const report = {
    rail: row.rail,
    refNo,
    status: "refund",
    source: "not sent in time",
    via: "timer",
    correlationId: row.correlation_id,
  } as const;
  await applyStatusReport(tx, app, report, at);
  return true;
}
