import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { countWithin } from "#server/throttle.ts";
import type { StagePurpose } from "./purposes.ts";

const AN_HOUR_OF_ONE = 3;
const AN_HOUR_OF_A_SOURCE = 10;

/**
 * Counts one code of a recovery, a first or a further one. False beyond 3 an hour for one identifier and 10
 * for a source: then no text goes out. A browser that the member has signed in with has 3 of its own.
 * A sign-up has no such share.
 */
export async function takeRecovery(
  tx: Tx,
  app: App,
  of: { purpose: StagePurpose; guid: string; source: string; isKnownDevice: boolean },
): Promise<boolean> {
  if (of.purpose === "signup") return true;
  const count = (scope: string, key: string, limit: number) =>
    countWithin(tx, { scope, key, limit, window: "1 hour", at: app.now() });
  const key = of.isKnownDevice ? `${of.guid}:device` : of.guid;
  const ofThis = await count("recovery", key, AN_HOUR_OF_ONE);
  const ofSource = await count("recovery_source", of.source, AN_HOUR_OF_A_SOURCE);
  return ofThis === 0 && ofSource === 0;
}
