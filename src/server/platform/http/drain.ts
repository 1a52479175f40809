import type { App } from "#server/platform/app.ts";

const draining = new WeakSet<App>();

/**
 * From now on the process says that it is not ready, and ends each connection with its answer, so that
 * a proxy sends the next call elsewhere. What comes all the same is still answered.
 */
export function beginDrain(app: App): void {
  draining.add(app);
}

export function isDraining(app: App): boolean {
  return draining.has(app);
}
