import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { type Teller, tellMember } from "#server/platform/notifications/tellMember.ts";
import type { InwardRow } from "./inwardRow.ts";
import type { OwnAccount } from "./judgeInward.ts";

/** Tells the member who sent how much into which account, in the portal and by text. */
export async function tellOfArrival(
  tx: Tx,
  teller: Teller,
  row: InwardRow,
  { member_id: memberId, name: into }: OwnAccount,
): Promise<void> {
  const values = { ...(await figuresOf(tx, row)), into };
  await tellMember(tx, teller, { memberId, notice: "money_in_account", values });
}

async function figuresOf(tx: Tx, row: InwardRow): Promise<Record<string, string>> {
  const bank = await tx
    .selectFrom("bank")
    .select("bank_name")
    .where(row.rail === "instapay" ? "instapay_bic" : "pesonet_bic", "=", row.sender_bank)
    .orderBy("id")
    .executeTakeFirst();
  return {
    amount: formatPesos(row.amount_centavos),
    pesos: formatPesosAscii(row.amount_centavos),
    // Whoever sends a peso chooses this name.
    sender: plainName(row.sender_name),
    bank: bank?.bank_name ?? row.sender_bank,
    account: row.account_number.slice(-4),
    refNo: row.ref_no,
  };
}
