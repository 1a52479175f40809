import { transact } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import {
  type Book,
  type EntryLine,
  type LedgerAccountRef,
  postJournalEntry,
} from "#server/ledger/postJournalEntry.ts";
import { asAdmin, openTestDb, type TestDb } from "./testDb.ts";

const AT = new Date("2026-11-20T18:00:00Z");

/** A database with a ledger, and the few words that ledger tests are written in. */
export type LedgerWorld = TestDb & {
  at: Date;
  /** A member account that holds this much, put there by an entry against cash (ASSOC) or funding (CARD). */
  account: (balance: bigint, where?: { book: Book; code: string }) => Promise<bigint>;
  /** Books an entry of these lines under a reference of its own. */
  post: (lines: EntryLine[], reference?: string) => Promise<bigint>;
  /** Moves an amount from one account to another within a book. */
  move: (from: LedgerAccountRef, to: LedgerAccountRef, amount: bigint) => Promise<bigint>;
  balance: (account: bigint) => Promise<bigint>;
  /** Every row of the ledger, so that "nothing changed" can be said of all of them. */
  rows: () => Promise<string>;
  /** As the superuser with triggers off: what only someone with the disk in hand could do. */
  tamper: (statement: string) => Promise<void>;
};

export async function openLedgerWorld(): Promise<LedgerWorld> {
  const testDb = await openTestDb({ max: 20 });
  const { db, pool } = testDb;
  let number = 0;
  const post = (lines: EntryLine[], reference = `T${(number += 1)}`) =>
    transact(db, (tx) =>
      postJournalEntry(tx, {
        operation: "TEST",
        step: "post",
        reference,
        businessDate: "2026-11-21",
        bookedAt: AT,
        actor: "test",
        lines,
      }),
    );
  const move = (from: LedgerAccountRef, to: LedgerAccountRef, amount: bigint) =>
    post([
      { account: from, side: "D", amount },
      { account: to, side: "C", amount },
    ]);
  return {
    ...testDb,
    at: AT,
    post,
    move,
    account: async (balance, where = { book: "ASSOC", code: "2010" }) => {
      const subledger = `A${(number += 1)}`;
      const id = await transact(db, (tx) => openAccount(tx, { ...where, subledger, at: AT }));
      const code = where.book === "ASSOC" ? "1110" : "1510";
      if (balance > 0n) await move({ book: where.book, code, subledger: "" }, id, balance);
      return id;
    },
    balance: async (account) => {
      const { rows } = await pool.query<{ balance_centavos: bigint }>(
        "select balance_centavos from ledger_account where id = $1",
        [account],
      );
      return rows[0]?.balance_centavos ?? -1n;
    },
    rows: async () => {
      const { rows } = await pool.query<{ hash: string }>(`
        select md5(string_agg(line, e'\\n' order by line)) as hash from (
          select 'account ' || a::text as line from ledger_account a
          union all select 'entry ' || e::text from journal_entry e
          union all select 'posting ' || p::text from posting p
          union all select 'hold ' || h::text from ledger_hold h) all_rows`);
      return rows[0]?.hash ?? "";
    },
    tamper: (statement) =>
      asAdmin(testDb.adminUrl, async (admin) => {
        await admin.query("set session_replication_role = replica");
        await admin.query(statement);
      }),
  };
}

/** A control account without a subledger. */
export function control(book: Book, code: string): LedgerAccountRef {
  return { book, code, subledger: "" };
}
