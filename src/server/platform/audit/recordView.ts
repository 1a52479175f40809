import type { App } from "#server/platform/app.ts";
import { audit } from "./writeAudit.ts";
import { transact } from "#server/db/db.ts";

/** The part of a staff call that the trail is told. */
type Looker = { username: string; correlationId: string };

/**
 * Remembers that somebody looked at a member's file (docs/security.md S133). Await it before the file is
 * answered: what is not written down is not shown. `what` names the part, 'profile', 'transfers',
 * 'id_picture'; never its contents.
 */
export async function recordView(
  app: App,
  staff: Looker,
  memberGuid: string,
  what: string,
): Promise<void> {
  await recordLooks(app, staff, [memberGuid], what);
}

/** As recordView, of a list that names several members: all are written down, or nothing is shown. */
export async function recordLooks(
  app: App,
  staff: Looker,
  memberGuids: readonly string[],
  what: string,
): Promise<void> {
  if (memberGuids.length === 0) return;
  await transact(app.db, async (tx) => {
    for (const memberGuid of memberGuids) {
      // oxlint-disable-next-line no-await-in-loop -- one connection, and the trail in its order
      await audit(tx, {
        at: app.now(),
        actorKind: "staff",
        actor: staff.username,
        action: "look_at_member",
        object: `member:${memberGuid}`,
        correlationId: staff.correlationId,
        detail: { what },
      });
    }
  });
}
