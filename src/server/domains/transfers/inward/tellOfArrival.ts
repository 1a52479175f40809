import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { type Teller, tellMember } from "#server/platform/notifications/tellMember.ts";
import type { InwardRow } from "./inwardRow.ts";
import { senderBankName } from "./senderBank.ts";

/** Tells the member who sent how much into which account, in the portal and by text. Of a card: `into` is none. */
export async function tellOfArrival(
  tx: Tx,
  teller: Teller,
  row: InwardRow,
  { memberId, into }: { memberId: bigint; into?: string },
): Promise<void> {
  const figures = await figuresOf(tx, row);
  await tellMember(
    tx,
    teller,
    into === undefined
      ? { memberId, notice: "money_on_card", values: figures }
      : { memberId, notice: "money_in_account", values: { ...figures, into } },
  );
}

async function figuresOf(tx: Tx, row: InwardRow): Promise<Record<string, string>> {
  return {
    amount: formatPesos(row.amount_centavos),
    pesos: formatPesosAscii(row.amount_centavos),
    // Whoever sends a peso chooses this name.
    sender: plainName(row.sender_name),
    bank: await senderBankName(tx, row),
    account: row.account_number.slice(-4),
    refNo: row.ref_no,
  };
}
