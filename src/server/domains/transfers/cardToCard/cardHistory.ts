import { cardAccountText } from "#contract/cardNames.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { cardIdOf } from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import type { CardTransfer } from "./cardTransfer.ts";

/** The line of each of the two cards. */
export async function addMoveToHistory(tx: Tx, transfer: CardTransfer, at: Date): Promise<void> {
  const amount = transfer.amount_centavos;
  const line = {
    transaction_date: at,
    description: TRANSFER_KINDS.card.history.en,
    ref_no: transfer.ref_no,
  };
  await tx
    .insertInto("card_transaction")
    .values([
      {
        ...line,
        card_id: cardIdOf(transfer),
        sub_description: `To ${cardAccountText(transfer.destination_account_number)}`,
        amount_centavos: -(amount + transfer.fee_centavos),
        transfer_ref_no: transfer.ref_no,
        source_event: `transfer:${transfer.ref_no}:sent`,
      },
      {
        ...line,
        card_id: transfer.destination_card_id,
        sub_description: `From ${cardAccountText(transfer.source_account_number)}`,
        amount_centavos: amount,
        source_event: `transfer:${transfer.ref_no}:received`,
      },
    ])
    .execute();
}
