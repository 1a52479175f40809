import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { CycleOfTransfer } from "./pesonetCycleTimes.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import type { RailRow } from "./railRow.ts";

/**
 * A card that staff have locked sends nothing (docs/requirements/decisions.md, 5): its transfers of this cycle
 * stay out of the file and are queued for review. A person lifts the lock or has them refunded.
 */
export async function reportLockedCards(app: App, { day, no }: CycleOfTransfer): Promise<void> {
  const { rows } = await sql<Locked>`
    select t.ref_no, t.correlation_id
    from rail_transfer r join transfer t using (ref_no) join card c on c.id = t.card_id
    where r.rail = 'pesonet' and r.batch_id is null and r.going_back is null and c.admin_locked
      and r.cycle_day = ${day} and r.cycle_no = ${no} and t.state in ('accepted', 'sent', 'unknown')
    order by t.ref_no`.execute(app.db);
  for (const transfer of rows) {
    await transact(app.db, (tx) => reportLocked(tx, transfer, app.now()));
  }
}

type Locked = Pick<RailRow, "ref_no" | "correlation_id">;

async function reportLocked(tx: Tx, transfer: Locked, at: Date): Promise<void> {
  await queueForReview(tx, {
    refNo: transfer.ref_no,
    kind: "card_locked",
    via: "timer",
    correlationId: transfer.correlation_id,
    at,
    detail: { reason: "staff locked the card before it was sent" },
  });
}

/**
 * Whether a transfer that is about to be sent for the first time is from a locked card; if so, it is queued
 * for review.
 */
export async function isOfLockedCard(
  tx: Tx,
  transfer: Locked & Pick<RailRow, "card_id">,
  at: Date,
): Promise<boolean> {
  const card = await tx
    .selectFrom("card")
    .select("admin_locked")
    .where("id", "=", transfer.card_id)
    .executeTakeFirst();
  if (card?.admin_locked !== true) return false;
  await reportLocked(tx, transfer, at);
  return true;
}

/** A transfer that is sent after all needs no review any more. Answers the transfers that had been queued. */
export async function endLocked(tx: Tx, refNos: string[], at: Date): Promise<string[]> {
  const ended = await tx
    .updateTable("transfer_exception")
    .set({ resolved_at: at, resolved_by: "system", resolution: "The lock was lifted." })
    .where("ref_no", "in", refNos)
    .where("kind", "=", "card_locked")
    .where("resolved_at", "is", null)
    .returning(["id", "ref_no"])
    .execute();
  for (const { id, ref_no: refNo } of ended) {
    await audit(tx, {
      at,
      actorKind: "system",
      actor: "timer",
      action: "resolve_exception",
      object: `exception:transfer-${id}`,
      correlationId: "",
      detail: { refNo },
    });
  }
  return ended.map(({ ref_no: refNo }) => refNo);
}
