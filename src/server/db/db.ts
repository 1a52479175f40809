import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.ts";

/** The tables, as generated from the migrated database. */
export type Schema = DB;

/** The pool. Pass it to what reads, and to `transact`. */
export type Db = Kysely<Schema>;

/** One open transaction. Everything that writes asks for this, never for `Db`. */
export type Tx = Transaction<Schema>;

/** Serialization failure and deadlock: nothing was done, and the same work may be tried again. */
const RETRIED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/**
 * A pool of connections. bigint columns arrive as bigint, dates as 'yyyy-MM-dd', moments as Date.
 * The job library writes its ids as JSON, which a bigint refuses: give it the address, not this pool.
 */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: { getTypeParser: parserOf },
    connectionTimeoutMillis: 10_000,
    // A transaction nobody finishes would keep its locks, and the roll-up waiting, for ever.
    idle_in_transaction_session_timeout: 60_000,
    statement_timeout: 60_000,
  });
  // The pool replaces a connection that broke while idle; without a listener the process would end.
  pool.on("error", () => undefined);
  // While a connection is lent out nobody but its borrower listens; the query that follows says it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Typed queries over the pool. `destroy()` ends the pool. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Runs `work` in one transaction: a throw rolls everything back. After a deadlock or serialization
 * failure the work is run again, so it must do nothing outside the transaction.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error("transact() inside a transaction");
  return repeatRaces(() => db.transaction().execute(work));
}

/** Runs `work`, one transaction in itself, again after a deadlock or serialization failure. */
export async function repeatRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/** The five-character code of an error that came from PostgreSQL. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when a row was refused because this constraint has it already. */
export function isTaken(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint
  );
}

const { INT8, DATE } = pg.types.builtins;
const INT8_ARRAY = 1016;

const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: unknown) => {
  if (format === "binary") return pg.types.getTypeParser(oid, "binary");
  if (oid === INT8) return BigInt;
  if (oid === DATE) return (text: string) => text;
  if (oid === INT8_ARRAY) return parseBigints;
  return pg.types.getTypeParser(oid, "text");
};

/** '{1,2}' -> [1n, 2n]. One dimension, no nulls: anything else throws. */
function parseBigints(text: string): bigint[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(BigInt);
}
