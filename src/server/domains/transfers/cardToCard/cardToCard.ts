import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { endHold } from "#server/domains/transfers/lifecycle/endHold.ts";
import { freeLoad } from "#server/domains/transfers/lifecycle/freeLoad.ts";
import type {
  IssuerSettled,
  TransferRow,
} from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { addMoveToHistory } from "./cardHistory.ts";
import type { CardTransfer } from "./cardTransfer.ts";
import { tellOfDebit, tellOfEnd } from "./cardTransferNotices.ts";

/** From card to card: the money is on hold until the issuer has moved it. */
export const cardToCard: IssuerSettled = {
  order: (app, transfer) => app.issuer.moveBetween(orderOf(transfer)),
  inquire: (app, transfer) => app.issuer.findMove(orderOf(transfer)),
  tellOfSending: (tx, app, transfer) => tellOfDebit(tx, app, transfer),
  bookEnd: async (tx, row, { end, at }) => {
    const transfer = wholeOf(row);
    const ledger = await readLedgerAccounts(tx, transfer);
    await endHold(tx, transfer, { from: ledger.source, to: ledger.destination, at });
    if (end === "credited") {
      await bookMove(tx, transfer, { ledger, at });
      await addMoveToHistory(tx, transfer, at);
    } else {
      await freeLoad(tx, { ...transfer, card_id: transfer.destination_card_id });
    }
  },
  tellOfEnd: (tx, app, transfer, now) => tellOfEnd(tx, app, wholeOf(transfer), now),
};

function orderOf(transfer: TransferRow) {
  return {
    reference: transfer.ref_no,
    from: transfer.source_account_number,
    to: transfer.destination_account_number,
    amount: transfer.amount_centavos,
  };
}

function wholeOf(transfer: TransferRow): CardTransfer {
  const { destination_member_id: member, destination_card_id: card, load_month: month } = transfer;
  if (member === null || card === null || month === null) {
    throw new Error(`${transfer.ref_no} is not whole`);
  }
  return {
    ...transfer,
    destination_member_id: member,
    destination_card_id: card,
    load_month: month,
  };
}

/** The accounts of both cards in our books. */
type Ledger = { source: bigint; destination: bigint };

async function readLedgerAccounts(tx: Tx, transfer: CardTransfer): Promise<Ledger> {
  const { rows } = await sql<{ source: bigint; destination: bigint }>`
    select s.ledger_account_id as source, d.ledger_account_id as destination
    from card s, card d
    where s.id = ${transfer.card_id} and d.id = ${transfer.destination_card_id}`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error(`A card of ${transfer.ref_no} is gone`);
  return found;
}

async function bookMove(
  tx: Tx,
  transfer: CardTransfer,
  { ledger, at }: { ledger: Ledger; at: Date },
): Promise<void> {
  await postJournalEntry(tx, {
    operation: "CARD_TO_CARD",
    step: "post",
    reference: transfer.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("CARD_TO_CARD", "post").lines(
      { A: transfer.amount_centavos, F: transfer.fee_centavos },
      { from_card: ledger.source, to_card: ledger.destination },
    ),
  });
}
