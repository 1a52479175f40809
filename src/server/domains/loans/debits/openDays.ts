import type { Centavos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import type { LoanRow } from "#server/domains/loans/accounts/loanRows.ts";
import { owedBy } from "#server/domains/loans/accounts/owedBy.ts";

type OpenDay = { dueOn: string; amount: Centavos };

/**
 * The due days by today that a standing debit still has to try, the first one first, with what is taken of each at the
 * most: what was announced, and what is owed of a day on which the bank was away and announced nothing. The caller holds
 * the loan and the debit.
 */
export async function readOpenDays(
  tx: Tx,
  loan: LoanRow,
  { id, begunOn, today }: { id: bigint; begunOn: string; today: string },
): Promise<OpenDay[]> {
  const announced = await tx
    .selectFrom("automatic_debit_day")
    .select(["due_on as dueOn", "amount_centavos as amount"])
    .where("debit_id", "=", id)
    .where("state", "=", "announced")
    .where("due_on", "<=", today)
    .execute();
  const unseen = await tx
    .selectFrom("loan_instalment as i")
    .select("i.due_on as dueOn")
    .where("i.loan_id", "=", loan.id)
    .where("i.due_on", ">", begunOn)
    .where("i.due_on", "<=", today)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("automatic_debit_day as y")
            .select("y.due_on")
            .where("y.debit_id", "=", id)
            .whereRef("y.due_on", "=", "i.due_on"),
        ),
      ),
    )
    .execute();
  const found: OpenDay[] = [...announced];
  for (const { dueOn } of unseen) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, and mostly none
    found.push({ dueOn, amount: await owedBy(tx, loan, dueOn) });
  }
  return found
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
}
