import pg from "pg";
import type { App } from "#server/platform/app.ts";

/** Connections for the job library, which wants plain types: its ids go through JSON. */
export function openJobPool(app: App, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: app.config.DATABASE_URL,
    max,
    // As everywhere: whoever takes a connection and never answers on it is given up.
    connectionTimeoutMillis: 10_000,
  });
  const note = (error: Error) => app.log.warn({ err: error }, "a job connection broke");
  // Both, idle and in use: without a listener a lost connection would end the process.
  pool.on("error", note);
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}
