import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type Teller, tellMember } from "#server/platform/notifications/tellMember.ts";
import type { CardTransfer } from "./cardTransfer.ts";

type NoticeFields = Pick<
  CardTransfer,
  "ref_no" | "member_id" | "amount_centavos" | "destination_account_number"
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
  await notify(tx, {
    memberId: transfer.destination_member_id,
    kind: "card_transfer_in",
    params: {
      amount: formatPesos(transfer.amount_centavos),
      account: transfer.source_account_number.slice(-4),
      refNo: transfer.ref_no,
    },
    at,
  });
}

function figures(transfer: NoticeFields): Record<string, string> {
  return {
    amount: formatPesos(transfer.amount_centavos),
    pesos: formatPesosAscii(transfer.amount_centavos),
    account: transfer.destination_account_number.slice(-4),
    refNo: transfer.ref_no,
  };
}
