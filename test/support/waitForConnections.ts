import type pg from "pg";

/**
 * A pool that waits for a free connection as long as it takes. The bank's own gives up after ten seconds, and who
 * called hears that it is away: a test of many callers at once would then tell how fast the machine is.
 */
export function waitForConnections(pool: pg.Pool): void {
  Object.assign(pool.options, { connectionTimeoutMillis: 0 });
}
