import { cardAccountText, ending } from "#contract/cardNames.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { cardIdOf } from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { type CardTransfer, leftAccount } from "./cardTransfer.ts";

/** The line of each of the two cards; of the receiver's alone where it left an account. */
export async function addMoveToHistory(tx: Tx, transfer: CardTransfer, at: Date): Promise<void> {
  const amount = transfer.amount_centavos;
  const line = {
    transaction_date: at,
    description: TRANSFER_KINDS.card.history.en,
    ref_no: transfer.ref_no,
  };
  const received = {
    ...line,
    card_id: transfer.destination_card_id,
    sub_description: `From ${senderText(transfer)}`,
    amount_centavos: amount,
    source_event: `transfer:${transfer.ref_no}:received`,
  };
  const sent = leftAccount(transfer)
    ? []
    : [
        {
          ...line,
          card_id: cardIdOf(transfer),
          sub_description: `To ${cardAccountText(transfer.destination_account_number)}`,
          amount_centavos: -(amount + transfer.fee_centavos),
          transfer_ref_no: transfer.ref_no,
          source_event: `transfer:${transfer.ref_no}:sent`,
        },
      ];
  await tx
    .insertInto("card_transaction")
    .values([...sent, received])
    .execute();
}

/** The receiver is told the end of the number, and not what sort of account it is. */
function senderText(transfer: CardTransfer): string {
  const number = transfer.source_account_number;
  return leftAccount(transfer) ? `account ${ending(number)}` : cardAccountText(number);
}
