import { sqlState } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** Races in which PostgreSQL or the function gave up: nothing was done, the same call may be made again. */
const REPEATED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
/** The rows were held by somebody else for a quarter of a second (lock_timeout of the SQL functions): nothing was done. */
const HELD = "55P03";
/** Attempts that take ten seconds together. */
const HELD_ATTEMPTS = 40;

/**
 * Repeats the call while a race or another transaction's lock is in its way. Refuses with busy what is locked
 * for ten seconds; throws everything else that PostgreSQL raised.
 */
export async function persist<T>(call: () => Promise<T>): Promise<T> {
  let races = 0;
  let waits = 0;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const state = sqlState(error) ?? "";
      if (REPEATED.has(state) && (races += 1) < ATTEMPTS) continue;
      if (state === HELD && (waits += 1) < HELD_ATTEMPTS) continue;
      throw state === HELD ? new Refusal("busy", { retryAfterSeconds: 2 }) : error;
    }
  }
}
