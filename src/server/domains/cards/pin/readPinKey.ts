import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** A browser that got an older key is told to ask again, once the issuer says that it is old. */
const KEPT_MS = 60_000;

type Key = { kid: string; pub: string };

const kept = new WeakMap<App, { key: Key; at: number }>();

/** The issuer's public key for PINs, kept for a minute. Refuses with issuer_unavailable. */
export async function readPinKey(app: App): Promise<Key> {
  const now = app.now().getTime();
  const known = kept.get(app);
  if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.key;
  const answer = await app.issuer.pinKey();
  if (answer.kind === "unknown") {
    app.log.warn({ reason: answer.reason }, "the issuer did not say its key for PINs");
    throw new Refusal("issuer_unavailable");
  }
  const key = { kid: answer.kid, pub: answer.pub };
  kept.set(app, { key, at: now });
  return key;
}
