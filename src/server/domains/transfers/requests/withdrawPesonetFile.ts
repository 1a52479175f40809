import { formatPesosAscii } from "#common/money.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { isWithdrawable } from "#server/domains/transfers/rails/withdrawnFiles.ts";

/**
 * Withdraws a PESONet file in whose place the clearing house has another, only while the clearing house itself
 * answers that it holds none of its transfers. The worker puts them into the next cycle's file and tells their
 * members (withdrawnFiles.ts). Nothing is booked: nothing of the file was ever cleared.
 */
export const withdrawPesonetFile = defineKind({
  kind: "withdraw_pesonet_file",
  subjectOf: ({ messageId }) => `pesonet_file:${messageId}`,
  readOffice: async () => null,
  readBefore: async (tx, { messageId }, at) => {
    const file = await lockWithdrawable(tx, messageId, at);
    return {
      fileName: file.file_name,
      rowCount: String(file.item_count),
      amount: formatPesosAscii(file.total_centavos),
      houseHolds: String(file.held_count),
      fileState: file.state,
    };
  },
  after: (_payload, before) => ({ ...before, fileState: "withdrawn" }),
  apply: async (tx, { messageId }, { at, checker, correlationId }) => {
    const {
      id,
      file_name: fileName,
      item_count: count,
    } = await lockWithdrawable(tx, messageId, at);
    await tx
      .updateTable("pesonet_batch")
      .set({ state: "withdrawn", next_try_at: null })
      .where("id", "=", id)
      .execute();
    await tx
      .updateTable("transfer_exception")
      .set({ resolved_at: at, resolved_by: checker, resolution: "The file was withdrawn." })
      .where("ref_no", "=", messageId)
      .where("kind", "=", "file_reused")
      .where("resolved_at", "is", null)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: checker,
      action: "withdraw_pesonet_file",
      object: `pesonet_batch:${fileName}`,
      correlationId,
      detail: { transfers: count },
    });
  },
});

async function lockWithdrawable(tx: Tx, messageId: string, at: Date) {
  const file = await tx
    .selectFrom("pesonet_batch")
    .select([
      "id",
      "file_name",
      "state",
      "item_count",
      "total_centavos",
      "held_count",
      "held_said_at",
    ])
    .where("message_id", "=", messageId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (file === undefined) throw new Refusal("not_found");
  if (!isWithdrawable(file, at)) throw new Refusal("request_does_not_apply");
  return file;
}
