import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { Book, Side } from "./postJournalEntry.ts";

/** Centavos, positive on the account's normal side. */
export type Balance = { balance: bigint; hold: bigint; available: bigint };

/**
 * The balance of an account at this moment, to the centavo: for a control account, the stored balance and the
 * postings since its roll-up. Undefined when there is no such account.
 */
export async function readBalance(db: Db | Tx, accountId: bigint): Promise<Balance | undefined> {
  const { rows } = await sql<Balance>`
    select exact.balance, a.hold_centavos as hold, exact.balance - a.hold_centavos as available
    from ledger_account a
    cross join lateral (${exactBalance}) exact
    where a.id = ${accountId}`.execute(db);
  return rows[0];
}

/** One line of the trial balance: every ledger account of a code together. */
export type TrialBalanceLine = {
  book: Book;
  code: string;
  name: string;
  normalSide: Side;
  balance: bigint;
};

/** All accounts of the chart with their balances at this moment. In each book debits and credits are equal. */
export async function readTrialBalance(db: Db | Tx): Promise<TrialBalanceLine[]> {
  const { rows } = await sql<TrialBalanceLine>`
    select c.book, c.code, c.name, c.normal_side as "normalSide",
      coalesce(sum(exact.balance), 0)::bigint as balance
    from chart_account c
    left join ledger_account a on a.book = c.book and a.code = c.code
    left join lateral (${exactBalance}) exact on true
    group by c.book, c.code, c.name, c.normal_side
    order by c.book, c.code`.execute(db);
  return rows;
}

const exactBalance = sql`
  select (a.balance_centavos + coalesce(sum(
    case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end), 0))::bigint as balance
  from posting p
  where a.kind = 'control' and p.ledger_account_id = a.id and p.id > a.rolled_up_posting_id`;
