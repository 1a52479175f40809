import { type MonthlyStatement, STATEMENTS_PAGE_ROWS } from "#contract/statements.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { ownAccount } from "#server/domains/history/accounts/ownAccount.ts";

type Query = { accountNo: string; before?: string | undefined };

/** The monthly statements of an account of the caller's, newest first. Refuses not_found for another's account. */
export async function readStatements(
  app: App,
  caller: Caller,
  { accountNo, before }: Query,
): Promise<MonthlyStatement[]> {
  const account = await ownAccount(app, caller, accountNo);
  const rows = await statementsOf(app, account.accountNo)
    .leftJoin("statement_seal as l", "l.month", "s.month")
    .select("l.hash as seal")
    .$if(before !== undefined, (query) => query.where("s.month", "<", `${before}-01`))
    .orderBy("s.month", "desc")
    .limit(STATEMENTS_PAGE_ROWS)
    .execute();
  return rows.map((row) => ({
    month: row.month.slice(0, 7),
    opening: row.opening_centavos,
    moneyIn: row.in_centavos,
    moneyOut: row.out_centavos,
    closing: row.closing_centavos,
    entries: row.entries,
    isSealed: row.seal !== null,
  }));
}

/** The statements of the account with this number; the caller has made sure whose it is. */
export function statementsOf(app: App, accountNo: string) {
  return app.db
    .selectFrom("account_statement as s")
    .innerJoin("member_account as a", "a.id", "s.account_id")
    .selectAll("s")
    .where("a.account_number", "=", accountNo);
}
