import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Account } from "#contract/members.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** An account of the member's own, and its accounts in the books: two for the capital contribution. */
export type OwnAccount = {
  memberId: bigint;
  accountNo: string;
  type: Account["type"];
  name: string;
  holder: string;
  ledgerAccountIds: bigint[];
  /** The day of Manila of its first movement, or on which it was opened. */
  since: string;
};

/** The caller's account with this number. Refuses not_found for one that is another's or nobody's. */
export async function ownAccount(app: App, caller: Caller, accountNo: string): Promise<OwnAccount> {
  const [found] = await ownAccounts(app, caller, accountNo);
  if (found === undefined) throw new Refusal("not_found");
  return found;
}

/** The caller's accounts, or the one with this number. */
export async function ownAccounts(
  app: App,
  { memberId }: Caller,
  accountNo?: string,
): Promise<OwnAccount[]> {
  const rows = await app.db
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select([
      "a.product",
      "a.account_number",
      "a.ledger_account_id",
      "a.fixed_ledger_account_id",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      sql<Date>`least(a.opened_at, (
        select e.booked_at from posting p join journal_entry e on e.id = p.journal_entry_id
        where p.ledger_account_id = a.ledger_account_id order by p.id limit 1))`.as("first_at"),
    ])
    .where("a.member_id", "=", memberId)
    .$if(accountNo !== undefined, (query) => query.where("a.account_number", "=", accountNo ?? ""))
    .execute();
  return rows.map((found) => {
    const type = accountType(found.product);
    return {
      memberId,
      accountNo: found.account_number,
      type,
      name: accountNames[type],
      holder: wholeName(found),
      ledgerAccountIds: [found.ledger_account_id, found.fixed_ledger_account_id].filter(
        (id) => id !== null,
      ),
      since: manilaDate(found.first_at),
    };
  });
}
