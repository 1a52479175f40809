import { PAPER_CODE_BYTES, receiptCode as codeOf } from "#common/paperCode.ts";
import type { CheckedReceipt } from "#contract/transferReceipts.ts";
import type { TransferState } from "#contract/transfers.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { transferDetails } from "./transferDetails.ts";

/**
 * The code of the caller's receipt of a transfer, the same whenever it is asked for. Another member's reference is
 * refused as if it did not exist (not_found).
 */
export async function receiptCode(app: App, caller: Caller, refNo: string): Promise<string> {
  await transferDetails(app, caller, refNo);
  const row = { ref_no: refNo, member_id: caller.memberId };
  await app.db
    .insertInto("transfer_receipt")
    .values({
      ...row,
      code: codeOf(app.random.bytes(PAPER_CODE_BYTES)),
      made_at: app.now(),
    })
    // Of two that are asked for at once the first stays. A code that another receipt has is an error, not this.
    .onConflict((same) => same.columns(["ref_no", "member_id"]).doNothing())
    .execute();
  const { code } = await app.db
    .selectFrom("transfer_receipt")
    .select("code")
    .where("ref_no", "=", row.ref_no)
    .where("member_id", "=", row.member_id)
    .executeTakeFirstOrThrow();
  return code;
}

/** What the receipt with this code says, and how its transfer stands now; undefined where none has it. */
export async function checkReceipt(app: App, code: string): Promise<CheckedReceipt | undefined> {
  const found = await app.db
    .selectFrom("transfer_receipt as p")
    .innerJoin("transfer as t", "t.ref_no", "p.ref_no")
    .leftJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
    .select([
      "t.amount_centavos",
      "t.accepted_at",
      "t.destination_account_number",
      "t.state",
      "r.bank_name",
    ])
    .where("p.code", "=", code)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return {
    amount: found.amount_centavos,
    at: found.accepted_at.toISOString(),
    bank: found.bank_name,
    lastFour: found.destination_account_number.slice(-4),
    // The constraint transfer_is_whole.
    state: found.state as TransferState,
  };
}
