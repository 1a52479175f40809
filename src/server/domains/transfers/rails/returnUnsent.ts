import { sql } from "kysely";
import { isBatched, RAIL_NAMES } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import type { Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { applyStatusReport } from "./applyStatusReport.ts";
import { hasEnded, lockRailTransfer, totalOf } from "./railRow.ts";

/** Those whose orders wait for a file. */
const BATCHED = RAIL_NAMES.filter(isBatched);

/** A transfer that goes back, with amount and fee. */
export type ComingBack = { refNo: string; total: bigint };

/**
 * Decides, in the caller's transaction, that a member's PESONet orders which are in no file go back with their fee.
 * Judged under each transfer's lock, so that it is either in a file or refunded, never both. The sweep pays the
 * refunds within seconds (payRefund).
 */
export async function returnUnsent(
  tx: Tx,
  teller: Teller,
  {
    memberId,
    source,
    via,
    correlationId,
    at,
  }: { memberId: bigint; source: string; via: Via; correlationId: string; at: Date },
): Promise<ComingBack[]> {
  const { rows } = await sql<{ ref_no: string }>`
    select t.ref_no from transfer t join rail_transfer r using (ref_no)
    where t.member_id = ${memberId} and r.rail = any (${BATCHED}::text[])
      and r.batch_id is null and r.going_back is null
      and t.state in ('accepted', 'sent', 'unknown')
    order by t.ref_no`.execute(tx);
  const back: ComingBack[] = [];
  for (const { ref_no: refNo } of rows) {
    const row = await lockRailTransfer(tx, refNo);
    if (row === undefined || row.batch_id !== null || row.going_back !== null || hasEnded(row)) {
      continue;
    }
    const report = { rail: row.rail, refNo, status: "refund", isUnseen: true } as const;
    const end = await applyStatusReport(tx, teller, { ...report, source, via, correlationId }, at);
    if (end === "booked") back.push({ refNo, total: totalOf(row) });
  }
  return back;
}
