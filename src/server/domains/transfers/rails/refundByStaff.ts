import type { Tx } from "#server/db/db.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import { endStop } from "./stopClocks.ts";
import { lockRailTransfer } from "./railRow.ts";
import { type StatusResult, applyStatusReport } from "./applyStatusReport.ts";

/**
 * Decides, in the caller's transaction, that a transfer nobody knows the end of is given back, or that
 * giving back is tried again now; the sweep does it within seconds (payRefund). 'already' for one that is
 * credited or back: nothing changes. A success that is told afterwards is a loss to recover.
 */
export async function refundByStaff(
  tx: Tx,
  teller: Teller,
  {
    refNo,
    staff,
    correlationId,
    at,
  }: { refNo: string; staff: string; correlationId: string; at: Date },
): Promise<StatusResult> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined) return "exception";
  if (row.state === "returned") return "already";
  const end = { by: staff, resolution: "Two people gave it back.", correlationId, at };
  const isStopped = row.clock_stopped_at !== null;
  if (isStopped) await endStop(tx, refNo, end);
  if (row.going_back !== null) {
    // Decided by the clock before, it is by people now: what cannot be read does not stop it any more.
    if (isStopped) await noteDecided(tx, refNo, { staff, at });
    await tx
      .updateTable("transfer")
      .set({ next_inquiry_at: at })
      .where("ref_no", "=", refNo)
      .execute();
    return "booked";
  }
  return applyStatusReport(
    tx,
    teller,
    { rail: row.rail, refNo, status: "refund", source: staff, via: "staff", correlationId },
    at,
  );
}

async function noteDecided(
  tx: Tx,
  refNo: string,
  { staff, at }: { staff: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("transfer_step")
    .values({ ref_no: refNo, state: "giving_back", via: "staff", detail: staff, at })
    .execute();
}
