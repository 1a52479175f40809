import type * as z from "zod/mini";
import type { automaticDebit } from "#contract/loanDebits.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { type Instalment, unpaidOf } from "./allocate.ts";

/** The automatic debit that stands for a loan; undefined where none does. */
export async function readDebit(db: Db | Tx, loanId: bigint) {
  return db
    .selectFrom("automatic_debit as d")
    .innerJoin("member_account as a", "a.id", "d.account_id")
    .select((is) => [
      "d.id",
      "d.account_id as accountId",
      "d.begun_on as begunOn",
      "a.account_number as accountNumber",
      "a.product",
      is
        .selectFrom("automatic_debit_day as y")
        .select((day) => day.fn.max("y.due_on").as("unpaidOn"))
        .whereRef("y.debit_id", "=", "d.id")
        .where("y.state", "=", "unpaid")
        .as("unpaidOn"),
    ])
    .where("d.loan_id", "=", loanId)
    .where("d.ended_at", "is", null)
    .executeTakeFirst();
}
export type StandingDebit = NonNullable<Awaited<ReturnType<typeof readDebit>>>;

/** As the member sees it, with what is left of the schedule. */
export function debitOf(
  { begunOn, accountNumber, product, unpaidOn }: StandingDebit,
  left: readonly Instalment[],
  today: string,
): z.output<typeof automaticDebit> {
  const next = left.find((one) => one.dueOn >= today && one.dueOn > begunOn && unpaidOf(one) > 0n);
  return {
    accountNumber,
    accountName: accountNames[accountType(product)],
    begunOn,
    nextOn: next?.dueOn ?? null,
    unpaidOn,
  };
}
