import { sql } from "kysely";
import type { BalanceExplained } from "#contract/staff/ledger.ts";
import type { Db } from "#server/db/db.ts";
import type { Book } from "#server/ledger/postJournalEntry.ts";
import { Refusal } from "#server/refusal.ts";

type Line = { book: Book; code: string; from: string; to: string };

/**
 * Why a line of the trial balance is what it is: what stood there as the first of these business dates began, what each
 * kind of operation moved on them, and what stands there at the end of the last. Positive is a debit. Reads the days as
 * they are booked at one moment. Refuses not_found for an account that the chart does not have.
 */
export async function explainBalance(db: Db, line: Line): Promise<BalanceExplained> {
  const { book, code, from, to } = line;
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const account = await tx
        .selectFrom("chart_account")
        .select("name")
        .where("book", "=", book)
        .where("code", "=", code)
        .executeTakeFirst();
      if (account === undefined) throw new Refusal("not_found");
      const { rows: totals } = await sql<{ opening: bigint; closing: bigint }>`
        select coalesce(sum(debit - credit) filter (where day < ${from}::date), 0)::bigint as opening,
          coalesce(sum(debit - credit) filter (where day <= ${to}::date), 0)::bigint as closing
        from ledger_totals() where book = ${book} and code = ${code}`.execute(tx);
      const { rows: moves } = await sql<BalanceExplained["moves"][number]>`
        select e.operation, e.step, count(distinct e.id)::int as entries,
          coalesce(sum(p.amount_centavos) filter (where p.side = 'D'), 0)::bigint as debit,
          coalesce(sum(p.amount_centavos) filter (where p.side = 'C'), 0)::bigint as credit
        from journal_entry e
        join posting p on p.journal_entry_id = e.id
        join ledger_account a on a.id = p.ledger_account_id
        where e.business_date between ${from}::date and ${to}::date and a.book = ${book} and a.code = ${code}
        group by e.operation, e.step order by e.operation, e.step`.execute(tx);
      const [total] = totals;
      return {
        ...line,
        name: account.name,
        opening: total?.opening ?? 0n,
        moves,
        closing: total?.closing ?? 0n,
      };
    });
}
