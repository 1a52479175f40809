import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { endHold } from "#server/domains/transfers/lifecycle/endHold.ts";
import {
  cardIdOf,
  type IssuerSettled,
  type TransferRow,
} from "#server/domains/transfers/lifecycle/issuerSettled.ts";

const { history, notices } = TRANSFER_KINDS.deposit;

/** From the card back to the member's own savings: on hold on the card until the issuer has debited it. */
export const deposit: IssuerSettled = {
  order: (app, transfer) => app.issuer.debitCard({ ...orderOf(transfer), channel: "partner" }),
  inquire: (app, transfer) => app.issuer.findDebit(orderOf(transfer)),
  tellOfSending: (tx, _app, transfer) =>
    notify(tx, {
      memberId: transfer.member_id,
      kind: notices.sent,
      params: figures(transfer),
      at: transfer.accepted_at,
    }),
  bookEnd: async (tx, transfer, { end, at }) => {
    const accounts = await readAccounts(tx, transfer);
    await endHold(tx, transfer, { from: accounts.card, to: accounts.savings, at });
    if (end === "returned") return;
    await bookDeposit(tx, transfer, { accounts, at });
    await addToHistory(tx, transfer, { savings: accounts.savings_name, at });
  },
  tellOfEnd: async (tx, app, transfer, { end, at }) => {
    const memberId = transfer.member_id;
    // As the order was: in the portal alone, for the money has not left the member.
    if (end === "credited") {
      await notify(tx, { memberId, kind: notices.credited, params: figures(transfer), at });
    } else
      await tellMember(tx, app, { memberId, notice: `deposit_${end}`, values: figures(transfer) });
  },
};

function orderOf(transfer: TransferRow) {
  return {
    reference: transfer.ref_no,
    accountNo: transfer.source_account_number,
    amount: transfer.amount_centavos,
  };
}

/** The card's account and the savings in our books, and what the savings are called. */
type Accounts = { card: bigint; savings: bigint; savings_name: string };

async function readAccounts(tx: Tx, transfer: TransferRow): Promise<Accounts> {
  const { rows } = await sql<Accounts>`
    select c.ledger_account_id as card, a.ledger_account_id as savings, account_name(a.product) as savings_name
    from card c, member_account a
    where c.id = ${transfer.card_id} and c.ledger_account_id is not null
      and a.account_number = ${transfer.destination_account_number}
      and a.member_id = ${transfer.member_id} and a.product = 'savings'`.execute(tx);
  const [found] = rows;
  if (found === undefined)
    throw new Error(`The card or the savings of ${transfer.ref_no} are gone`);
  return found;
}

async function bookDeposit(
  tx: Tx,
  transfer: TransferRow,
  { accounts, at }: { accounts: Accounts; at: Date },
): Promise<void> {
  await postJournalEntry(tx, {
    operation: "CARD_TO_OWN_SAVINGS",
    step: "post",
    reference: transfer.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("CARD_TO_OWN_SAVINGS", "post").lines(
      { A: transfer.amount_centavos },
      { from_card: accounts.card, savings_account: accounts.savings },
    ),
  });
}

async function addToHistory(
  tx: Tx,
  transfer: TransferRow,
  { savings, at }: { savings: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("card_transaction")
    .values({
      card_id: cardIdOf(transfer),
      transaction_date: at,
      description: history.en,
      sub_description: `To ${savings}`,
      amount_centavos: -transfer.amount_centavos,
      ref_no: transfer.ref_no,
      transfer_ref_no: transfer.ref_no,
      source_event: `transfer:${transfer.ref_no}`,
    })
    .execute();
}

function figures(transfer: TransferRow): Record<string, string> {
  return {
    amount: formatPesos(transfer.amount_centavos),
    pesos: formatPesosAscii(transfer.amount_centavos),
    account: transfer.destination_account_number.slice(-4),
    refNo: transfer.ref_no,
  };
}
