import {
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { tellRailProgress } from "./railNotices.ts";
import { lockRailTransfer } from "./railRow.ts";

/**
 * Moves a transfer that missed its cycle to the next one that takes place after `after`, and tells the member
 * the new time of credit, in the caller's transaction. For a transfer that is in a file already only the
 * promised time moves, not the file. Nothing is told about a transfer that may not arrive by then.
 */
export async function moveToLaterCycle(
  tx: Tx,
  refNo: string,
  { after, reason, at, isTold = true }: { after: Date; reason: string; at: Date; isTold?: boolean },
): Promise<void> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || row.credit_by === null || row.going_back !== null) return;
  if (row.state === "credited" || row.state === "returned") return;
  const cycle = pesonetCycle(await readClearing(tx), after);
  const creditBy = creditMoment(cycle);
  const isInFile = row.batch_id !== null;
  const isLater = creditBy > row.credit_by;
  if (isInFile && !isLater) return;
  await tx
    .updateTable("rail_transfer")
    .set({
      credit_by: creditBy,
      ...(isInFile ? {} : { cycle_day: cycle.day, cycle_no: cycle.no }),
    })
    .where("ref_no", "=", refNo)
    .execute();
  if (isLater && isTold) await tellRailProgress(tx, row, { news: "moved", creditBy }, at);
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "timer",
    action: "move_transfer_to_later_cycle",
    object: `transfer:${refNo}`,
    correlationId: row.correlation_id,
    detail: { reason, day: cycle.day, cycle: cycle.no, wasDay: row.cycle_day, was: row.cycle_no },
  });
}
