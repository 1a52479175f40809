import { brand } from "#brand";
import type { TransferDetails, TransferState } from "#contract/transfers.ts";
import type { App, Caller } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";

/** A transfer of the caller as it stands now. Another member's reference is like one nobody has. */
export async function transferDetails(
  app: App,
  caller: Caller,
  refNo: string,
): Promise<TransferDetails> {
  const row = await app.db
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .select([
      "t.ref_no",
      "t.accepted_at",
      "t.state",
      "t.amount_centavos",
      "t.fee_centavos",
      "t.source_name",
      "t.source_account_number",
      "t.destination_account_number",
      "m.first_name",
      "m.last_name",
      "m.qualifier",
    ])
    .where("t.ref_no", "=", refNo)
    .where("t.member_id", "=", caller.memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return {
    refNo: row.ref_no,
    tranDate: row.accepted_at.toISOString(),
    // The table's check allows exactly these states.
    state: row.state as TransferState,
    amount: row.amount_centavos,
    transactionFee: row.fee_centavos,
    merchant: brand.cardDisplayName,
    transferFrom: `${row.source_name} ${row.source_account_number}`,
    transferTo: `${brand.cardDisplayName} ${row.destination_account_number}`,
    accountNumber: row.destination_account_number,
    accountName: [row.first_name, row.last_name, row.qualifier].filter(Boolean).join(" "),
    transferVia: "Own account",
  };
}
