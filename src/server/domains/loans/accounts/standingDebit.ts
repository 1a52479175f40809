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
      is
        .selectFrom("automatic_debit_day as y")
        .select((day) => day.fn.max("y.due_on").as("takenOverOn"))
        .whereRef("y.debit_id", "=", "d.id")
        .whereRef("y.due_on", "<=", "d.begun_on")
        .where("y.state", "=", "announced")
        .as("takenOverOn"),
    ])
    .where("d.loan_id", "=", loanId)
    .where("d.ended_at", "is", null)
    .executeTakeFirst();
}
export type StandingDebit = NonNullable<Awaited<ReturnType<typeof readDebit>>>;

/** Whether it takes what falls due on a day: after the day on which it began, or in the place of the account before it. */
export const isDebitedOn = (
  { begunOn, takenOverOn }: Pick<StandingDebit, "begunOn" | "takenOverOn">,
  day: string,
): boolean => day > begunOn || day === takenOverOn;

/** As the member sees it, with what is left of the schedule. */
export function debitOf(
  debit: StandingDebit,
  left: readonly Instalment[],
  today: string,
): z.output<typeof automaticDebit> {
  const { begunOn, accountNumber, product, unpaidOn } = debit;
  const next = left.find(
    (one) => one.dueOn >= today && isDebitedOn(debit, one.dueOn) && unpaidOf(one) > 0n,
  );
  return {
    accountNumber,
    accountName: accountNames[accountType(product)],
    begunOn,
    nextOn: next?.dueOn ?? null,
    unpaidOn,
  };
}
