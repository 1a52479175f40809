import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type Teller, tellMember, textMember } from "#server/platform/notifications/tellMember.ts";
import type { TransferRow } from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { sourceValues } from "#server/domains/transfers/lifecycle/sourceWords.ts";
import { senderTexts } from "#server/platform/messages/notices/transferTexts.ts";
import { type CardTransfer, leftAccount } from "./cardTransfer.ts";

type NoticeFields = Pick<
  TransferRow,
  | "ref_no"
  | "member_id"
  | "amount_centavos"
  | "destination_account_number"
  | "card_id"
  | "source_name"
  | "source_account_number"
>;

/** Tells the sender of the debit, also by SMS: it may not have been them (BSP Circular 1213). */
export async function tellOfDebit(tx: Tx, teller: Teller, transfer: NoticeFields): Promise<void> {
  await tellMember(tx, teller, {
    memberId: transfer.member_id,
    notice: TRANSFER_KINDS.card.notices.sent,
    values: figures(transfer),
  });
}

/**
 * Tells the sender the outcome in the portal and by SMS, as they were told of the debit, and the receiver what
 * arrived. 'late': the issuer reports that it moved what we had refunded.
 */
export async function tellOfEnd(
  tx: Tx,
  teller: Teller,
  transfer: CardTransfer,
  { end, at }: { end: "credited" | "returned" | "late"; at: Date },
): Promise<void> {
  await tellMember(tx, teller, {
    memberId: transfer.member_id,
    notice: `card_transfer_${end}`,
    values: figures(transfer),
  });
  if (end !== "credited") return;
  const received = {
    amount: formatPesos(transfer.amount_centavos),
    pesos: formatPesosAscii(transfer.amount_centavos),
    ...senderValues(transfer),
    refNo: transfer.ref_no,
  };
  const memberId = transfer.destination_member_id;
  await notify(tx, { memberId, kind: "card_transfer_in", params: received, at });
  await textMember(tx, teller, { memberId, notice: "card_transfer_in", values: received });
}

function figures(transfer: NoticeFields): Record<string, string> {
  return {
    ...sourceValues(transfer),
    amount: formatPesos(transfer.amount_centavos),
    pesos: formatPesosAscii(transfer.amount_centavos),
    account: transfer.destination_account_number.slice(-4),
    refNo: transfer.ref_no,
  };
}

/** From whom, as the receiver is told: the end of the account's number, and of another sort than a card's no more. */
function senderValues(transfer: CardTransfer): Record<string, string> {
  const name = leftAccount(transfer) ? senderTexts.account : senderTexts.card;
  const { en, fil } = name(transfer.source_account_number.slice(-4));
  return { from: en, fromFil: fil };
}
