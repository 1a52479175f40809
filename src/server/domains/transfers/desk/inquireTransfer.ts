import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { inquireRailAgain } from "#server/domains/transfers/rails/settleRailTransfer.ts";

/**
 * Asks about a transfer ahead of its time, under its own reference, so that nothing is done twice. About one
 * to another bank its rail is asked while the caller waits. One that the issuer alone moves is brought
 * forward: the worker asks within a second. Refuses not_found, transfer_ended, and transfer_not_asked for
 * one whose rail tells by itself.
 */
export async function inquireTransfer(app: App, staff: StaffCaller, refNo: string): Promise<void> {
  const kind = await transact(app.db, (tx) => record(tx, app, staff, refNo));
  if (TRANSFER_KINDS[kind].rail === null) return;
  if (!(await inquireRailAgain(app, refNo))) throw new Refusal("transfer_not_asked");
}

async function record(tx: Tx, app: App, staff: StaffCaller, refNo: string): Promise<TransferKind> {
  const at = app.now();
  const transfer = await tx
    .selectFrom("transfer")
    .select(["kind", "next_inquiry_at", "state"])
    .where("ref_no", "=", refNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (transfer === undefined) throw new Refusal("not_found");
  // The constraint transfer_is_whole: no other kind.
  const kind = transfer.kind as TransferKind;
  const { state, next_inquiry_at: next } = transfer;
  if (next === null) throw new Refusal("transfer_ended");
  if (TRANSFER_KINDS[kind].rail === null && next > at) {
    await tx
      .updateTable("transfer")
      .set({ next_inquiry_at: at })
      .where("ref_no", "=", refNo)
      .execute();
  }
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "inquire_transfer",
    object: `transfer:${refNo}`,
    correlationId: staff.correlationId,
    detail: { state },
  });
  return kind;
}
