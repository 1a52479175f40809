import type { Tx } from "#server/db/db.ts";

/** Money that did not arrive does not count toward the month it was meant for. */
export async function freeLoad(
  tx: Tx,
  transfer: { card_id: bigint; load_month: string; amount_centavos: bigint },
): Promise<void> {
  await tx
    .updateTable("card_load")
    .set((eb) => ({ loaded_centavos: eb("loaded_centavos", "-", transfer.amount_centavos) }))
    .where("card_id", "=", transfer.card_id)
    .where("month", "=", transfer.load_month)
    .execute();
}
