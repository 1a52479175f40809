import type { App } from "./app.ts";

/** What is under way for each key in one process; nothing is left of a key with nobody waiting. */
export function takeTurns<Key>() {
  const lasts = new WeakMap<App, Map<Key, Promise<unknown>>>();
  /** Does the work when all that came before it for this key has ended, however it ended. */
  return async function inTurn<T>(app: App, key: Key, work: () => Promise<T>): Promise<T> {
    const last = lasts.get(app) ?? new Map<Key, Promise<unknown>>();
    lasts.set(app, last);
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
