import { sql } from "kysely";
import { sqlState, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** The account of a line: its id, or the names it is known by. */
export type LedgerAccountRef = bigint | { book: Book; code: string; subledger: string };
export type Book = "ASSOC" | "CARD";
/** Debit or credit. */
export type Side = "D" | "C";

export type EntryLine = { account: LedgerAccountRef; side: Side; amount: bigint };

export type JournalEntry = {
  /** The recipe's names; together with the reference they make a step post only once. */
  operation: string;
  step: string;
  reference: string;
  /** The business date in Manila, 'yyyy-MM-dd'. */
  businessDate: string;
  bookedAt: Date;
  actor: string;
  lines: EntryLine[];
  reversalOf?: bigint;
};

/**
 * Posts one entry and updates the balances of its member accounts; answers the entry's id. Amounts are
 * centavos over zero, and each book balances on its own. Throws Refusal insufficient_funds when a member
 * account has too little available, and an Error for anything else that is wrong; both end the transaction.
 * `isAlreadyBooked` tells a repeat from other errors.
 */
export async function postJournalEntry(tx: Tx, entry: JournalEntry): Promise<bigint> {
  const accountIds = await accountIdsOf(tx, entry.lines);
  try {
    const { rows } = await sql<{ id: bigint }>`
      select ledger_post(
        ${entry.operation}, ${entry.step}, ${entry.reference}, ${entry.businessDate}::date,
        ${entry.bookedAt}::timestamptz, ${entry.actor}, ${accountIds}::bigint[],
        ${entry.lines.map(({ side }) => side)}::text[],
        ${entry.lines.map(({ amount }) => amount)}::bigint[],
        ${entry.reversalOf ?? null}::bigint) as id`.execute(tx);
    const [booked] = rows;
    if (booked === undefined) throw new Error("ledger_post answered nothing");
    return booked.id;
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Whether the error means that this step of this operation was posted before. */
export function isAlreadyBooked(error: unknown): boolean {
  return sqlState(error) === "BK004";
}

/**
 * Too little available on a member account is an expected refusal; anything else is a fault of ours and stays
 * an error.
 */
export function asAnswer(error: unknown): unknown {
  return sqlState(error) === "BK001" ? new Refusal("insufficient_funds") : error;
}

async function accountIdsOf(tx: Tx, lines: EntryLine[]): Promise<bigint[]> {
  const named = lines.flatMap(({ account }) => (typeof account === "bigint" ? [] : [account]));
  const ids = await idsByName(tx, named);
  return lines.map(({ account }) => {
    if (typeof account === "bigint") return account;
    const id = ids.get(nameOf(account));
    if (id === undefined) throw new Error(`There is no ledger account ${nameOf(account)}`);
    return id;
  });
}

async function idsByName(
  tx: Tx,
  named: { book: Book; code: string; subledger: string }[],
): Promise<Map<string, bigint>> {
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ id: bigint; book: Book; code: string; subledger: string }>`
    select a.id, a.book, a.code, a.subledger from ledger_account a
    join unnest(
      ${named.map(({ book }) => book)}::text[],
      ${named.map(({ code }) => code)}::text[],
      ${named.map(({ subledger }) => subledger)}::text[]
    ) as n (book, code, subledger) using (book, code, subledger)`.execute(tx);
  return new Map(rows.map((row) => [nameOf(row), row.id]));
}

function nameOf({
  book,
  code,
  subledger,
}: {
  book: Book;
  code: string;
  subledger: string;
}): string {
  return `${book} ${code} ${subledger}`.trim();
}
