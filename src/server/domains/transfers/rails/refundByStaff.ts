import type { Tx } from "#server/db/db.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import { endStop } from "./stopClocks.ts";
import { lockRailTransfer } from "./railRow.ts";
import { type StatusResult, applyStatusReport } from "./applyStatusReport.ts";

/**
 * Decides, in the caller's transaction, that a transfer with an unknown outcome is refunded, or that its
 * refund is retried now; the sweep pays it within seconds (payRefund). 'already' for a transfer that is
 * credited or refunded: nothing changes. A credit that is reported afterwards is a loss to recover.
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
    // The clock had decided it; people decide it now, so an unreadable report no longer stops it.
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
