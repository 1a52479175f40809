import { sql } from "kysely";
import { isBatched, RAIL_NAMES } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import type { Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { applyStatusReport } from "./applyStatusReport.ts";
import { hasEnded, lockRailTransfer, type RailRow, totalOf, wasSent } from "./railRow.ts";

/** Those whose orders wait for a file. */
const BATCHED = RAIL_NAMES.filter(isBatched);

/** A transfer that goes back, with amount and fee. */
export type ComingBack = { refNo: string; total: bigint };

/**
 * Decides, in the caller's transaction, that a member's orders which no rail has yet go back with their fee: of PESONet
 * those that are in no file, of InstaPay those that were not handed over, as where what they leave has no issuer to stop
 * them. Judged under each transfer's lock, so that it is either sent or refunded, never both. The sweep pays the
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
    where t.member_id = ${memberId} and (r.rail = any (${BATCHED}::text[]) or t.sent_at is null)
      and r.batch_id is null and r.going_back is null
      and t.state in ('accepted', 'sent', 'unknown')
    order by t.ref_no`.execute(tx);
  const back: ComingBack[] = [];
  for (const { ref_no: refNo } of rows) {
    const row = await lockRailTransfer(tx, refNo);
    if (row === undefined || isOut(row) || row.going_back !== null || hasEnded(row)) continue;
    const report = { rail: row.rail, refNo, status: "refund", isUnseen: true } as const;
    const end = await applyStatusReport(tx, teller, { ...report, source, via, correlationId }, at);
    if (end === "booked") back.push({ refNo, total: totalOf(row) });
  }
  return back;
}

/** Whether the rail may know of it. One that was taken out of its file is unsent again. */
const isOut = (row: RailRow): boolean =>
  isBatched(row.rail) ? row.batch_id !== null : wasSent(row);
