import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";
import { refundStart } from "./inquiryTimes.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { namedTransfers } from "./namedTransfers.ts";
import type { RailStatus } from "./railStates.ts";
import { stopClocks } from "./stopClocks.ts";
import type { StatusResult } from "./applyStatusReport.ts";

/** A group status: what the clearing house reports for a whole file of ours. */
export type GroupStatus = {
  batchMessageId: string;
  status: "ACTC" | "ACSC" | "RJCT";
  reasonCode: string | undefined;
  /** Where reported, count and total must equal those of our file. */
  count: number | undefined;
  total: Centavos | undefined;
  messageId: string;
  via: Via;
  correlationId: string;
};

const MEANS = {
  ACTC: { status: "ack", state: "acknowledged" },
  ACSC: { status: "settle", state: "settled" },
  RJCT: { status: "abolish", state: "abolished" },
} as const satisfies Record<GroupStatus["status"], { status: RailStatus; state: string }>;

/** The two hours within which the money of a cleared file is back (BSP Circular 1195). */
const REFUND_MS = 2 * 60 * 60 * 1000;

/**
 * Applies a group status to each transfer of the file. For an unknown file, or for another count or sum than
 * the file has, it moves nothing and is queued for review.
 */
export async function applyGroupStatus(app: App, group: GroupStatus): Promise<StatusResult> {
  const { batchMessageId, messageId, via, correlationId } = group;
  const batch = await app.db
    .selectFrom("pesonet_batch")
    .select(["id", "state", "item_count", "total_centavos", "reused_at", "held_count"])
    .where("message_id", "=", batchMessageId)
    .executeTakeFirst();
  const isOther =
    batch !== undefined &&
    ((group.count !== undefined && group.count !== batch.item_count) ||
      (group.total !== undefined && group.total !== batch.total_centavos));
  if (batch === undefined || isOther || isOfAnotherFile(batch)) {
    await transact(app.db, async (tx) => {
      if (batch !== undefined && !isOfAnotherFile(batch)) await stopAll(tx, group, app.now());
      await queueForReview(tx, {
        refNo: batchMessageId,
        kind: batch === undefined || !isOther ? "unknown_reference" : "wrong_amount",
        via,
        correlationId,
        at: app.now(),
        detail: {
          source: messageId,
          status: group.status,
          total: group.total === undefined ? null : toDecimal(group.total),
        },
      });
    });
    return "exception";
  }
  const { status } = MEANS[group.status];
  await noteBatch(app, batch.id, group);
  const items = await app.db
    .selectFrom("rail_transfer")
    .select("ref_no")
    .where("batch_id", "=", batch.id)
    .orderBy("ref_no")
    .execute();
  const ends = new Set<StatusResult>();
  for (const { ref_no: refNo } of items) {
    ends.add(
      await receiveStatusReport(app, {
        rail: "pesonet",
        refNo,
        status,
        reasonCode: group.status === "RJCT" ? group.reasonCode : undefined,
        source: messageId,
        via,
        correlationId,
      }),
    );
  }
  return (["exception", "booked"] as const).find((end) => ends.has(end)) ?? "already";
}

/** The group status names our file with another count or sum: stops the clocks of all its transfers. */
async function stopAll(tx: Tx, group: GroupStatus, at: Date): Promise<void> {
  const { batchMessageId, messageId: source, via, correlationId } = group;
  const refNos = await namedTransfers(tx, "pesonet", [batchMessageId]);
  const reason = "it says another count or sum of the file";
  await stopClocks(tx, refNos, { rail: "pesonet", reason, source, via, correlationId }, at);
}

/**
 * Notes when the refunds of the file's transfers are due, and makes the transfers without an outcome due for a
 * check in time.
 */
async function noteDue(tx: Tx, batchId: bigint, due: Date): Promise<void> {
  await sql`
    update transfer t set next_inquiry_at = least(t.next_inquiry_at, ${refundStart(due)}::timestamptz)
    from rail_transfer r
    where r.batch_id = ${batchId} and r.ref_no = t.ref_no and t.next_inquiry_at is not null`.execute(
    tx,
  );
  await tx
    .updateTable("rail_transfer")
    .set({ refund_due_at: due })
    .where("batch_id", "=", batchId)
    .execute();
}

/**
 * Whether the clearing house means another file by this id: one that it holds in place of ours, without all of
 * our transfers.
 */
function isOfAnotherFile(batch: {
  state: string;
  item_count: number;
  reused_at: Date | null;
  held_count: number | null;
}): boolean {
  if (batch.state === "withdrawn") return true;
  return batch.reused_at !== null && batch.held_count !== batch.item_count;
}

/** Records the state of the file. It never moves back: an acknowledgement that comes late changes nothing. */
async function noteBatch(app: App, batchId: bigint, group: GroupStatus): Promise<void> {
  const at = app.now();
  const { state } = MEANS[group.status];
  const before =
    state === "acknowledged"
      ? (["cut", "sent"] as const)
      : (["cut", "sent", "acknowledged"] as const);
  await transact(app.db, async (tx) => {
    const changed = await tx
      .updateTable("pesonet_batch")
      .set({
        state,
        next_try_at: null,
        ...(state === "acknowledged" ? {} : { advised_at: at }),
      })
      .where("id", "=", batchId)
      .where("state", "in", before)
      .returning("file_name")
      .executeTakeFirst();
    if (changed === undefined) return;
    if (state !== "acknowledged") await noteDue(tx, batchId, new Date(at.getTime() + REFUND_MS));
    await audit(tx, {
      at,
      actorKind: "system",
      actor: group.via,
      action: `pesonet_file_${state}`,
      object: `pesonet_batch:${changed.file_name}`,
      correlationId: group.correlationId,
      detail: { source: group.messageId },
    });
  });
}
