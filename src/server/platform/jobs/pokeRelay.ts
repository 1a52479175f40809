import type { App } from "#server/platform/app.ts";

/** At most one notification in this time and process: each makes PostgreSQL take a global lock. */
const GATHER_MS = 20;

const waiting = new WeakMap<App, NodeJS.Timeout>();

/**
 * Tells the worker that there is promised work. Call it after commit, never inside a transaction. A
 * poke that is lost costs half a second: the worker also looks by itself.
 */
export function pokeRelay(app: App): void {
  if (waiting.has(app)) return;
  const timer = setTimeout(() => {
    waiting.delete(app);
    app.pool.query("select pg_notify('outbox', '')").catch(() => undefined);
  }, GATHER_MS);
  timer.unref();
  waiting.set(app, timer);
}
