import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** A transfer from card to card, with the accounts of both cards in our books. */
export type CardTransferRow = {
  ref_no: string;
  state: string;
  member_id: bigint;
  card_id: bigint;
  destination_member_id: bigint;
  destination_card_id: bigint;
  source_account_number: string;
  destination_account_number: string;
  amount_centavos: bigint;
  fee_centavos: bigint;
  load_month: string;
  next_inquiry_at: Date | null;
  source_ledger_id: bigint;
  destination_ledger_id: bigint;
};

/** The transfer, locked until the transaction ends; undefined when none of this kind has the reference. */
export async function lockCardTransfer(
  tx: Tx,
  refNo: string,
): Promise<CardTransferRow | undefined> {
  const { rows } = await sql<CardTransferRow>`
    select t.ref_no, t.state, t.member_id, t.card_id, t.destination_member_id, t.destination_card_id,
      t.source_account_number, t.destination_account_number, t.amount_centavos, t.fee_centavos, t.load_month,
      t.next_inquiry_at, s.ledger_account_id as source_ledger_id, d.ledger_account_id as destination_ledger_id
    from transfer t join card s on s.id = t.card_id join card d on d.id = t.destination_card_id
    where t.ref_no = ${refNo} and t.kind = 'card'
    for no key update of t`.execute(tx);
  return rows[0];
}
