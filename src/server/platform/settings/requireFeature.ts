import { type Feature, featuresNeeded } from "#contract/features.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** Within two seconds of a switch nobody gets through; each call need not ask the database. */
const KEPT_MS = 1000;

type Kept = { at: number; states: Promise<Map<string, string>> };
const keptBy = new WeakMap<App, Kept>();

/** Refuses with unavailable what belongs to a feature that is switched off, whatever a page shows. */
export async function requireFeature(app: App, feature: Feature): Promise<void> {
  const now = app.now().getTime();
  let kept = keptBy.get(app);
  // Also when the clock was put back.
  if (kept === undefined || Math.abs(now - kept.at) > KEPT_MS) {
    kept = { at: now, states: readStates(app) };
    keptBy.set(app, kept);
    // What could not be read is asked for anew by the next call.
    kept.states.catch(() => keptBy.delete(app));
  }
  const states = await kept.states;
  if (featuresNeeded(feature).some((name) => states.get(name) !== "on"))
    throw new Refusal("unavailable");
}

async function readStates(app: App): Promise<Map<string, string>> {
  const rows = await app.db.selectFrom("feature").select(["name", "state"]).execute();
  return new Map(rows.map(({ name, state }) => [name, state]));
}
