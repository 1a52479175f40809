import { audit } from "#server/platform/audit/writeAudit.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { findHolds, releaseAndTell } from "./requests/disputedFunds.ts";

/** Makes disputed money available again when its time is over, with a record of each. May run twice. */
export async function releaseHolds(app: App): Promise<void> {
  await transact(app.db, async (tx) => {
    const at = app.now();
    for (const hold of await findHolds(tx, { expiredBy: at })) {
      await releaseAndTell(tx, hold, at);
      await audit(tx, {
        at,
        actorKind: "system",
        actor: "releaseHolds",
        action: "disputed_funds_released",
        object: `member:${hold.guid}`,
        correlationId: app.random.uuid(),
        detail: { case: hold.reference },
      });
    }
  });
}
