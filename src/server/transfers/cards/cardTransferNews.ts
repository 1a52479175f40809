import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/notifications/notify.ts";
import { tellMember } from "#server/notifications/tellMember.ts";
import type { CardTransferRow } from "./cardTransferRow.ts";

type Told = Pick<
  CardTransferRow,
  "ref_no" | "member_id" | "amount_centavos" | "destination_account_number"
>;

/** Tells the sender of the debit, on the phone as well: it may not have been them (BSP Circular 1213). */
export async function tellOfDebit(tx: Tx, app: App, transfer: Told): Promise<void> {
  await tellMember(tx, app, {
    memberId: transfer.member_id,
    notice: "card_transfer_out",
    values: { ...figures(transfer), pesos: formatPesosAscii(transfer.amount_centavos) },
  });
}

/** Tells the sender how it ended, and the receiver what came. */
export async function tellOfEnd(
  tx: Tx,
  transfer: CardTransferRow,
  end: "credited" | "returned",
  at: Date,
): Promise<void> {
  await notify(tx, {
    memberId: transfer.member_id,
    kind: `card_transfer_${end}`,
    params: figures(transfer),
    at,
  });
  if (end === "returned") return;
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

function figures(transfer: Told): Record<string, string> {
  return {
    amount: formatPesos(transfer.amount_centavos),
    account: transfer.destination_account_number.slice(-4),
    refNo: transfer.ref_no,
  };
}
