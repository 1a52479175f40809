import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { countWithin, secondsClosed } from "#server/throttle.ts";

/** Room for an office full of members behind one address. */
const TEXTS_OF_A_SOURCE_AN_HOUR = 60;

/**
 * Takes one text message that a stranger asked for from the hour's budget of the source and of us all.
 * False when it must not be sent; the answer to the stranger stays the same. One that is not wanted only
 * takes as long: the caller undoes it (keepOrUndo). Once, with the last text of the common budget, somebody
 * is woken up: it is an attack, or the budget is too small. A browser that the member has signed in with
 * draws on budgets of its own, so that no stranger can use up what it needs.
 */
export async function takeText(
  tx: Tx,
  app: App,
  {
    source,
    isWanted,
    isKnownDevice,
  }: { source: string; isWanted: boolean; isKnownDevice: boolean },
): Promise<boolean> {
  const at = app.now();
  const own = await countWithin(tx, {
    scope: "texts_of_source",
    key: isKnownDevice ? `${source} device` : source,
    limit: TEXTS_OF_A_SOURCE_AN_HOUR,
    window: "1 hour",
    at,
  });
  const key = isKnownDevice ? "devices" : "all";
  const ofAll = { scope: "texts", key, limit: app.config.TEXTS_AN_HOUR, at };
  const common = await countWithin(tx, { ...ofAll, window: "1 hour" });
  const isSpent = (await secondsClosed(tx, { ...ofAll, windowSeconds: 3600 })) > 0;
  const reached = own > 0 ? "source" : common > 0 ? "all" : undefined;
  if (isWanted && reached !== undefined) app.metrics.textsWithheld.inc({ budget: reached });
  if (isWanted && reached === undefined && isSpent) {
    app.log.error("the hour's budget of text messages for strangers is used up");
  }
  return reached === undefined;
}
