import type { Tx } from "#server/db/db.ts";

/** Ends an automatic debit that the caller has locked, and what was announced of it and not taken. */
export async function endDebit(
  tx: Tx,
  { id, at, endedFor }: { id: bigint; at: Date; endedFor: "stopped" | "replaced" | "loan_ended" },
): Promise<void> {
  await tx
    .updateTable("automatic_debit")
    .set({ ended_at: at, ended_for: endedFor })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await tx
    .updateTable("automatic_debit_day")
    .set({ state: "stopped" })
    .where("debit_id", "=", id)
    .where("state", "=", "announced")
    .execute();
}
