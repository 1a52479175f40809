import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { freeLoad } from "#server/domains/transfers/lifecycle/freeLoad.ts";
import {
  cardIdOf,
  type IssuerSettled,
  type TransferRow,
} from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { findLoad, loadCard } from "#server/domains/transfers/lifecycle/loadCard.ts";
import { bookOwnTransfer } from "./bookOwnTransfer.ts";

/** From an own account to the own card: the issuer credits the card. */
export const toOwnCard: IssuerSettled = {
  order: loadCard,
  inquire: findLoad,
  tellOfSending: (tx, _app, transfer) =>
    notify(tx, {
      memberId: transfer.member_id,
      kind: TRANSFER_KINDS.own.notices.sent,
      params: {
        amount: formatPesos(transfer.amount_centavos),
        refNo: transfer.ref_no,
        from: transfer.source_name,
      },
      at: transfer.accepted_at,
    }),
  bookEnd: async (tx, transfer, { end, at }) => {
    const step = end === "credited" ? "complete" : "fail";
    await bookOwnTransfer(tx, wholeOf(transfer), step, { businessDate: manilaDate(at), at });
    if (end === "credited") await addToHistory(tx, transfer, at);
    else await freeLoad(tx, wholeOf(transfer));
  },
  tellOfEnd: async (tx, app, transfer, { end, at }) => {
    const { member_id: memberId, amount_centavos: amount, ref_no: refNo } = transfer;
    const values = { amount: formatPesos(amount), pesos: formatPesosAscii(amount), refNo };
    // As the order was: in the portal alone, for the money has not left the member.
    if (end === "credited") {
      await notify(tx, { memberId, kind: TRANSFER_KINDS.own.notices.credited, params: values, at });
    } else await tellMember(tx, app, { memberId, notice: `transfer_${end}`, values });
  },
};

/** The constraint transfer_is_whole: each of this kind has an account and a month. */
function wholeOf(transfer: TransferRow) {
  const { source_account_id: account, load_month: month } = transfer;
  if (account === null || month === null) throw new Error(`${transfer.ref_no} is not whole`);
  return {
    ...transfer,
    card_id: cardIdOf(transfer),
    source_account_id: account,
    load_month: month,
  };
}

async function addToHistory(tx: Tx, transfer: TransferRow, at: Date): Promise<void> {
  await tx
    .insertInto("card_transaction")
    .values({
      card_id: cardIdOf(transfer),
      transaction_date: at,
      description: TRANSFER_KINDS.own.history.en,
      sub_description: `From ${transfer.source_name}`,
      amount_centavos: transfer.amount_centavos,
      ref_no: transfer.ref_no,
      transfer_ref_no: transfer.ref_no,
      source_event: `transfer:${transfer.ref_no}`,
    })
    .execute();
}
