import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { hasEnded, lockRailTransfer, type RailRow, wasSent } from "./railRow.ts";

/** A report about a transfer that could not be read, or whose parts contradict each other. */
export type UnclearReport = {
  rail: Rail;
  reason: string;
  /** The message that carried it, for whoever investigates. */
  source: string;
  via: Via;
  correlationId: string;
};

/**
 * Queues an unreadable report for review, for each transfer that it names, and stops the clocks of those
 * transfers: they are no longer refunded automatically, as the report may say that the other bank has the
 * money. In the caller's transaction.
 */
export async function stopClocks(
  tx: Tx,
  refNos: readonly string[],
  puzzle: UnclearReport,
  at: Date,
): Promise<void> {
  const { rail, reason, source, via, correlationId } = puzzle;
  for (const refNo of refNos.toSorted()) {
    const row = await lockRailTransfer(tx, refNo);
    if (row === undefined) continue;
    await stopClock(tx, row, at);
    await queueForReview(tx, {
      refNo,
      kind: "unreadable",
      via,
      correlationId,
      at,
      detail: { rail, reason, source },
    });
  }
}

/**
 * Stops the clock of a transfer under way, whose row the caller has locked. A refund that people have decided
 * goes on.
 */
export async function stopClock(tx: Tx, row: RailRow, at: Date): Promise<void> {
  if (row.clock_stopped_at !== null || hasEnded(row) || !wasSent(row)) return;
  if (row.has_credited || row.has_rejected || row.has_returned) return;
  if (row.going_back !== null && !(await isByClock(tx, row))) return;
  await tx
    .updateTable("rail_transfer")
    .set({ clock_stopped_at: at })
    .where("ref_no", "=", row.ref_no)
    .execute();
}

async function isByClock(tx: Tx, { ref_no: refNo }: RailRow): Promise<boolean> {
  const step = await tx
    .selectFrom("transfer_step")
    .select("via")
    .where("ref_no", "=", refNo)
    .where("state", "=", "giving_back")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return step?.via === "timer";
}

/**
 * Whether its outcome waits for the rail or for people: no report has credited it, rejected it or returned it.
 */
export function waitsForPeople(
  row: Pick<RailRow, "clock_stopped_at" | "has_credited" | "has_rejected" | "has_returned"> & {
    state: string;
  },
): boolean {
  const hasOutcome = row.has_credited || row.has_rejected || row.has_returned;
  return row.clock_stopped_at !== null && !hasOutcome && row.state !== "returned";
}

/** The kinds of exception that stop a clock. */
export const CLOCK_STOPPING_EXCEPTIONS: readonly string[] = [
  "unreadable",
  "wrong_amount",
  "wrong_account",
];

/** People have decided the outcome: the clock stays theirs, and the exceptions about it are resolved. */
export async function endStop(
  tx: Tx,
  refNo: string,
  {
    by,
    resolution,
    correlationId,
    at,
  }: { by: string; resolution: string; correlationId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable("rail_transfer")
    .set({ clock_stopped_at: null })
    .where("ref_no", "=", refNo)
    .execute();
  const { rows } = await sql<{ id: bigint }>`
    update transfer_exception set resolved_at = ${at}, resolved_by = ${by}, resolution = ${resolution}
    where ref_no = ${refNo} and kind = any (${CLOCK_STOPPING_EXCEPTIONS}::text[]) and resolved_at is null
    returning id`.execute(tx);
  for (const { id } of rows) {
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: by,
      action: "resolve_exception",
      object: `exception:transfer-${id}`,
      correlationId,
      detail: { resolution },
    });
  }
}
