import { sql } from "kysely";
import type { Account } from "#contract/members.ts";
import type { App } from "#server/platform/app.ts";
import { accountNames, accountOrder, accountType } from "./accountNames.ts";

/**
 * The member's accounts. Withdrawable is what is available; outstanding of the capital contribution
 * is its withdrawable and its fixed part together.
 */
export async function readAccounts(app: App, memberId: bigint): Promise<Account[]> {
  const rows = await app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .leftJoin("ledger_account as fixed", "fixed.id", "a.fixed_ledger_account_id")
    .select([
      "a.product",
      "a.account_number",
      "l.balance_centavos",
      "l.available_centavos",
      "fixed.balance_centavos as fixed_centavos",
      sql<bigint>`locked_on(l)`.as("locked_centavos"),
    ])
    .where("a.member_id", "=", memberId)
    .execute();
  return rows
    .map((row): Account => {
      const type = accountType(row.product);
      return {
        name: accountNames[type],
        type,
        accountNumber: row.account_number,
        outstandingBalance: row.balance_centavos + (row.fixed_centavos ?? 0n),
        withdrawableBalance: row.available_centavos,
        lockedBalance: row.locked_centavos,
      };
    })
    .toSorted((a, b) => accountOrder.indexOf(a.type) - accountOrder.indexOf(b.type));
}
