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
import { findLoad, loadCard } from "#server/domains/transfers/lifecycle/loadCard.ts";
import { addMoveToHistory } from "./cardHistory.ts";
import { type CardTransfer, leftAccount } from "./cardTransfer.ts";
import { tellOfDebit, tellOfEnd } from "./cardTransferNotices.ts";

/**
 * To another member's card. From a card the money is on hold until the issuer has moved it; from an account it is in
 * transit until the issuer has credited it.
 */
export const cardToCard: IssuerSettled = {
  order: (app, transfer) =>
    leftAccount(transfer) ? loadCard(app, transfer) : app.issuer.moveBetween(orderOf(transfer)),
  inquire: (app, transfer) =>
    leftAccount(transfer) ? findLoad(app, transfer) : app.issuer.findMove(orderOf(transfer)),
  tellOfSending: (tx, app, transfer) => tellOfDebit(tx, app, transfer),
  bookEnd: async (tx, row, { end, at }) => {
    const transfer = wholeOf(row);
    const ledger = await readLedgerAccounts(tx, transfer);
    if (!leftAccount(transfer)) {
      await endHold(tx, transfer, { from: ledger.source, to: ledger.destination, at });
    }
    const entry = entryOf(transfer, end, ledger);
    if (entry !== undefined) await book(tx, transfer, { ...entry, at });
    if (end === "credited") await addMoveToHistory(tx, transfer, at);
    else await freeLoad(tx, { ...transfer, card_id: transfer.destination_card_id });
  },
  tellOfEnd: (tx, app, transfer, now) => tellOfEnd(tx, app, wholeOf(transfer), now),
};

type Entry = { step: string; accounts: Record<string, bigint> };

/** What books an end, by the recipe's step; none where a hold on a card is released and nothing moves. */
function entryOf(
  transfer: TransferRow,
  end: "credited" | "returned",
  { source, destination }: Ledger,
): Entry | undefined {
  if (leftAccount(transfer)) {
    return end === "credited"
      ? { step: "account_complete", accounts: { to_card: destination } }
      : { step: "account_fail", accounts: { source_account: source } };
  }
  return end === "credited"
    ? { step: "post", accounts: { from_card: source, to_card: destination } }
    : undefined;
}

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

/** What it leaves and the card that it goes to, in our books. */
type Ledger = { source: bigint; destination: bigint };

async function readLedgerAccounts(tx: Tx, transfer: CardTransfer): Promise<Ledger> {
  const { rows } = await sql<Ledger>`
    select coalesce(s.ledger_account_id, a.ledger_account_id) as source, d.ledger_account_id as destination
    from card d
    left join card s on s.id = ${transfer.card_id}
    left join member_account a on a.id = ${transfer.source_account_id}
    where d.id = ${transfer.destination_card_id}`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error(`A card of ${transfer.ref_no} is gone`);
  return found;
}

async function book(
  tx: Tx,
  transfer: CardTransfer,
  { step, accounts, at }: Entry & { at: Date },
): Promise<void> {
  await postJournalEntry(tx, {
    operation: "CARD_TO_CARD",
    step,
    reference: transfer.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("CARD_TO_CARD", step).lines(
      { A: transfer.amount_centavos, F: transfer.fee_centavos },
      accounts,
    ),
  });
}
