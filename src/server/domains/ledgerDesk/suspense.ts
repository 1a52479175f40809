import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import type { Book } from "#server/ledger/postJournalEntry.ts";

/** Money that stands on a suspense account under a reference and was not cleared. */
export type SuspenseItem = {
  book: Book;
  code: string;
  reference: string;
  /** Debits less credits, in centavos. */
  net: bigint;
  /** The business date of its first entry. */
  since: string;
  /** More than one banking day ago, when it counts as old. */
  isOld: boolean;
};

/** Accounts where money waits for a person. */
const SUSPENSE = [
  ["ASSOC", "1410"],
  ["ASSOC", "2190"],
  ["CARD", "1590"],
  ["CARD", "2590"],
] as const;

/** What stands in suspense now, the oldest first. */
export async function suspenseItems(db: Db | Tx, at: Date): Promise<SuspenseItem[]> {
  const codes = sql.join(SUSPENSE.map(([book, code]) => sql`(${book}, ${code})`));
  const { rows } = await sql<Omit<SuspenseItem, "isOld">>`
    select a.book, a.code, e.reference,
      sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)::bigint as net,
      min(e.business_date) as since
    from ledger_account a
    join posting p on p.ledger_account_id = a.id
    join journal_entry e on e.id = p.journal_entry_id
    where (a.book, a.code) in (${codes})
    group by a.book, a.code, e.reference
    having sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end) <> 0
    order by since, a.book, a.code, e.reference
    limit 1000`.execute(db);
  const days = await readBankingDays(db);
  const today = manilaDate(at);
  return rows.map((row) => ({ ...row, isOld: days.next(row.since) < today }));
}
