import { RAILS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { paidPlace } from "./paidPlace.ts";
import type { RailRow } from "./railRow.ts";

/** Adds the debit to the card's history: the amount, and the fee as a line of its own. */
export async function addDebitToHistory(tx: Tx, row: RailRow, at: Date): Promise<void> {
  const { sent, fee } = RAILS[row.rail].history;
  await add(tx, row, at, { description: sent, amount: -row.amount_centavos, event: "sent" });
  await add(tx, row, at, { description: fee, amount: -row.fee_centavos, event: "fee" });
}

/** Adds the refund to the card's history. The lines of the debit stay. */
export async function addRefundToHistory(tx: Tx, row: RailRow, at: Date): Promise<void> {
  const { sent, fee } = RAILS[row.rail].history;
  await add(tx, row, at, {
    description: `${sent} Returned`,
    amount: row.amount_centavos,
    event: "returned",
  });
  await add(tx, row, at, {
    description: `${fee} Returned`,
    amount: row.fee_centavos,
    event: "fee-returned",
  });
}

async function add(
  tx: Tx,
  row: RailRow,
  at: Date,
  line: { description: string; amount: bigint; event: string },
): Promise<void> {
  // What left an account stands in that account's movements alone.
  if (line.amount === 0n || row.card_id === null) return;
  await tx
    .insertInto("card_transaction")
    .values({
      card_id: row.card_id,
      transaction_date: at,
      description: line.description,
      sub_description: `${paidPlace(row)} …${row.account_number.slice(-4)}`,
      amount_centavos: line.amount,
      ref_no: row.ref_no,
      transfer_ref_no: row.ref_no,
      source_event: `transfer:${row.ref_no}:${line.event}`,
    })
    .execute();
}
