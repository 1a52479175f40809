import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { later } from "./inquiryTimes.ts";
import { moveToLaterCycle } from "./moveToLaterCycle.ts";
import { hasEnded, lockRailTransfer, type RailRow } from "./railRow.ts";

/** How long the clearing house's answer about its holdings is relied on. */
const FRESH_MS = 60 * 60 * 1000;
const LOOK_SECONDS = 5 * 60;

/** What decides whether a file may be withdrawn. */
export type FileStand = { state: string; held_count: number | null; held_said_at: Date | null };

/**
 * Whether a file of ours may be withdrawn: the clearing house has another one in its place, and has answered
 * within the hour, after ours was last handed in, that it holds none of its transfers.
 */
export function isWithdrawable(
  { state, held_count: held, held_said_at: saidAt }: FileStand,
  at: Date,
): boolean {
  const isFresh = saidAt !== null && at.getTime() - saidAt.getTime() <= FRESH_MS;
  return (state === "cut" || state === "sent") && held === 0 && isFresh;
}

/**
 * Moves the transfers of files that two people have withdrawn to the next cycle's file. None of them was ever
 * at the clearing house, so nothing was booked and nothing is. A transfer for which something was reported all
 * the same stays where it is, for review. Idempotent and safe to run concurrently. Answers how many it moved.
 */
export async function freeWithdrawnFiles(app: App): Promise<number> {
  const rows = await app.db
    .selectFrom("pesonet_batch as b")
    .innerJoin("rail_transfer as r", "r.batch_id", "b.id")
    .innerJoin("transfer as t", "t.ref_no", "r.ref_no")
    .select(["r.ref_no", "b.id"])
    .where("b.state", "=", "withdrawn")
    .where("t.state", "in", ["accepted", "sent", "unknown"])
    .orderBy("r.ref_no")
    .execute();
  let moved = 0;
  for (const { ref_no: refNo, id } of rows) {
    if (await transact(app.db, (tx) => freeTransfer(tx, app, refNo, id))) moved += 1;
  }
  return moved;
}

async function freeTransfer(tx: Tx, app: App, refNo: string, batchId: bigint): Promise<boolean> {
  const row = await lockRailTransfer(tx, refNo);
  if (row?.batch_id !== batchId || hasEnded(row) || isReportedOn(row)) return false;
  const at = app.now();
  await tx
    .updateTable("rail_transfer")
    .set({ batch_id: null })
    .where("ref_no", "=", refNo)
    .execute();
  await tx
    .updateTable("transfer")
    .set({ state: "accepted", sent_at: null, next_inquiry_at: later(at, LOOK_SECONDS) })
    .where("ref_no", "=", refNo)
    .execute();
  await moveToLaterCycle(tx, refNo, { after: at, reason: "its file was withdrawn", at });
  return true;
}

/** Whether anything was reported for it. A refund under way counts as well. */
function isReportedOn(row: RailRow): boolean {
  return (
    row.has_acknowledged ||
    row.has_settled ||
    row.has_credited ||
    row.has_rejected ||
    row.has_returned ||
    row.is_held ||
    row.clock_stopped_at !== null ||
    row.going_back !== null
  );
}
