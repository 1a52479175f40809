import { maskMobile } from "#common/mask.ts";
import type { WaitingWithdrawal } from "#contract/cashWithdrawals.ts";
import type { CashWithdrawal } from "#contract/staff/cash.ts";
import { readReceiptById } from "#server/domains/cash/receipts.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, Caller, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { isWaiting, type Withdrawal, withdrawals } from "./waiting.ts";

/** What became of a withdrawal that this teller asked about. Refuses not_found for anybody else's. */
export async function readForTeller(
  app: App,
  { staffId }: Pick<StaffCaller, "staffId">,
  id: string,
): Promise<CashWithdrawal> {
  const row = await withdrawals(app.db)
    .innerJoin("member as m", "m.id", "w.member_id")
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier", "m.mobile_number"])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom("passkey as p")
            .select("p.id")
            .whereRef("p.member_id", "=", "w.member_id")
            .where("p.removed_at", "is", null),
        )
        .as("hasPasskey"),
    )
    .where("w.id", "=", id)
    .where("w.teller_staff_id", "=", staffId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  const wasTexted = row.pin_id !== null && row.mobile_number !== null;
  return {
    withdrawalId: row.id,
    state: stateOf(row, app.now()),
    accountNumber: row.accountNumber,
    holder: wholeName(row),
    amount: row.amount_centavos,
    mobileNumber: wasTexted ? maskMobile(row.mobile_number ?? "") : null,
    hasPasskey: row.hasPasskey === true,
    expiresAt: row.expires_at.toISOString(),
    receipt: row.receipt_id === null ? null : await readReceiptById(app.db, row.receipt_id),
  };
}

function stateOf(row: Withdrawal, at: Date): CashWithdrawal["state"] {
  if (row.state === "paid" || row.state === "refused") return row.state;
  return isWaiting(row, at) ? "waiting" : "over";
}

/** What waits for this member at a counter. */
export async function readForMember(
  app: App,
  { memberId }: Pick<Caller, "memberId">,
): Promise<WaitingWithdrawal[]> {
  const rows = await withdrawals(app.db)
    .where("w.member_id", "=", memberId)
    .where("w.state", "=", "waiting")
    .where("w.expires_at", ">", app.now())
    .where("d.state", "=", "open")
    .execute();
  return rows.map((row) => ({
    withdrawalId: row.id,
    amount: row.amount_centavos,
    accountNumber: row.accountNumber,
    branch: row.branch,
    expiresAt: row.expires_at.toISOString(),
  }));
}
