import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { inquireRailAgain } from "#server/domains/transfers/rails/settleRailTransfer.ts";

/**
 * Inquires about a transfer before its next inquiry is due, under its own reference, so nothing is done twice.
 * For a transfer over a rail the rail is asked while the caller waits. A transfer that the issuer settles is
 * made due now, and the worker asks within a second. Refuses not_found, transfer_ended, and transfer_not_asked
 * where the rail reports without being asked.
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
  // By the constraint transfer_is_whole there is no other kind.
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
