import { isBatched } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { handsOverUntil } from "./inquiryTimes.ts";
import { hasEnded, lockRailTransfer, wasSent } from "./railRow.ts";
import { applyStatusReport } from "./applyStatusReport.ts";

/**
 * Decides, in the caller's transaction, that an InstaPay transfer that was never handed to the switch is
 * given back: so late after the order it would arrive in the very minutes in which its money goes back.
 * Judged under the transfer's lock, so that it is sent or given back and never both. True when payRefund()
 * is to follow the commit.
 */
export async function dropUnsent(tx: Tx, app: App, refNo: string): Promise<boolean> {
  const at = app.now();
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || isBatched(row.rail) || at < handsOverUntil(row)) return false;
  if (wasSent(row) || hasEnded(row) || row.going_back !== null) return false;
  const said = {
    rail: row.rail,
    refNo,
    status: "refund",
    source: "not sent in time",
    via: "timer",
    correlationId: row.correlation_id,
  } as const;
  await applyStatusReport(tx, app, said, at);
  return true;
}
