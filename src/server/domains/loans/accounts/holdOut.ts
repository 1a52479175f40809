import type { Centavos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { placeHold, releaseHold } from "#server/ledger/holds.ts";
import { Refusal } from "#server/refusal.ts";
import type { LoanRow } from "./loanRows.ts";

const REASON = "loan hold-out";
const NO_END = new Date("2099-12-31T16:00:00Z");

type NewHold = { loanNo: string; principal: Centavos; at: Date };

/**
 * The loan's amount of the capital contribution that may be withdrawn stands behind it. Answers the hold.
 * Refuses loan_hold_out_short where it is not there.
 */
export async function holdCapital(tx: Tx, memberId: bigint, hold: NewHold): Promise<bigint> {
  const capital = await tx
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["l.id", "l.available_centavos"])
    .where("a.member_id", "=", memberId)
    .where("a.product", "=", "me")
    .executeTakeFirst();
  if (capital === undefined || (capital.available_centavos ?? 0n) < hold.principal) {
    throw new Refusal("loan_hold_out_short");
  }
  return place(tx, capital.id, { ...hold, amount: hold.principal });
}

/**
 * What savings there are before the proceeds come, the loan's amount at most, stands behind it besides the
 * mortgage. Answers the hold, or null where there are none.
 */
export async function holdDeposits(
  tx: Tx,
  savingsId: bigint,
  hold: NewHold,
): Promise<bigint | null> {
  const { available_centavos } = await tx
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("id", "=", savingsId)
    .executeTakeFirstOrThrow();
  const available = available_centavos ?? 0n;
  const amount = available < hold.principal ? available : hold.principal;
  return amount > 0n ? place(tx, savingsId, { ...hold, amount }) : null;
}

/**
 * No more is held than is owed: what is beyond the principal that will be left is free, at once, also for the
 * very payment that leaves no more.
 */
export async function cutHoldOut(
  tx: Tx,
  loan: Pick<LoanRow, "id" | "loan_no" | "hold_id">,
  { left, reference, at }: { left: Centavos; reference: string; at: Date },
): Promise<void> {
  const hold = await readHeld(tx, loan.hold_id);
  if (loan.hold_id === null || hold === undefined || hold.amount <= left) return;
  await releaseHold(tx, loan.hold_id, at);
  if (left === 0n) return;
  const loanNo = `${loan.loan_no}/${reference}`;
  const holdId = await place(tx, hold.accountId, { loanNo, amount: left, at });
  await tx.updateTable("loan").set({ hold_id: holdId }).where("id", "=", loan.id).execute();
}

/** What is held for a loan now. */
export async function readHeld(
  tx: Tx,
  holdId: bigint | null,
): Promise<{ accountId: bigint; amount: Centavos } | undefined> {
  if (holdId === null) return undefined;
  const hold = await tx
    .selectFrom("ledger_hold")
    .select(["ledger_account_id", "amount_centavos"])
    .where("id", "=", holdId)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return hold && { accountId: hold.ledger_account_id, amount: hold.amount_centavos };
}

function place(
  tx: Tx,
  accountId: bigint,
  { loanNo, amount, at }: { loanNo: string; amount: Centavos; at: Date },
): Promise<bigint> {
  const hold = { accountId, amount, reference: loanNo, reason: REASON, at, expiresAt: NO_END };
  return placeHold(tx, hold);
}
