import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** How patiently locks are waited for: whoever comes meanwhile waits behind us. */
export type LockPatience = { timeoutMs: number; tries: number; betweenMs: number };

/** PostgreSQL's code for a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = "55P03";
/** Where PostgreSQL looks for a deadlock before the time for a lock is over, it gives up one of two instead. */
const DEADLOCK = "40P01";

/** Runs `work` in a transaction: all of it or nothing. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Does it again when a lock was not had in time, or each waited for the other, so and so often; the last time fails. */
export async function waitInTurns(
  { tries, betweenMs }: LockPatience,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLocked(error) || tried === tries) throw error;
      await setTimeout(betweenMs);
    }
  }
}

/** What is wrong with a file of SQL: PostgreSQL's words, with the line where it says one. */
export function named(file: string, text: string, error: unknown): Error {
  return new Error(`${file}: ${whatFailed(error, text)}`, { cause: error });
}

function whatFailed(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  if (isLocked(error)) {
    return `${error.message}: a transaction that does not end is in the way. Nothing of it is applied; end that one and migrate again`;
  }
  const line = text.slice(0, Number(error.position ?? 0)).split("\n").length;
  return error.position === undefined ? error.message : `line ${line}: ${error.message}`;
}

/** Somebody else's transaction is in the way: of one that would wait, or of two that would wait for each other. */
function isLocked(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return (
    cause instanceof pg.DatabaseError &&
    (cause.code === LOCK_NOT_AVAILABLE || cause.code === DEADLOCK)
  );
}
