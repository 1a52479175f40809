import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import type { Instalment } from "./allocate.ts";

/** The loan as it stands, held until the transaction ends. Refuses not_found when there is none. */
export async function lockLoan(tx: Tx, loanNo: string) {
  const loan = await tx
    .selectFrom("loan")
    .selectAll()
    .where("loan_no", "=", loanNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (loan === undefined) throw new Refusal("not_found");
  return loan;
}
export type LoanRow = Awaited<ReturnType<typeof lockLoan>>;

/** The same of a member's own. Refuses not_found for a loan that is another's, too. */
export async function lockOwnLoan(tx: Tx, memberId: bigint, loanNo: string): Promise<LoanRow> {
  const loan = await lockLoan(tx, loanNo);
  if (loan.member_id !== memberId) throw new Refusal("not_found");
  return loan;
}

/** All instalments, the first one first. */
export async function readInstalments(db: Db | Tx, loanId: bigint): Promise<Instalment[]> {
  const rows = await db
    .selectFrom("loan_instalment")
    .selectAll()
    .where("loan_id", "=", loanId)
    .orderBy("number")
    .execute();
  return rows.map((row) => ({
    number: row.number,
    dueOn: row.due_on,
    principal: row.principal_centavos,
    interest: row.interest_centavos,
    earned: row.earned_centavos,
    paidPrincipal: row.paid_principal_centavos,
    paidInterest: row.paid_interest_centavos,
  }));
}

/** Keeps what a payment changed of them. */
export async function writeInstalments(
  tx: Tx,
  loanId: bigint,
  changed: readonly Instalment[],
): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update loan_instalment i set interest_centavos = c.interest, earned_centavos = c.earned,
      paid_principal_centavos = c.paid_principal, paid_interest_centavos = c.paid_interest
    from unnest(
      ${changed.map(({ number }) => number)}::smallint[],
      ${changed.map(({ interest }) => interest)}::bigint[],
      ${changed.map(({ earned }) => earned)}::bigint[],
      ${changed.map(({ paidPrincipal }) => paidPrincipal)}::bigint[],
      ${changed.map(({ paidInterest }) => paidInterest)}::bigint[]
    ) as c (number, interest, earned, paid_principal, paid_interest)
    where i.loan_id = ${loanId} and i.number = c.number`.execute(tx);
}
